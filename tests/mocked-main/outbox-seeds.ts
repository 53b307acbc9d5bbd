import { associationSides } from '@contract/associations';
import type { ChangeSubject, OutboxEntry } from '@contract/outbox';
import type { Fields } from '@contract/records';
import { RecordNews } from '@core/fleet/record-news';
import { newEntry } from '@core/outbox/entering/new-entry';
import { Journal } from '@core/outbox/entries/journal';
import type { Store, StoredAssociation, StoredDeletion, StoredEntry } from '@core/ports/store';

const minute = 60_000;
const day = 24 * 60 * minute;

/** A change that was made before: what is not given follows from its kind. */
export type EntrySeed = Pick<StoredEntry, 'kind' | 'subject'> & Partial<StoredEntry>;

/** A change as screens show it, of which the kind and the subject are known. */
export type EntryDraft = Pick<OutboxEntry, 'kind' | 'subject'> &
  Partial<OutboxEntry> &
  Partial<Pick<StoredEntry, 'associationKey'>>;

/** A change that was made before, out of what screens show of it. */
export function seedOf({ holdUp = null, hasPassword, ...draft }: EntryDraft): EntrySeed {
  return {
    ...draft,
    password: hasPassword === true ? 'of nobody' : null,
    notBefore: holdUp?.kind === 'undo' ? holdUp.until : holdUp?.kind === 'retry' ? holdUp.at : null,
    after: holdUp?.kind === 'after' ? [holdUp.entryId] : [],
  };
}

/** Queues changes as an earlier run of the app left them. */
export async function queueEntries(
  store: Store,
  seeds: readonly EntrySeed[],
  now: number,
  associations: readonly StoredAssociation[] = [],
): Promise<void> {
  const journal = new Journal({ store, news: new RecordNews() });
  await journal.load();
  let made = 0;
  const random = { fraction: () => 0, id: () => `entry-${(made += 1)}` };
  const entries = seeds.map((seed) =>
    newEntry({ clock: { now: () => now } as never, random }, seed),
  );
  await journal.exclusively(() => journal.write({ entries, associations }));
}

/** A record of an office with what the service has of it, by the app's names. */
export interface Known extends ChangeSubject {
  readonly fields: Fields;
}

/** Which records of an office the seeds are about. */
export interface Subjects {
  vehicle(index: number): Known;
  user(index: number): Known;
  device(index: number): Known;
}

/** What a change is about, and what it changes from where that still stands at the service. */
function of({ fields, ...subject }: Known, ...names: string[]) {
  const base = Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
  return { subject, base };
}

/** One change in every state, as after a bad morning. */
export async function queueEveryState(
  store: Store,
  { vehicle, user, device }: Subjects,
  now: number,
): Promise<void> {
  const made = (collection: 'vehicles' | 'users', name: string, label: string): ChangeSubject => ({
    collection,
    key: `local:${name.padEnd(20, '0')}`,
    label,
  });
  const needsPerson = (trouble: NonNullable<OutboxEntry['trouble']>, ago: number) =>
    ({ state: 'attention', trouble, createdAt: now - ago * minute, attempts: 1 }) as const;
  const waiting = made('vehicles', 'waiting', 'ABC-1D23');
  const association: StoredAssociation = {
    key: `local:${'association'.padEnd(20, '0')}`,
    side: 'devices',
    vehicleKey: waiting.key,
    otherKey: device(31).key,
    isMain: true,
    createdAt: null,
    mark: 'none',
    pendingMain: null,
  };
  const seeds: EntrySeed[] = [
    {
      kind: 'create',
      subject: made('vehicles', 'refused', 'QWE-4R56'),
      fields: {
        plate: 'QWE-4R56',
        typeName: 'truck',
        brandName: 'Scania',
        modelName: 'R 450',
        year: '2031',
        color: '#2E5AAC',
        vin: '9BSR6X40003712345',
        description: 'Câmara fria, doca 4',
      },
      ...needsPerson(
        {
          kind: 'refused',
          error: {
            code: 'invalid-request',
            status: 400,
            message: 'POST /v2/vehicles answered 400',
            serviceMessage: 'Validation failed',
            fields: [
              { path: 'attributes.year', message: 'year must not be greater than 2027' },
              {
                path: 'attributes.vin',
                message: 'vin is already in use <script>alert(1)</script>',
              },
            ],
          },
        },
        52,
      ),
    },
    {
      kind: 'update',
      ...of(vehicle(3)),
      base: { description: null, color: '#2C3E50', code: 'F-004' },
      fields: { description: 'Baú novo, revisado em novembro', color: '#FFFFFF', code: 'F-204' },
      ...needsPerson(
        {
          kind: 'conflict',
          fields: [
            {
              field: 'description',
              base: null,
              theirs: 'Em manutenção até 30/11 — pastilhas e alinhamento; liberar só com o Rafael',
              mine: 'Baú novo, revisado em novembro',
            },
            { field: 'color', base: '#2C3E50', theirs: '#D9D9D9', mine: '#FFFFFF' },
          ],
        },
        47,
      ),
    },
    {
      kind: 'create',
      subject: made('users', 'uncertain', 'Helena Dias'),
      fields: { username: 'helena.dias', name: 'Helena Dias', email: 'helena@vilaclara.example' },
      password: 'of nobody',
      ...needsPerson(
        {
          kind: 'uncertain',
          error: { code: 'timeout', message: 'POST /v2/users: no answer within 30 s' },
        },
        44,
      ),
    },
    {
      kind: 'update',
      ...of(user(4), 'phone1'),
      fields: { phone1: '+55 11 97777-2222' },
      ...needsPerson({ kind: 'gone' }, 41),
    },
    {
      kind: 'delete',
      ...of(vehicle(9), 'plate', 'typeName', 'description'),
      ...needsPerson(
        {
          kind: 'changed',
          fields: [{ field: 'description', base: null, theirs: 'Reservado para a filial norte' }],
          associatedWith: ['Tracker 131', 'Rafael Lima Duarte'],
        },
        33,
      ),
    },
    {
      kind: 'update',
      ...of(vehicle(12), 'batch'),
      fields: { batch: '2026-11' },
      ...needsPerson({ kind: 'recovered' }, 26 * 60),
    },
    {
      kind: 'create',
      subject: waiting,
      fields: { plate: 'ABC-1D23', typeName: 'van', brandName: 'Fiat', modelName: 'Ducato' },
      notBefore: now + 40_000,
      createdAt: now - 12 * minute,
      attempts: 2,
    },
    {
      kind: 'associate',
      subject: waiting,
      other: of(device(31)).subject,
      side: 'devices',
      associationKey: association.key,
      fields: { isMain: 1 },
      after: ['entry-7'],
      createdAt: now - 11 * minute,
    },
    {
      kind: 'update',
      ...of(vehicle(5), 'color', 'description'),
      fields: { color: '#0B6E4F', description: 'Linha 12, garagem norte' },
      createdAt: now - 9 * minute,
    },
    { kind: 'deactivate', ...of(user(5)), createdAt: now - 8 * minute },
    {
      kind: 'update',
      ...of(vehicle(8), 'registrationNumber', 'year'),
      fields: { registrationNumber: '00891234567', year: '2020' },
      state: 'unsure',
      createdAt: now - 7 * minute,
      attempts: 1,
      wasInDoubt: true,
    },
    {
      kind: 'delete',
      ...of(vehicle(15), 'plate'),
      state: 'held',
      notBefore: now + 10_000,
      createdAt: now,
    },
  ];
  await queueEntries(store, seeds, now, [association]);
  await store.commit(deletions(now).map((deletion) => ({ kind: 'deletion', deletion }) as const));
}

/** What was deleted in the last weeks. */
function deletions(now: number): StoredDeletion[] {
  const deleted = (
    subject: ChangeSubject,
    fields: StoredDeletion['snapshot']['fields'],
    ago: number,
    associations: StoredDeletion['snapshot']['associations'] = [],
  ): StoredDeletion => ({
    id: `deleted-${subject.collection}`,
    subject,
    snapshot: { fields, raw: null, listed: associationSides, associations },
    unread: [],
    deletedAt: now - ago * day,
    recreatedAs: null,
  });
  return [
    deleted(
      { collection: 'vehicles', key: 'veh000000000901', label: 'RTK-4F21' },
      {
        plate: 'RTK-4F21',
        typeName: 'truck',
        brandName: 'Volvo',
        modelName: 'FH 460',
        year: '2018',
        color: '#F5F5F5',
        vin: '9BVAG20D8JE123456',
      },
      3,
    ),
    deleted(
      { collection: 'users', key: 'usr000000000077', label: 'Bruno Salles' },
      { username: 'bruno.salles', name: 'Bruno Salles', email: 'bruno@vilaclara.example' },
      9,
      [
        {
          side: 'users',
          key: 'ua0000000000901',
          vehicleKey: 'veh000000000902',
          otherKey: 'usr000000000077',
          label: 'LNK-2J88',
          isMain: false,
        },
      ],
    ),
  ];
}
