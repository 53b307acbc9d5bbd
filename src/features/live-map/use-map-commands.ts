import type { Place } from '@contract/rules/longitudes';
import { browserMapAddress } from '@contract/browser-map';
import { writeDeepLink } from '@contract/deep-links';
import { timeNow } from '@/app/clock';
import { useFormat } from '@/app/format';
import { useReplayToday } from '@/app/replay-today';
import { useWhereOnce } from '@/app/where/use-where-once';
import { useWhereWords } from '@/app/where/where-words';
import { useI18n, type MessageKey } from '@/i18n/i18n';
import { useFleetStore } from '@/app/stores/fleet-store';
import { useSessionStore } from '@/app/stores/session-store';
import { useSettingsStore } from '@/app/stores/settings-store';
import { useVehicleLabelsStore } from '@/app/stores/vehicle-labels-store';
import { usePermission } from '@/app/use-permission';
import { nameOfVehicle } from '@/app/vehicle-name';
import { useBridge } from '@/bridge';
import { placeOfFix } from '@/map/layers/pack-vehicles';
import type { MenuItem } from '@/ui/menu-item';
import {
  Copy,
  Crosshair,
  Globe,
  Link,
  Locate,
  LocateFixed,
  Pin,
  PinOff,
  Play,
  Radar,
  RotateCw,
  Ruler,
  Share2,
  SquareArrowOutUpRight,
  Tags,
} from '@lucide/vue';
import { onScopeDispose, shallowRef } from 'vue';
import { useRouter } from 'vue-router';
import { describeState } from './describe-state';
import { useLiveMapStore } from './live-map-store';
import { useLiveStore } from './live-store';
import type { MenuRequest } from './map-menu';
import { useSeveralCommands } from './use-several-commands';
import { useStateWords } from './use-state-words';

/** What of the map commands need. */
type MapVerbs = {
  centre(vehicleId: string): void;
  centrePlace(place: Place): void;
  measure(from: Place): void;
};

/** What became of a command is shown for so long, milliseconds. */
const tellFor = 5000;

/** What can be done with a vehicle or a place: one declaration for all menus of the live map. */
export function useMapCommands(verbs: MapVerbs) {
  const { t } = useI18n();
  const format = useFormat();
  const bridge = useBridge();
  const router = useRouter();
  const replayToday = useReplayToday();
  const fleet = useFleetStore();
  const live = useLiveStore();
  const choice = useLiveMapStore();
  const session = useSessionStore();
  const settings = useSettingsStore();
  const given = useVehicleLabelsStore();
  const { can } = usePermission();
  const words = useStateWords();
  const places = useWhereWords();
  const several = useSeveralCommands(() => tell('vehicles.labels.notKept'));
  const whereIs = useWhereOnce();
  /** What became of the last command, as a sentence. */
  const outcome = shallowRef<string | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tell(key: MessageKey): void {
    outcome.value = t(key);
    clearTimeout(timer);
    timer = setTimeout(() => (outcome.value = null), tellFor);
  }

  onScopeDispose(() => {
    clearTimeout(timer);
  });

  async function copy(
    text: string,
    done: MessageKey,
    failed: MessageKey = 'liveMap.card.copyFailed',
  ): Promise<void> {
    const answer = await bridge.app.copyText(text);
    tell(answer.ok ? done : failed);
  }

  async function openBrowserMap(place: Place): Promise<void> {
    const answer = await bridge.app.openInBrowserMap(place);
    if (!answer.ok) tell('liveMap.card.openBrowserMapFailed');
  }

  async function checkNow(vehicleId: string): Promise<void> {
    const answer = await bridge.live.refresh(vehicleId);
    tell(answer.ok ? 'liveMap.commands.checked' : 'liveMap.commands.checkFailed');
  }

  async function pin(vehicleId: string, isPinned: boolean): Promise<void> {
    const error = await given.change({ kind: 'assign', keys: [vehicleId], isPinned });
    if (error) tell('vehicles.labels.notKept');
    else tell(isPinned ? 'vehicles.labels.isPinned' : 'vehicles.labels.isUnpinned');
  }

  /** A position as a text for other people, with a link to a map in their browser. */
  async function sharedText(place: Place, vehicleId: string | null): Promise<string> {
    const { latitude, longitude } = place;
    const where = await whereIs(place);
    const lines = [
      ...(where ? [places.full(where)] : []),
      `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`,
      browserMapAddress(place, settings.state.browserMap),
    ].filter((line) => line !== '');
    if (vehicleId === null) return lines.join('\n');
    const state = describeState(live.vehicles.get(vehicleId), timeNow());
    const at =
      state.at === null ? null : `${format.dateTime(state.at)} ${format.zoneName(state.at)}`;
    const what = [nameOf(vehicleId), words.sentence(state), at].filter((part) => part !== null);
    return [what.join(' · '), ...lines].join('\n');
  }

  async function share(place: Place, vehicleId: string | null): Promise<void> {
    await copy(await sharedText(place, vehicleId), 'liveMap.commands.shared');
  }

  function nameOf(vehicleId: string): string {
    return nameOfVehicle(fleet.vehicles.get(vehicleId), vehicleId);
  }

  /** What can be done with a place, whether a vehicle is there or not. */
  function ofPlace(place: Place | null, vehicleId: string | null): MenuItem[] {
    const refusal = place ? null : t('liveMap.commands.noPosition');
    const item = (
      id: 'nearest' | 'measure' | 'copy' | 'share' | 'browserMap',
      icon: MenuItem['icon'],
      act: (at: Place) => void,
    ): MenuItem => ({
      id,
      icon,
      refusal,
      label: t(`liveMap.commands.${id}`),
      run: () => {
        if (place) act(place);
      },
    });
    return [
      {
        ...item('nearest', Radar, (at) => {
          choice.seekNearest({ place: at, vehicleId });
          choice.isListOpen = true;
        }),
        parted: true,
      },
      item('measure', Ruler, (at) => {
        verbs.measure(at);
      }),
      {
        ...item('copy', Copy, ({ latitude, longitude }) => {
          const text = `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`;
          void copy(text, 'liveMap.card.copied');
        }),
        parted: true,
      },
      item('share', Share2, (at) => {
        void share(at, vehicleId);
      }),
      item('browserMap', Globe, (at) => void openBrowserMap(at)),
    ];
  }

  function follow(vehicleId: string): void {
    const follows = choice.selected === vehicleId && choice.follows;
    choice.select(vehicleId);
    choice.follows = !follows;
  }

  function ofVehicle(vehicleId: string): MenuItem[] {
    const place = placeOfFix(live.vehicles.get(vehicleId)?.fix ?? null);
    const follows = choice.selected === vehicleId && choice.follows;
    const unplaced = place ? null : t('liveMap.commands.noPosition');
    const frozen = session.isFrozen ? t('liveMap.card.frozen') : null;
    const mayTrack = can('tracking', 'read', vehicleId).reason;
    const { isPinned } = given.labeled(vehicleId);
    return [
      {
        id: 'centre',
        icon: Crosshair,
        label: t('liveMap.card.centre'),
        refusal: unplaced,
        run: () => {
          choice.select(vehicleId);
          verbs.centre(vehicleId);
        },
      },
      {
        id: 'follow',
        icon: follows ? LocateFixed : Locate,
        label: t(follows ? 'liveMap.commands.unfollow' : 'liveMap.card.follow'),
        refusal: follows ? null : (unplaced ?? frozen ?? mayTrack),
        run: () => {
          follow(vehicleId);
        },
      },
      {
        id: 'check',
        icon: RotateCw,
        label: t('liveMap.card.refresh'),
        refusal: frozen ?? mayTrack,
        run: () => void checkNow(vehicleId),
      },
      {
        id: 'replay',
        icon: Play,
        label: t('liveMap.card.replayToday'),
        refusal: can('trajectories', 'read', vehicleId).reason,
        parted: true,
        run: () => {
          replayToday(vehicleId);
        },
      },
      {
        id: 'open',
        icon: SquareArrowOutUpRight,
        label: t('liveMap.card.openVehicle'),
        run: () => void router.push({ path: '/vehicles', query: { record: vehicleId } }),
      },
      {
        id: 'pin',
        icon: isPinned ? PinOff : Pin,
        label: t(isPinned ? 'vehicles.labels.unpin' : 'vehicles.labels.pin'),
        parted: true,
        run: () => void pin(vehicleId, !isPinned),
      },
      {
        id: 'labels',
        icon: Tags,
        label: t('vehicles.labels.edit'),
        run: () => {
          choice.labeling = [vehicleId];
        },
      },
      ...ofPlace(place, vehicleId),
      {
        id: 'link',
        icon: Link,
        label: t('app.link.copy'),
        run: () => {
          const link = writeDeepLink({ screen: 'vehicle', id: vehicleId });
          void copy(link, 'app.link.copied', 'app.link.copyFailed');
        },
      },
    ];
  }

  return {
    outcome,
    ofVehicle,
    ofSeveral: several.commands,
    /** The lines of a menu, and what it is called. */
    of({ vehicleId, place }: MenuRequest): { label: string; items: MenuItem[] } {
      // A marked row stands for all of them; a marker on the map for itself.
      const { keys } = choice.marked;
      if (vehicleId !== null && place === null && keys.size > 1 && keys.has(vehicleId)) {
        return { label: several.label(), items: several.commands() };
      }
      if (vehicleId !== null) return { label: nameOf(vehicleId), items: ofVehicle(vehicleId) };
      const centre: MenuItem = {
        id: 'centre',
        icon: Crosshair,
        label: t('liveMap.commands.centreHere'),
        run: () => {
          if (place) verbs.centrePlace(place);
        },
      };
      return { label: t('liveMap.commands.ofPlace'), items: [centre, ...ofPlace(place, null)] };
    },
  };
}
