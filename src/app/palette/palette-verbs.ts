import { isLocalKey, type Fields, type RecordKey } from '@contract/records';
import { fieldsOf, labelOf } from '@contract/resources';
import { Locate, Play, Power, PowerOff, SquareArrowOutUpRight } from '@lucide/vue';
import type { Component } from 'vue';
import { useRouter } from 'vue-router';
import type { RecordKind } from '@/features/records/kind';
import { useI18n } from '@/i18n/i18n';
import type { Activation } from '../activation';
import type { FindingVerb } from './findings';
import { useReplayToday } from '../replay-today';
import { shortcutsOf } from '../shortcut-keys';
import type { Shortcut } from '../shortcuts';
import { useSessionStore } from '../stores/session-store';
import { usePermission } from '../use-permission';

/** What can be done with a record that the palette found, beside what Enter does. */
export function useRecordVerbs(
  activation: Pick<Activation, 'ask' | 'activate'>,
): (kind: RecordKind, row: { key: RecordKey; fields: Fields }) => readonly FindingVerb[] {
  const { t } = useI18n();
  const replayToday = useReplayToday();
  const router = useRouter();
  const session = useSessionStore();
  const { can, refusal } = usePermission();
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

  function ofVehicle(key: RecordKey): FindingVerb[] {
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
  }

  /** Where the service does not tell whether a record is active, both can be meant. */
  function activating(kind: RecordKind, key: RecordKey, fields: Fields): FindingVerb[] {
    const { collection } = kind;
    if (!can(collection, 'activate').isOffered) return [];
    const record = { kind, key, name: labelOf(collection, fields) ?? key };
    const deactivate: FindingVerb = {
      label: t('records.actions.deactivate'),
      icon: PowerOff,
      refusal: () => refusal(collection, 'activate', key),
      run: () => {
        activation.ask(record);
      },
    };
    const activate: FindingVerb = {
      label: t('records.actions.activate'),
      icon: Power,
      refusal: () => refusal(collection, 'activate', key),
      run: () => void activation.activate(record),
    };
    if (!('deactivatedAt' in fieldsOf(collection))) return [activate, deactivate];
    return [typeof fields['deactivatedAt'] === 'number' ? activate : deactivate];
  }

  return (kind, { key, fields }) => {
    // One that the service doesn't know yet has nothing but its record, which Enter opens.
    if (isLocalKey(key)) return [];
    const own = kind.collection === 'vehicles' ? ofVehicle(key) : [];
    return [...own, ...activating(kind, key, fields)];
  };
}
