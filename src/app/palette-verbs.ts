import { isLocalKey, type RecordKey } from '@contract/records';
import { Locate, Play, SquareArrowOutUpRight } from '@lucide/vue';
import type { Component } from 'vue';
import { useRouter } from 'vue-router';
import { useI18n } from '@/i18n/i18n';
import type { FindingVerb } from './findings';
import { useReplayToday } from './replay-today';
import { shortcutsOf } from './shortcut-keys';
import type { Shortcut } from './shortcuts';
import { useSessionStore } from './stores/session-store';
import { usePermission } from './use-permission';

/** What can be done with a vehicle that the palette found, beside showing it on the map. */
export function useVehicleVerbs(): (key: RecordKey) => readonly FindingVerb[] {
  const { t } = useI18n();
  const replayToday = useReplayToday();
  const router = useRouter();
  const session = useSessionStore();
  const { can } = usePermission();
  const on = shortcutsOf('app.search.title');

  function verb(
    icon: Component,
    [shortcut]: readonly Shortcut[],
    refusal: FindingVerb['refusal'] = () => null,
  ): FindingVerb[] {
    if (shortcut === undefined) return [];
    const { keys, label, run } = shortcut;
    return [{ keys, label: t(label), icon, refusal, run }];
  }

  return (key) => {
    // One that the service doesn't know yet has nothing but its record, which Enter opens.
    if (isLocalKey(key)) return [];
    const open = () => void router.push({ path: '/vehicles', query: { record: key } });
    const replay = () => {
      replayToday(key);
    };
    const follow = () => void router.push({ path: '/map', query: { vehicle: key, follow: null } });
    return [
      ...verb(SquareArrowOutUpRight, on('liveMap.card.openVehicle', { run: open })),
      ...verb(
        Play,
        on('liveMap.card.replayToday', { run: replay }),
        () => can('trajectories', 'read', key).reason,
      ),
      ...verb(Locate, on('liveMap.card.follow', { run: follow }), () =>
        session.isFrozen ? t('liveMap.card.frozen') : can('tracking', 'read', key).reason,
      ),
    ];
  };
}
