import { describe, expect, it } from 'vitest';
import { cleanName } from '@contract/given-names';
import { changedLabels, undoOf, type LabelsChange } from '@contract/vehicle-label-changes';
import {
  keysWith,
  labelSchema,
  sameNamed,
  type Label,
  type VehicleLabels,
} from '@contract/vehicle-labels';

const cold: Label = { id: 'cold', kind: 'tag', name: 'Refrigerated', color: 'blue' };
const lift: Label = { id: 'lift', kind: 'tag', name: 'Tail lift', color: 'gray' };
const north: Label = { id: 'north', kind: 'group', name: 'North', color: 'navy' };
const none: VehicleLabels = { labels: [], vehicles: {} };

const after = (...changes: LabelsChange[]): VehicleLabels => changes.reduce(changedLabels, none);
const keep = (label: Label): LabelsChange => ({ kind: 'keep', label });
const all = [keep(cold), keep(lift), keep(north)];

describe('tags and groups of vehicles', () => {
  it('are given to several vehicles at once; what is not named stays as it is', () => {
    const labels = after(
      ...all,
      { kind: 'assign', keys: ['a', 'b'], add: ['cold'], group: 'north' },
      { kind: 'assign', keys: ['b'], add: ['lift'], remove: ['cold'], isPinned: true },
    );
    expect(labels.vehicles).toEqual({
      a: { tags: ['cold'], group: 'north', isPinned: false },
      b: { tags: ['lift'], group: 'north', isPinned: true },
    });
  });

  it('leave nothing of a vehicle that has none of them any more', () => {
    const labels = after(
      ...all,
      { kind: 'assign', keys: ['a'], add: ['cold'], group: 'north', isPinned: true },
      { kind: 'assign', keys: ['a'], remove: ['cold'], group: null, isPinned: false },
    );
    expect(labels.vehicles).toEqual({});
  });

  it('are given only where they exist, a tag as a tag and a group as a group', () => {
    const labels = after(...all, {
      ...{ kind: 'assign', keys: ['a'], add: ['gone', 'north', 'lift'], group: 'cold' },
    });
    expect(labels.vehicles).toEqual({ a: { tags: ['lift'], group: null, isPinned: false } });
  });

  it('are deleted with all that has them, and come back with the same vehicles', () => {
    const before = after(...all, { kind: 'assign', keys: ['a', 'b'], add: ['cold', 'lift'] });
    const deleted = changedLabels(before, { kind: 'delete', id: 'cold' });
    expect(keysWith(deleted, 'cold')).toEqual([]);
    const restored = changedLabels(deleted, undoOf(before, deleted));
    expect(keysWith(restored, 'cold')).toEqual(['a', 'b']);
    expect(keysWith(restored, 'lift')).toEqual(['a', 'b']);
  });

  it('merge into one, and an undo takes it only from those that got it by that', () => {
    const before = after(
      ...all,
      { kind: 'assign', keys: ['a', 'b'], add: ['cold'] },
      { kind: 'assign', keys: ['b', 'c'], add: ['lift'] },
    );
    const merged = changedLabels(before, { kind: 'merge', id: 'cold', into: 'lift' });
    expect(merged.labels).not.toContainEqual(cold);
    expect(keysWith(merged, 'lift').sort()).toEqual(['a', 'b', 'c']);
    const undone = changedLabels(merged, undoOf(before, merged));
    expect(keysWith(undone, 'cold').sort()).toEqual(['a', 'b']);
    expect(keysWith(undone, 'lift').sort()).toEqual(['b', 'c']);
  });

  it('of a file are added to what vehicles have, and an undo leaves what was there before', () => {
    const before = after(...all, {
      kind: 'assign',
      keys: ['a'],
      add: ['cold'],
      group: 'north',
      isPinned: true,
    });
    const south: Label = { id: 'south', kind: 'group', name: 'South', color: 'olive' };
    const added = changedLabels(before, {
      ...{ kind: 'add', labels: [south] },
      vehicles: {
        a: { tags: ['lift', 'unknown'], group: 'south', isPinned: false },
        b: { tags: [], group: null, isPinned: true },
      },
    });
    expect(added.vehicles).toEqual({
      a: { tags: ['cold', 'lift'], group: 'south', isPinned: true },
      b: { tags: [], group: null, isPinned: true },
    });
    const later = changedLabels(added, { kind: 'assign', keys: ['c'], group: 'south' });
    expect(changedLabels(later, undoOf(before, added))).toEqual(before);
  });

  it('given to many at once are undone for each of them', () => {
    const before = after(
      ...all,
      { kind: 'assign', keys: ['a'], add: ['cold'] },
      { kind: 'assign', keys: ['b'], group: 'north' },
    );
    const given = changedLabels(before, {
      ...{ kind: 'assign', keys: ['a', 'b', 'c'], add: ['lift'], remove: ['cold'], group: null },
    });
    expect(changedLabels(given, undoOf(before, given))).toEqual(before);
  });

  it('of different kinds never merge, and a tag never becomes a group', () => {
    const before = after(...all, { kind: 'assign', keys: ['a'], add: ['cold'] });
    expect(changedLabels(before, { kind: 'merge', id: 'cold', into: 'north' })).toBe(before);
    const renamed = changedLabels(before, keep({ ...cold, kind: 'group', name: 'Frozen' }));
    expect(renamed.labels[0]).toEqual({ ...cold, name: 'Frozen' });
  });

  it('have names of up to 60 characters, emoji and right-to-left ones too', () => {
    const named = (name: string) => labelSchema.safeParse({ ...cold, name }).data?.name;
    expect(named('🚚 ثلاجة')).toBe('🚚 ثلاجة');
    expect(named('x'.repeat(60))).toHaveLength(60);
    expect(named('x'.repeat(61))).toBeUndefined();
    expect(named(' \u200B\t')).toBeUndefined();
  });

  it('have names without what turns the text around them', () => {
    expect(cleanName('  Cold\u202E \n chain ')).toBe('Cold chain');
    expect(cleanName('Ca\u0301mara')).toBe('Cámara');
  });

  it('of one kind are the same by name whatever the case and accents', () => {
    const labels = after(...all, keep({ ...lift, id: 'z', name: 'Câmara fria' }));
    expect(sameNamed(labels, { id: null, kind: 'tag', name: 'camara FRIA ' })?.id).toBe('z');
    expect(sameNamed(labels, { id: 'z', kind: 'tag', name: 'camara fria' })).toBeUndefined();
    expect(sameNamed(labels, { id: null, kind: 'group', name: 'camara fria' })).toBeUndefined();
  });
});
