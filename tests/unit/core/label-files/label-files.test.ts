import { describe, expect, it } from 'vitest';
import { FleetdeskError } from '@contract/errors';
import { locales } from '@contract/settings';
import { changedLabels } from '@contract/vehicle-label-changes';
import type { LabelFileContent } from '@contract/vehicle-label-files';
import type { Label, VehicleLabels } from '@contract/vehicle-labels';
import type { NamedVehicle } from '@core/label-files/label-file';
import { readLabelFile, writeLabelFile } from '@core/label-files/label-files';

const cold: Label = { id: 'cold', kind: 'tag', name: 'Refrigerated', color: 'blue' };
const odd: Label = { id: 'odd', kind: 'tag', name: 'A|B\\C, "x"; =1', color: 'olive' };
const formula: Label = { id: 'formula', kind: 'tag', name: '=2+3', color: 'gray' };
const north: Label = { id: 'north', kind: 'group', name: 'Região Norte', color: 'navy' };

const vehicles: NamedVehicle[] = [
  { key: 'a', plate: 'ABC-1D23', vin: '9BWZZZ377VT004251' },
  { key: 'b', plate: 'BCD2E34', vin: null },
  { key: 'c', plate: null, vin: '9BWZZZ377VT004252' },
];
const none: VehicleLabels = { labels: [], vehicles: {} };
const kept: VehicleLabels = {
  labels: [cold, odd, formula, north],
  vehicles: {
    a: { tags: ['cold', 'odd'], group: 'north', isPinned: false },
    b: { tags: ['formula'], group: null, isPinned: true },
  },
};

function read(text: string, labels = none, fleet: readonly NamedVehicle[] = vehicles) {
  let made = 0;
  return readLabelFile(text, { labels, vehicles: fleet, newId: () => `new-${(made += 1)}` });
}

/** What is kept once a file was added, by names. */
function namesAfter(before: VehicleLabels, { labels, vehicles: given }: LabelFileContent) {
  const after = changedLabels(before, { kind: 'add', labels, vehicles: given });
  const nameOf = (id: string) => after.labels.find((each) => each.id === id)?.name ?? '?';
  return Object.fromEntries(
    Object.entries(after.vehicles).map(([key, { tags, group, isPinned }]) => [
      key,
      [...tags.map(nameOf), group === null ? '-' : nameOf(group), isPinned],
    ]),
  );
}

function reasonOf(text: string): string | undefined {
  try {
    read(text);
  } catch (fault) {
    if (fault instanceof FleetdeskError) return fault.error.reason;
  }
  return undefined;
}

const all = namesAfter(none, { ...kept, regrouped: 0, unchanged: 0, skipped: [] });

describe('a file with tags and groups', () => {
  it.each(locales)(
    'that was written as a table is read whole by another office, in %s',
    (locale) => {
      const content = read(writeLabelFile(kept, vehicles, 'csv', locale));
      expect(content.skipped).toEqual([]);
      expect(namesAfter(none, content)).toEqual(all);
    },
  );

  it('that was written as JSON is read whole, with colors and tags that no vehicle has', () => {
    const labels = [...kept.labels, { ...cold, id: 'spare', name: 'Spare' }];
    const content = read(writeLabelFile({ ...kept, labels }, vehicles, 'json', 'en'));
    expect(content.labels.map(({ kind, name, color }) => ({ kind, name, color }))).toEqual(
      labels.map(({ kind, name, color }) => ({ kind, name, color })),
    );
    expect(namesAfter(none, content)).toEqual(all);
  });

  it('changes nothing where all of it is there already', () => {
    const content = read(writeLabelFile(kept, vehicles, 'json', 'en'), kept);
    expect(content).toEqual({ labels: [], vehicles: {}, regrouped: 0, unchanged: 2, skipped: [] });
  });

  it('takes nothing from a vehicle: it gets more tags, and the group of the file', () => {
    const text = 'Plate;Group;Tags;Pinned\r\nabc 1d23;South;refrigerated | Long;\r\n';
    const content = read(text, kept);
    expect(content).toMatchObject({ regrouped: 1, unchanged: 0 });
    // What is there by name, whatever its case, is not made once more.
    expect(content.labels.map(({ name }) => name)).toEqual(['Long', 'South']);
    expect(namesAfter(kept, content)['a']).toEqual([
      ...['Refrigerated', odd.name, 'Long', 'South', false],
    ]);
  });

  it('names vehicles by plate with or without dash, by VIN, or by identifier', () => {
    const text = [
      'Placa\tChassi\tID\tEtiquetas',
      'abc1d23\t\t\tx',
      '\t9bwzzz377vt004252\t\tx',
      'WRONG\t\tb\tx',
    ].join('\n');
    expect(Object.keys(read(text).vehicles).sort()).toEqual(['a', 'b', 'c']);
  });

  it('says which rows can not be taken, by their number in a spreadsheet, and why', () => {
    const twins = [...vehicles, { key: 'd', plate: 'BCD-2E34', vin: null }];
    const text = `\uFEFF\n\nPlate,Tags\nZZZ9Z99,x\n\n,x\nBCD2E34,x\nABC1D23,${'x'.repeat(61)}|y\n`;
    const { skipped, vehicles: given } = read(text, none, twins);
    expect(skipped).toEqual([
      { name: 'ZZZ9Z99', line: 4, reason: 'unknown-vehicle' },
      { name: '', line: 6, reason: 'no-vehicle' },
      { name: 'BCD2E34', line: 7, reason: 'several-vehicles' },
      { name: 'x'.repeat(61), line: 8, reason: 'long-name' },
    ]);
    expect(Object.keys(given)).toEqual(['a']);
  });

  it('of JSON is read as far as it can be', () => {
    const text = JSON.stringify({
      format: 'fleetdesk-vehicle-labels',
      labels: [
        { kind: 'shape', name: 'Round' },
        { kind: 'tag', name: 'Long', color: 'pink' },
      ],
      vehicles: [
        { plate: 'ABC1D23', tags: 'Long' },
        { plate: 'BCD2E34', tags: ['Long'] },
      ],
    });
    const content = read(text);
    expect(content.labels).toMatchObject([{ name: 'Long', color: 'gray' }]);
    expect(Object.keys(content.vehicles)).toEqual(['b']);
    expect(content.skipped).toEqual([
      { name: 'Round', line: null, reason: 'unreadable' },
      { name: 'ABC1D23', line: null, reason: 'unreadable' },
    ]);
  });

  it('of another kind is refused with what it lacks', () => {
    expect(reasonOf('{"type":"FeatureCollection","features":[]}')).toBe('label-file-kind');
    expect(reasonOf('[1,2')).toBe('label-file-kind');
    expect(reasonOf('')).toBe('label-file-columns');
    expect(reasonOf('Name,Age\nA,1\n')).toBe('label-file-columns');
    expect(reasonOf('Plate,Color\nABC1D23,red\n')).toBe('label-file-columns');
    const many = Array.from({ length: 501 }, (_, index) => `t${index}`).join('|');
    expect(reasonOf(`Plate,Tags\nABC1D23,${many}\n`)).toBe('label-file-many');
  });

  it('starts no formula in a spreadsheet', () => {
    const text = writeLabelFile(kept, vehicles, 'csv', 'en');
    expect(text).toContain("'=2+3");
    expect(text).not.toMatch(/(^|,)"?=2/m);
  });
});
