import type { TableLook } from '@contract/settings';
import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type ColumnSizingState,
  type Updater,
} from '@tanstack/vue-table';
import { computed } from 'vue';
import { inOrder, isShown, type TableColumn } from './table-columns';

const features = tableFeatures({
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
});

/** Widths a person can give a column, pixels. */
const narrowest = 56;
const widest = 1200;

/** A row's content is the caller's matter: the table is about columns alone. */
type NoRow = Record<string, never>;

type Options = {
  columns(): readonly TableColumn[];
  look(): TableLook;
  changeLook(look: TableLook): void;
};

function resolve<T>(updater: Updater<T>, before: T): T {
  return typeof updater === 'function' ? (updater as (before: T) => T)(before) : updater;
}

/** Sizes, order and visibility of a table's columns, which others keep. */
export function useTableColumns(options: Options) {
  const definitions = computed<ColumnDef<typeof features, NoRow>[]>(() =>
    options.columns().map((column) => ({
      id: column.id,
      accessorFn: () => null,
      header: column.label,
      size: column.width,
      minSize: column.narrowest ?? narrowest,
      maxSize: widest,
    })),
  );
  const state = computed(() => ({
    columnSizing: options.look().widths as ColumnSizingState,
    columnOrder: inOrder(options.columns(), options.look()).map(({ id }) => id),
    columnVisibility: Object.fromEntries(
      options.columns().map((column) => [column.id, isShown(column, options.look())]),
    ),
  }));

  const table = useTable<typeof features, NoRow>({
    features,
    columns: definitions,
    data: [],
    state,
    columnResizeMode: 'onChange',
    onColumnSizingChange(updater: Updater<ColumnSizingState>) {
      const widths = resolve(updater, options.look().widths);
      options.changeLook({
        ...options.look(),
        widths: Object.fromEntries(
          Object.entries(widths).map(([id, width]) => [
            id,
            Math.round(Math.max(narrowest, Math.min(widest, width))),
          ]),
        ),
      });
    },
  });

  const byId = computed(() => new Map(options.columns().map((column) => [column.id, column])));
  /** The columns that are shown, in their order. */
  const shown = computed(() =>
    (table.getHeaderGroups()[0]?.headers ?? []).flatMap((header) => {
      const column = byId.value.get(header.column.id);
      return column ? [{ ...column, header, width: header.getSize() }] : [];
    }),
  );

  /** Makes a column wider or narrower by some pixels. */
  function widen(id: string, by: number): void {
    const width = table.getColumn(id)?.getSize();
    if (width !== undefined) table.setColumnSizing((before) => ({ ...before, [id]: width + by }));
  }

  return {
    shown,
    widen,
    /** Gives a column the width it came with. */
    resetWidth: (id: string) => table.getColumn(id)?.resetSize(),
  };
}

/** A column that is shown, with its width and the header that resizes it. */
export type ShownColumn = ReturnType<typeof useTableColumns>['shown']['value'][number];
