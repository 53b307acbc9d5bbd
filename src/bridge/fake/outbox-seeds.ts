import type { ChangeSubject, DeletedRecord } from '@contract/outbox';
import type { Vehicle } from '@contract/vehicles';
import type { FakeEntries } from './entries';

const minute = 60_000;

/** A user of the fake office by number. */
function user(index: number, label: string): ChangeSubject {
  return { collection: 'users', key: `usr${String(index).padStart(12, '0')}`, label };
}

/** Queues one change in every state, as after a bad morning in the fake office. */
export function seedOutbox(entries: FakeEntries, vehicles: readonly Vehicle[], now: number): void {
  const vehicle = (index: number): ChangeSubject => ({
    collection: 'vehicles',
    key: vehicles[index]?.id ?? '',
    label: vehicles[index]?.plate ?? '',
  });

  entries.add({
    kind: 'create',
    subject: {
      collection: 'vehicles',
      key: `local:${'refused'.padEnd(20, '0')}`,
      label: 'QWE-4R56',
    },
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
    state: 'attention',
    holdUp: null,
    trouble: {
      kind: 'refused',
      error: {
        code: 'invalid-request',
        status: 400,
        message: 'POST /v2/vehicles answered 400',
        serviceMessage: 'Validation failed',
        fields: [
          { path: 'attributes.year', message: 'year must not be greater than 2027' },
          { path: 'attributes.vin', message: 'vin is already in use <script>alert(1)</script>' },
        ],
      },
    },
    createdAt: now - 52 * minute,
    attempts: 1,
  });
  entries.add({
    kind: 'update',
    subject: vehicle(3),
    base: { description: null, color: '#2C3E50', code: 'F-004' },
    fields: { description: 'Baú novo, revisado em novembro', color: '#FFFFFF', code: 'F-204' },
    state: 'attention',
    holdUp: null,
    trouble: {
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
    createdAt: now - 47 * minute,
    attempts: 1,
  });
  entries.add({
    kind: 'create',
    subject: { ...user(901, 'Helena Dias'), key: `local:${'uncertain'.padEnd(20, '0')}` },
    fields: { username: 'helena.dias', name: 'Helena Dias', email: 'helena@vilaclara.example' },
    hasPassword: true,
    state: 'attention',
    holdUp: null,
    trouble: {
      kind: 'uncertain',
      error: { code: 'timeout', message: 'POST /v2/users: no answer within 30 s' },
    },
    createdAt: now - 44 * minute,
    attempts: 1,
  });
  entries.add({
    kind: 'update',
    subject: user(41, 'Otávio Reis'),
    base: { phone1: '+55 11 98888-1111' },
    fields: { phone1: '+55 11 97777-2222' },
    state: 'attention',
    holdUp: null,
    trouble: { kind: 'gone' },
    createdAt: now - 41 * minute,
    attempts: 1,
  });
  entries.add({
    kind: 'delete',
    subject: vehicle(9),
    base: { plate: vehicles[9]?.plate ?? null, typeName: 'pickup truck', description: null },
    state: 'attention',
    holdUp: null,
    trouble: {
      kind: 'changed',
      fields: [{ field: 'description', base: null, theirs: 'Reservado para a filial norte' }],
      associatedWith: ['Tracker 131', 'Rafael Lima Duarte'],
    },
    createdAt: now - 33 * minute,
  });
  entries.add({
    kind: 'update',
    subject: vehicle(12),
    base: { batch: null },
    fields: { batch: '2026-11' },
    state: 'attention',
    holdUp: null,
    trouble: { kind: 'recovered' },
    createdAt: now - 26 * 60 * minute,
  });
  const created = entries.add({
    kind: 'create',
    subject: {
      collection: 'vehicles',
      key: `local:${'waiting'.padEnd(20, '0')}`,
      label: 'ABC-1D23',
    },
    fields: { plate: 'ABC-1D23', typeName: 'van', brandName: 'Fiat', modelName: 'Ducato' },
    holdUp: { kind: 'retry', at: now + 40_000 },
    createdAt: now - 12 * minute,
    attempts: 2,
  });
  entries.add({
    kind: 'associate',
    subject: created.subject,
    other: { collection: 'devices', key: 'dev000000000031', label: 'Tracker 131' },
    side: 'devices',
    holdUp: { kind: 'after', entryId: created.id },
    createdAt: now - 11 * minute,
  });
  entries.add({
    kind: 'update',
    subject: vehicle(5),
    base: { color: '#1F77B4', description: null },
    fields: { color: '#0B6E4F', description: 'Linha 12, garagem norte' },
    createdAt: now - 9 * minute,
  });
  entries.add({
    kind: 'deactivate',
    subject: user(17, 'Vinícius Prado'),
    createdAt: now - 8 * minute,
  });
  entries.add({
    kind: 'update',
    subject: vehicle(8),
    base: { registrationNumber: null, year: '2019' },
    fields: { registrationNumber: '00891234567', year: '2020' },
    state: 'unsure',
    holdUp: null,
    createdAt: now - 7 * minute,
    attempts: 1,
  });
  entries.add({
    kind: 'delete',
    subject: vehicle(15),
    base: { plate: vehicles[15]?.plate ?? null },
    state: 'held',
    holdUp: { kind: 'undo', until: now + 10_000 },
    createdAt: now,
  });
}

/** What the fake office deleted in the last weeks. */
export function seedDeleted(now: number): DeletedRecord[] {
  const day = 24 * 60 * minute;
  return [
    {
      id: 'deleted-vehicle',
      subject: { collection: 'vehicles', key: 'veh000000000901', label: 'RTK-4F21' },
      fields: {
        plate: 'RTK-4F21',
        typeName: 'truck',
        brandName: 'Volvo',
        modelName: 'FH 460',
        year: '2018',
        color: '#F5F5F5',
        vin: '9BVAG20D8JE123456',
      },
      associations: [
        { side: 'devices', label: 'Tracker 118', isMain: true },
        { side: 'users', label: 'Márcia Teixeira', isMain: false },
      ],
      deletedAt: now - 3 * day,
      lost: ['id', 'registrationNumber'],
      recreatedAs: null,
    },
    {
      id: 'deleted-user',
      subject: user(77, 'Bruno Salles'),
      fields: { username: 'bruno.salles', name: 'Bruno Salles', email: 'bruno@vilaclara.example' },
      associations: [{ side: 'users', label: 'LNK-2J88', isMain: false }],
      deletedAt: now - 9 * day,
      lost: ['id', 'password', 'roleId'],
      recreatedAs: null,
    },
    {
      id: 'deleted-chip',
      subject: { collection: 'chips', key: 'chp000000000003', label: '8955010000000000003' },
      fields: { serial: '8955010000000000003', carrier: 'Vivo', number: '+55 11 91234-0003' },
      associations: [],
      deletedAt: now - 31 * day,
      lost: ['id'],
      recreatedAs: 'chp000000000048',
    },
  ];
}
