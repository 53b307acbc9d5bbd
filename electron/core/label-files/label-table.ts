import Papa from 'papaparse';
import { fold } from '@contract/folding';
import type { Locale } from '@contract/settings';
import type { LabelFile, LabelRow } from './label-file';

/** Columns of a table, in the order they are written. */
const columns = ['plate', 'vin', 'id', 'group', 'tags', 'pinned'] as const;
type Column = (typeof columns)[number];

/** What the columns are called in a file; a file in any language is read in all of them. */
const written: Readonly<Record<Locale, Readonly<Record<Column | 'yes', string>>>> = {
  en: {
    ...{ plate: 'Plate', vin: 'VIN', id: 'Vehicle ID', group: 'Group', tags: 'Tags' },
    ...{ pinned: 'Pinned', yes: 'yes' },
  },
  'pt-BR': {
    ...{ plate: 'Placa', vin: 'Chassi', id: 'ID do veículo', group: 'Grupo', tags: 'Etiquetas' },
    ...{ pinned: 'Fixado', yes: 'sim' },
  },
  es: {
    ...{ plate: 'Placa', vin: 'Número de chasis', id: 'ID del vehículo', group: 'Grupo' },
    ...{ tags: 'Etiquetas', pinned: 'Fijado', yes: 'sí' },
  },
};

/** Other names that offices give these columns. */
const others: Readonly<Record<Column, readonly string[]>> = {
  plate: ['license plate', 'licence plate', 'registration', 'vehicle', 'matricula', 'patente'],
  vin: ['chassis', 'chassis number', 'numero do chassi', 'numero de chasis (vin)'],
  id: ['id'],
  group: ['groups', 'grupos'],
  tags: ['tag', 'labels', 'etiqueta'],
  pinned: ['pin', 'pinned vehicle'],
};

const byName = new Map(
  columns.flatMap((column) =>
    [...Object.values(written).map((names) => names[column]), ...others[column]].map(
      (name) => [fold(name), column] as const,
    ),
  ),
);

const YES = new Set(['1', 'x', 'true', 'y', 's', 'yes', 'sim', 'si', 'verdadeiro', 'verdadero']);

/** Written between tags: names rarely hold it, and no spreadsheet parts columns at it. */
const BETWEEN_TAGS = '|';

/** What spreadsheets would take for a formula is written with a quote before it. */
const QUOTED_FORMULA = /^'(?=[=+\-@\t\r])/;

/**
 * What a table says; null where its first row has no column that names vehicles, or none that says
 * what they have. Commas, semicolons and tabs part columns.
 */
export function readLabelTable(text: string): LabelFile | null {
  const { data } = Papa.parse(text, { delimitersToGuess: [',', ';', '\t'] });
  // Empty rows count, so that a row has the number that a spreadsheet shows.
  const [header, ...rows] = data
    .map((cells, index) => ({ cells, line: index + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const places = new Map<Column, number>();
  for (const [index, name] of (header?.cells ?? []).entries()) {
    const column = byName.get(fold(name.trim()));
    if (column !== undefined && !places.has(column)) places.set(column, index);
  }
  const has = (...wanted: readonly Column[]) => wanted.some((column) => places.has(column));
  if (!has('plate', 'vin', 'id') || !has('group', 'tags', 'pinned')) return null;
  return {
    labels: [],
    unreadable: [],
    rows: rows.map(({ cells, line }): LabelRow => {
      const cell = (column: Column): string =>
        (cells[places.get(column) ?? -1] ?? '').trim().replace(QUOTED_FORMULA, '');
      return {
        line,
        id: cell('id') || null,
        plate: cell('plate') || null,
        vin: cell('vin') || null,
        group: cell('group') || null,
        tags: partsOf(cell('tags')),
        isPinned: YES.has(fold(cell('pinned'))),
      };
    }),
  };
}

/** A table for spreadsheets, which part columns as the language does. */
export function writeLabelTable({ rows }: Pick<LabelFile, 'rows'>, locale: Locale): string {
  const names = written[locale];
  const cells = rows.map(({ id, plate, vin, group, tags, isPinned }) => [
    ...[plate ?? '', vin ?? '', id ?? '', group ?? ''],
    tags.map((tag) => tag.replaceAll(/[\\|]/g, '\\$&')).join(` ${BETWEEN_TAGS} `),
    isPinned ? names.yes : '',
  ]);
  const table = Papa.unparse([columns.map((column) => names[column]), ...cells], {
    delimiter: locale === 'en' ? ',' : ';',
    escapeFormulae: true,
  });
  // By the mark before it, spreadsheets know the encoding.
  return `\uFEFF${table}\r\n`;
}

/** The tags of a cell: parted by a bar, unless a backslash is before it. */
function partsOf(cell: string): string[] {
  const parts = cell.match(/(?:\\[\\|]|[^|])+/g) ?? [];
  return parts
    .map((part) => part.replaceAll(/\\([\\|])/g, '$1').trim())
    .filter((part) => part !== '');
}
