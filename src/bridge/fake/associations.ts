import type { Association, AssociationSide } from '@contract/associations';
import type { BridgeCalls } from '@contract/bridge';
import type { Result } from '@contract/errors';
import type { TopicPatch } from '@contract/events';
import type { OutboxEntry } from '@contract/outbox';
import type { RecordKey } from '@contract/records';
import { detailOf } from '@contract/resources';
import type { FakeEntries } from './entries';
import { idOf } from './fleet';
import type { FakeRecords } from './records';

/** What the fake associations stand on. */
export type FakeAssociationsOptions = {
  records: FakeRecords;
  entries: FakeEntries;
  now(): number;
  publish(patch: TopicPatch<'records'>): void;
  answer<T>(channel: string, make: () => T): Promise<Result<T>>;
};

type Kept = Omit<Association, 'vehicleLabel' | 'otherLabel' | 'otherDetail' | 'mark'>;

const day = 86_400_000;

/** Which devices and people are on which vehicles of the invented office. */
export function createFakeAssociations(options: FakeAssociationsOptions) {
  const { records, entries, now, answer } = options;
  const kept = new Map<RecordKey, Kept>();
  /** Associations that an open entry is about. */
  const underWay = new Map<RecordKey, string>();
  /** When a side of a vehicle was listed anew. */
  const listedAt = new Map<string, number>();
  const completing = new Set<AssociationSide>();
  let listed = 0.7;
  let made = 0;

  records.keys('vehicles').forEach((vehicleKey, index) => {
    const add = (side: AssociationSide, other: number, isMain: boolean) => {
      const key = idOf(side === 'devices' ? 'da' : 'ua', index * 3 + (isMain ? 0 : 1));
      kept.set(key, {
        key,
        vehicleKey,
        side,
        otherKey: idOf(side === 'devices' ? 'dev' : 'usr', other),
        isMain,
        createdAt: now() - (200 + index) * day,
      });
    };
    if (index % 17 !== 16) add('devices', index, true);
    if (index % 5 === 0 && index > 0) add('devices', index - 1, false);
    if (index % 6 !== 5) add('users', index % 7, false);
  });

  function shown(association: Kept): Association {
    const { side, otherKey, vehicleKey, key } = association;
    const fields = records.fieldsOf({ collection: side, key: otherKey });
    const entry = entries.get(underWay.get(key) ?? '');
    return {
      ...association,
      vehicleLabel: records.labelOf({ collection: 'vehicles', key: vehicleKey }),
      otherLabel: records.labelOf({ collection: side, key: otherKey }),
      otherDetail: fields ? detailOf(side, fields) : null,
      mark: entry ? markFor(entry) : 'none',
    };
  }

  function markFor(entry: OutboxEntry): Association['mark'] {
    const mark = entries.markOf([entry]);
    return entry.kind === 'dissociate' && mark === 'waiting' ? 'deleting' : mark;
  }

  function ofVehicle(vehicleKey: RecordKey, side: AssociationSide) {
    const items = [...kept.values()].filter(
      (each) => each.vehicleKey === vehicleKey && each.side === side,
    );
    const readAt = listedAt.get(`${vehicleKey} ${side}`) ?? now() - 3_600_000;
    return { items: items.map(shown), readAt };
  }

  const heldBack = () => ({
    state: 'held' as const,
    holdUp: { kind: 'undo' as const, until: now() + 10_000 },
  });

  function queue(
    association: Kept,
    kind: OutboxEntry['kind'],
    more: Partial<OutboxEntry> = kind === 'dissociate' ? heldBack() : {},
  ) {
    const { side, otherKey, vehicleKey, key } = association;
    const labelOf = (collection: 'vehicles' | AssociationSide, of: RecordKey) =>
      records.labelOf({ collection, key: of }) ?? of;
    const entry = entries.add({
      kind,
      side,
      ...more,
      subject: {
        collection: 'vehicles',
        key: vehicleKey,
        label: labelOf('vehicles', vehicleKey),
      },
      other: { collection: side, key: otherKey, label: labelOf(side, otherKey) },
    });
    underWay.set(key, entry.id);
    return { entryId: entry.id, key };
  }

  entries.subscribe((changed) => {
    for (const { id, state, kind, subject, other } of changed) {
      if (state !== 'sent' && state !== 'discarded') continue;
      for (const [key, entryId] of underWay) {
        if (entryId !== id) continue;
        underWay.delete(key);
        if ((kind === 'dissociate') === (state === 'sent')) kept.delete(key);
      }
      if (other) {
        const keys = { [subject.collection]: [subject.key], [other.collection]: [other.key] };
        options.publish({ syncs: {}, changed: keys, renamed: {} });
      }
    }
  });

  function get(key: RecordKey): Kept {
    const found = kept.get(key);
    if (!found) throw new Error('No such association.');
    return found;
  }

  const calls: BridgeCalls<number>['associations'] = {
    ofVehicle: ({ vehicleKey, side }) =>
      Promise.resolve({ ok: true, data: ofVehicle(vehicleKey, side) }),
    refresh: ({ vehicleKey, side }) =>
      answer('associations.refresh', () => {
        listedAt.set(`${vehicleKey} ${side}`, now());
        return ofVehicle(vehicleKey, side);
      }),
    ofOther: ({ side, otherKey }) => {
      const of = records.keys('vehicles').length;
      const checked = Math.round(of * listed);
      return Promise.resolve({
        ok: true,
        data: {
          items: [...kept.values()]
            .filter((each) => each.side === side && each.otherKey === otherKey)
            .map(shown),
          checked,
          of,
          withheld: 0,
          minutesToComplete: Math.ceil((of - checked) / 6),
          isNew: otherKey.startsWith('local:') || otherKey.startsWith('new'),
          isCompleting: completing.has(side),
        },
      });
    },
    complete: ({ side, isWanted }) =>
      answer('associations.complete', () => {
        if (isWanted) completing.add(side);
        else completing.delete(side);
        if (isWanted) listed = Math.min(1, listed + 0.15);
        options.publish({ syncs: {}, changed: { [side]: null }, renamed: {} });
        return undefined;
      }),
    add: ({ vehicleKey, side, otherKey, isMain }) =>
      answer('associations.add', () => {
        made += 1;
        const association: Kept = {
          key: `local:${String(made).padStart(21, 'a')}`,
          vehicleKey,
          side,
          otherKey,
          isMain,
          createdAt: null,
        };
        kept.set(association.key, association);
        return queue(association, 'associate');
      }),
    addSeveral: ({ side, vehicleKeys, otherKeys }) =>
      answer('associations.addSeveral', () => {
        const action = `several-${made}`;
        const pairs = vehicleKeys.flatMap((vehicleKey) =>
          otherKeys.map((otherKey) => ({ vehicleKey, otherKey })),
        );
        const entryIds = pairs.map((pair) => {
          made += 1;
          const key = `local:${String(made).padStart(21, 'a')}`;
          kept.set(key, { ...pair, key, side, isMain: false, createdAt: null });
          return queue(get(key), 'associate', { action, ...heldBack() }).entryId;
        });
        return { entryIds };
      }),
    makeMain: ({ key, vehicleKey }) =>
      answer('associations.makeMain', () => {
        for (const each of kept.values()) {
          if (each.vehicleKey === vehicleKey && each.side === 'devices') {
            kept.set(each.key, { ...each, isMain: each.key === key });
          }
        }
        return queue(get(key), 'makeMain');
      }),
    former: () => answer('associations.former', () => []),
    remove: ({ key }) => answer('associations.remove', () => queue(get(key), 'dissociate')),
    replaceDevice: ({ key, otherKey }) =>
      answer('associations.replaceDevice', () => {
        const old = get(key);
        made += 1;
        const coming = { ...old, key: `local:${String(made).padStart(21, 'a')}`, otherKey };
        kept.set(coming.key, { ...coming, isMain: false, createdAt: null });
        const together = { action: `action-${made}`, ...heldBack() };
        const first = queue(coming, 'associate', together);
        if (old.isMain) queue(coming, 'makeMain', together);
        queue(old, 'dissociate', together);
        return first;
      }),
  };

  const places: BridgeCalls<number>['records']['places'] = ({ side, otherKeys }) =>
    Promise.resolve({
      ok: true,
      data: [...kept.values()]
        .filter((each) => each.side === side && otherKeys.includes(each.otherKey))
        .map(shown)
        .map(({ otherKey, vehicleKey, vehicleLabel, isMain }) => ({
          otherKey,
          vehicleKey,
          vehicleLabel,
          isMain,
        })),
    });

  return { calls, places };
}
