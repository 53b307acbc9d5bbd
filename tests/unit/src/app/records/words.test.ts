import { flushPromises } from '@vue/test-utils';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { defineComponent } from 'vue';
import type { OutboxEntry } from '@contract/outbox';
import { setLocale } from '@/i18n/i18n';
import { useEntryWords } from '@/app/records/entry-words';
import { useFieldWords } from '@/app/records/field-words';
import { useRecordLabels } from '@/app/records/record-labels';
import { useBridge } from '@/bridge';
import type { OfficeOptions } from '../../../../mocked-main/office';
import { entry } from '../../features/outbox/entries';
import { render } from '../../render';

const now = Date.UTC(2026, 10, 25, 17, 2, 31);

/** The words as a component has them. */
async function words(office: OfficeOptions = {}) {
  const found = { entries: null, fields: null } as {
    entries: ReturnType<typeof useEntryWords> | null;
    fields: ReturnType<typeof useFieldWords> | null;
  };
  await render(
    defineComponent({
      setup() {
        found.entries = useEntryWords();
        found.fields = useFieldWords();
        return () => null;
      },
    }),
    { office },
  );
  const { entries, fields } = found;
  if (!entries || !fields) throw new Error('not set up');
  return { entries, fields };
}

const plain = (text: string) => text.replace(/\s/g, ' ');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(now);
  return () => {
    vi.useRealTimers();
    setLocale('en');
  };
});

describe('fields in words', () => {
  it('have a name each, and one for the midst of a sentence', async () => {
    const { fields } = await words();
    expect(fields.nameOf('vehicles', 'brandName')).toBe('Make');
    expect(fields.nameWithin('vehicles', 'brandName')).toBe('make');
    expect(fields.nameWithin('vehicles', 'vin')).toBe('VIN');
    expect(fields.nameOf('vehicles', 'unheard_of')).toBe('unheard_of');
  });

  it.each([
    ['vehicles', 'color', null, 'empty'],
    ['vehicles', 'color', '', 'empty'],
    ['vehicles', 'plate', '<b>ABC</b>', '<b>ABC</b>'],
    ['vehicles', 'typeName', 'truck', 'Truck'],
    ['vehicles', 'typeName', 'Rickshaw', 'Rickshaw'],
    ['vehicles', 'userNames', ['Ana', 'Rui'], 'Ana, Rui'],
    ['vehicles', 'userNames', [], 'empty'],
    ['vehicles', 'createdAt', now, 'Nov 25, 2026, 14:02'],
    ['users', 'birthdate', '1984-02-29', 'Feb 29, 1984'],
    ['users', 'birthdate', 'unknown', 'unknown'],
    ['users', 'locale', 'pt-BR', 'Brazilian Portuguese'],
    ['users', 'locale', '?', '?'],
    ['users', 'cpf', '22933411512', '229.334.115-12'],
    ['users', 'emergencyPhone', '+5563995834891', '+55 63 99583-4891'],
    ['chips', 'number', '+5563995834891', '+55 63 99583-4891'],
    ['chips', 'apnPassword', 'secret', '••••••••'],
  ] as const)('show %s.%s %j as %s', async (collection, field, value, text) => {
    const { fields } = await words();
    const given = typeof value === 'object' && value !== null ? [...value] : value;
    expect(plain(fields.valueOf(collection, field, given))).toBe(text);
  });

  it('name a record that is referred to once it is read, and again after it changed', async () => {
    const { fields } = await words();
    const rows = vi.spyOn(useBridge().records, 'rows');
    const answer = (name: string) =>
      Promise.resolve({
        ok: true as const,
        data: [
          {
            key: 'ent000000000001',
            fields: { name },
            mark: 'none' as const,
            changed: [],
            readAt: now,
            goneAt: null,
          },
        ],
      });
    rows.mockReturnValueOnce(answer('Filial Norte'));
    const read = () => fields.valueOf('vehicles', 'enterpriseId', 'ent000000000001');
    expect(read()).toBe('ent000000000001');
    await flushPromises();
    expect(read()).toBe('Filial Norte');
    expect(rows).toHaveBeenCalledTimes(1);
  });

  it('ask for many names at once', async () => {
    await words();
    const labels = useRecordLabels();
    const rows = vi.spyOn(useBridge().records, 'rows');
    labels.labelOf('roles', 'rol000000000001');
    labels.labelOf('roles', 'rol000000000002');
    await flushPromises();
    expect(rows).toHaveBeenCalledTimes(1);
    expect(rows.mock.calls[0]?.[0]).toMatchObject({
      keys: ['rol000000000001', 'rol000000000002'],
    });
  });
});

describe('queued changes in words', () => {
  const device = { collection: 'devices', key: 'dev1', label: 'Tracker 7' } as const;
  const person = { collection: 'users', key: 'usr1', label: 'Ana' } as const;
  const cases: [string, Partial<OutboxEntry>, string][] = [
    ['an update', {}, 'Change vehicle ABC-1D23: color'],
    [
      'an update of many fields',
      { fields: { color: 'a', code: 'b', batch: 'c', vin: 'd', year: 'e' } },
      'Change vehicle ABC-1D23: color, code, batch and 2 more',
    ],
    ['a create', { kind: 'create' }, 'New vehicle ABC-1D23'],
    ['a delete', { kind: 'delete' }, 'Delete vehicle ABC-1D23'],
    ['a deactivation', { kind: 'deactivate', subject: person }, 'Deactivate user Ana'],
    [
      'a device',
      { kind: 'associate', other: device, side: 'devices', fields: {} },
      'Add device Tracker 7 to vehicle ABC-1D23',
    ],
    [
      'a main device',
      { kind: 'associate', other: device, side: 'devices', fields: { isMain: 1 } },
      'Add device Tracker 7 to vehicle ABC-1D23 as its main device',
    ],
    [
      'a person who leaves',
      { kind: 'dissociate', other: person, side: 'users', fields: {} },
      'Remove Ana from vehicle ABC-1D23',
    ],
    [
      'one without a name',
      { kind: 'create', subject: { collection: 'chips', key: 'local:x', label: '' } },
      'New chip local:x',
    ],
  ];

  it.each(cases)('say what %s is', async (_, change, text) => {
    const { entries } = await words();
    expect(entries.title(entry('one', change))).toBe(text);
  });

  const reasons: [string, Partial<OutboxEntry>, string][] = [
    ['its turn', {}, 'In the queue'],
    ['a pause', { holdUp: { kind: 'paused' } }, 'Sending is paused'],
    ['a retry', { holdUp: { kind: 'retry', at: now + 39_400 } }, 'Next attempt in 40s'],
    ['a retry that is due', { holdUp: { kind: 'retry', at: now - 1 } }, 'Trying again'],
    [
      'an undo',
      { state: 'held', holdUp: { kind: 'undo', until: now + 6200 } },
      'You can undo for 7s',
    ],
    ['what is unknown', { holdUp: { kind: 'after', entryId: 'gone' } }, 'After another change'],
    ['the service', { state: 'sending', holdUp: null }, 'Being sent…'],
    [
      'a look',
      { state: 'unsure', holdUp: { kind: 'queue' } },
      'The answer was lost; checking whether it arrived…',
    ],
    [
      'the line, then a look',
      { state: 'unsure', holdUp: { kind: 'workOffline' } },
      'May have arrived, will be checked · You are working offline',
    ],
    [
      'a person',
      { state: 'attention', holdUp: null, trouble: { kind: 'gone' } },
      'No longer on the service',
    ],
    ['nothing', { state: 'sent', holdUp: null, sentAt: now }, 'Sent at 14:02'],
  ];

  it.each(reasons)('say that one waits for %s', async (_, change, text) => {
    const { entries } = await words();
    expect(plain(entries.why(entry('one', change), now))).toBe(text);
  });

  it('follow the language', async () => {
    const { entries } = await words();
    setLocale('pt-BR');
    expect(entries.title(entry('one'))).toBe('Alterar o veículo ABC-1D23: cor');
    setLocale('es');
    expect(entries.title(entry('one', { kind: 'delete' }))).toBe('Eliminar el vehículo ABC-1D23');
  });
});

describe('a refused association says in the language of the reader', () => {
  const subject = { collection: 'vehicles', key: 'veh000000000005', label: 'ABC-1D23' } as const;
  const other = { collection: 'devices', key: 'dev000000000016', label: 'Tracker 16' } as const;

  it.each([
    ['the vehicle and the device belong to different enterprises', 'associate', 'otherEnterprise'],
    ['is_main_device: the vehicle already has a main device', 'makeMain', 'hasMainDevice'],
  ] as const)('why: %s', async (serviceMessage, kind, says) => {
    const error = { code: 'invalid-request', message: 'answered 400', serviceMessage } as const;
    const trouble = { kind: 'refused', error } as const;
    const refused = entry('no', { kind, side: 'devices', subject, other, trouble, fields: {} });
    const { entries } = await words();
    const en = {
      otherEnterprise: 'Tracker 16 and ABC-1D23 belong to different enterprises.',
      hasMainDevice: 'ABC-1D23 already has a main device.',
    };
    expect(entries.meaningOf(refused)).toBe(en[says]);
    expect(entries.adviceOf(refused)).toContain('once the problem is solved');
    setLocale('pt-BR');
    expect(entries.meaningOf(refused)).not.toBe(en[says]);
  });

  it('that a person is on the vehicle already', async () => {
    const error = { code: 'invalid-request', message: 'user_id is already associated' } as const;
    const person = { collection: 'users', key: 'usr000000000016', label: 'Ana Souza' } as const;
    const refused = entry('no', {
      ...{ kind: 'associate', side: 'users', subject, other: person, fields: {} },
      trouble: { kind: 'refused', error },
    });
    expect((await words()).entries.meaningOf(refused)).toBe('Ana Souza is already on ABC-1D23.');
  });
});
