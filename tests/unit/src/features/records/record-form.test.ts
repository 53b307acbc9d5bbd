import { describe, expect, it } from 'vitest';
import { shallowRef } from 'vue';
import type { Fields, RecordDetail } from '@contract/records';
import { useRecordForm } from '@/features/records/use-record-form';

function detailOf(told: Fields | null, pending: Fields = {}): RecordDetail {
  return {
    collection: 'vehicles',
    key: 'veh000000000001',
    fields: { ...told, ...pending },
    mark: Object.keys(pending).length > 0 ? 'waiting' : 'none',
    changed: Object.keys(pending),
    readAt: 0,
    goneAt: null,
    told,
    setHere: {},
    raw: {},
    unread: [],
    isOutdated: false,
    entryIds: [],
  };
}

function open(told: Fields, pending?: Fields) {
  const detail = shallowRef<RecordDetail | null>(detailOf(told, pending));
  return { detail, form: useRecordForm('vehicles', detail) };
}

describe('a form', () => {
  it('sends only what was touched, and an emptied field as empty', () => {
    const { form } = open({ plate: 'ABC-1D23', code: 'F-1', modelName: 'Atego' });
    expect(form.isDirty.value).toBe(false);
    form.set('modelName', ' Atego 2430 ');
    form.set('code', '');
    expect(form.changes.value).toEqual({ modelName: 'Atego 2430', code: null });
  });

  it('forgets a field that is what it was before', () => {
    const { form } = open({ plate: 'ABC-1D23', code: null });
    form.set('plate', 'ABC-1D2');
    form.set('plate', 'ABC-1D23');
    form.set('code', 'x');
    form.set('code', '');
    expect(form.isDirty.value).toBe(false);
  });

  it('starts from what waits here rather than from what the service told', () => {
    const { form } = open({ plate: 'ABC-1D23', code: 'F-1' }, { code: 'F-2' });
    expect(form.textOf('code')).toBe('F-2');
    form.set('code', 'F-1');
    expect(form.changes.value).toEqual({ code: 'F-1' });
  });

  it('sends what is never told only where somebody typed something', () => {
    const { form } = open({ plate: 'ABC-1D23' });
    form.set('registrationNumber', '');
    expect(form.isDirty.value).toBe(false);
    form.set('registrationNumber', '00123');
    expect(form.changes.value).toEqual({ registrationNumber: '00123' });
    form.set('registrationNumber', '');
    expect(form.isDirty.value).toBe(false);
  });

  it('keeps what was typed while others change the record, and shows theirs', () => {
    const { detail, form } = open({ plate: 'ABC-1D23', code: 'F-1', modelName: 'Atego' });
    form.set('code', 'F-9');
    detail.value = detailOf({ plate: 'ABC-1D23', code: 'F-5', modelName: 'Axor' });
    expect(form.textOf('code')).toBe('F-9');
    expect(form.textOf('modelName')).toBe('Axor');
    expect(form.theirsOf('code')).toEqual({ value: 'F-5' });
    expect(form.theirsOf('modelName')).toBeNull();
    form.keepMine('code');
    expect(form.theirsOf('code')).toBeNull();
    expect(form.changes.value).toEqual({ code: 'F-9' });
    detail.value = detailOf({ plate: 'ABC-1D23', code: 'F-6', modelName: 'Axor' });
    expect(form.theirsOf('code')).toEqual({ value: 'F-6' });
    form.discard('code');
    expect(form.textOf('code')).toBe('F-6');
  });

  it('keeps what was typed while the first words were being saved', () => {
    const { form } = open({ plate: 'ABC-1D23', code: 'F-1', modelName: 'Atego' });
    form.set('code', 'F-2');
    form.set('modelName', 'Axor');
    const kept = form.changes.value;
    form.set('code', 'F-3');
    form.settle(kept);
    expect(form.changes.value).toEqual({ code: 'F-3' });
  });

  it('lets warnings pass and holds errors, of touched fields alone', () => {
    const { form } = open({ plate: 'ABC-1D23', color: 'silver', vin: 'OLD' });
    const fields = ['plate', 'color', 'vin'];
    expect(form.hasErrors(fields)).toBe(false);
    expect(form.findingOf('color'), 'as the service has it').toBeNull();
    form.set('vin', 'IOQ');
    expect(form.findingOf('vin')).toMatchObject({ level: 'warning' });
    expect(form.hasErrors(fields)).toBe(false);
    form.set('plate', '  ');
    expect(form.findingOf('plate')).toMatchObject({ level: 'error', says: 'needed' });
    expect(form.hasErrors(fields)).toBe(true);
  });

  it('never touches what the service alone writes', () => {
    const { form } = open({ plate: 'ABC-1D23', trimName: 'XL' });
    expect(form.findingOf('trimName')).toBeNull();
    form.set('unheardOf', 'x');
    expect(form.isDirty.value).toBe(false);
  });
});
