import { z } from 'zod';
import { FleetdeskError } from '@contract/errors';
import type { Locale } from '@contract/settings';
import type { LabelFileContent, LabelFormat } from '@contract/vehicle-label-files';
import { labelColors, labelKinds, type VehicleLabels } from '@contract/vehicle-labels';
import { FILE_MARK, type LabelFile, type LabelFileOptions, type NamedVehicle } from './label-file';
import { matchLabels } from './match-labels';
import { readLabelTable, writeLabelTable } from './label-table';

const fileSchema = z.object({
  format: z.literal(FILE_MARK),
  labels: z.array(z.unknown()).default([]),
  vehicles: z.array(z.unknown()).default([]),
});

const text = z.string().max(500);
const optional = text.nullable().default(null);
const fileLabelSchema = z.object({
  kind: z.enum(labelKinds),
  name: text,
  color: z.enum(labelColors).catch('gray'),
});
const fileVehicleSchema = z.object({
  ...{ id: optional, plate: optional, vin: optional, group: optional },
  tags: z.array(text).default([]),
  pinned: z.boolean().default(false),
});

/**
 * What a file with tags, groups and pins would change. JSON is told by its first character, all
 * else is a table.
 * @throws FleetdeskError `file-unreadable` with `label-file-kind`, `label-file-columns` or
 * `label-file-many`
 */
export function readLabelFile(content: string, options: LabelFileOptions): LabelFileContent {
  const plain = content.replace(/^\uFEFF/, '');
  const isJson = /^\s*[[{]/.test(plain);
  const file = isJson ? readJson(plain) : readLabelTable(plain);
  if (file === null) {
    throw isJson
      ? refusal('label-file-kind', 'The file was not written by Fleetdesk.')
      : refusal('label-file-columns', 'No column names vehicles, or what they have.');
  }
  return matchLabels(file, options);
}

/** Tags, groups and pins as the text of a file, which {@link readLabelFile} reads. */
export function writeLabelFile(
  labels: VehicleLabels,
  vehicles: readonly NamedVehicle[],
  format: LabelFormat,
  locale: Locale,
): string {
  const file = fileOf(labels, vehicles);
  if (format === 'csv') return writeLabelTable(file, locale);
  const rows = file.rows.map(({ id, plate, vin, group, tags, isPinned }) => ({
    ...{ id, plate, vin, group, tags, pinned: isPinned },
  }));
  return `${JSON.stringify({ format: FILE_MARK, labels: file.labels, vehicles: rows }, null, 2)}\n`;
}

function refusal(reason: 'label-file-kind' | 'label-file-columns', message: string) {
  return new FleetdeskError({ code: 'file-unreadable', reason, message });
}

function fileOf(
  { labels, vehicles }: VehicleLabels,
  named: readonly NamedVehicle[],
): Pick<LabelFile, 'labels' | 'rows'> {
  const names = new Map(labels.map(({ id, name }) => [id, name]));
  const rows = named.flatMap(({ key, plate, vin }) => {
    const labeled = vehicles[key];
    if (labeled === undefined) return [];
    const { tags, group, isPinned } = labeled;
    const id = key.startsWith('local:') ? null : key;
    return {
      ...{ line: null, id, plate, vin, isPinned },
      group: group === null ? null : (names.get(group) ?? null),
      tags: tags.flatMap((tag) => names.get(tag) ?? []),
    };
  });
  return { labels: labels.map(({ kind, name, color }) => ({ kind, name, color })), rows };
}

function readJson(content: string): LabelFile | null {
  const file = fileSchema.safeParse(parsed(content)).data;
  if (file === undefined) return null;
  const unreadable: { name: string; line: null }[] = [];
  const nameOf = (value: unknown): string => {
    const { plate, name } = z
      .object({ plate: optional.catch(null), name: optional.catch(null) })
      .catch({ plate: null, name: null })
      .parse(value);
    return plate ?? name ?? '';
  };
  const read = <Value>(schema: z.ZodType<Value>, values: readonly unknown[]): Value[] =>
    values.flatMap((value) => {
      const { data } = schema.safeParse(value);
      if (data === undefined) unreadable.push({ name: nameOf(value), line: null });
      return data ?? [];
    });
  const labels = read(fileLabelSchema, file.labels);
  const rows = read(fileVehicleSchema, file.vehicles).map(({ pinned, ...row }) => ({
    ...{ ...row, line: null, isPinned: pinned },
  }));
  return { labels, rows, unreadable };
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}
