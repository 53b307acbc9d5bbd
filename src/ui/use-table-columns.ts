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
import { computed, shallowRef, watch } from 'vue';
import { filledWidths, inOrder, isShown, type TableColumn } from './table-columns';

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
  /** Pixels that the columns have side by side; 0 while that is not known. */
  room(): number;
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
  /**
   * While a column is drawn wider, those before it keep the width they have, so that its edge stays
   * under the pointer: until the window or the choice of columns gives them another.
   */
  const held = shallowRef<Readonly<Record<string, number>>>({});
  const inSight = computed(() =>
    inOrder(options.columns(), options.look()).filter((each) => isShown(each, options.look())),
  );
  const widths = computed(() =>
    filledWidths(inSight.value, { ...held.value, ...options.look().widths }, options.room()),
  );
  watch([() => options.room(), () => inSight.value.map(({ id }) => id).join(' ')], () => {
    held.value = {};
  });

  function hold(changed: Readonly<Record<string, number>>): void {
    const own = options.look().widths;
    const first = inSight.value.findIndex(({ id }) => changed[id] !== own[id]);
    const before = inSight.value.slice(0, Math.max(0, first));
    held.value = Object.fromEntries(before.map(({ id }) => [id, widths.value[id] ?? 0]));
  }

  const state = computed(() => ({
    columnSizing: widths.value as ColumnSizingState,
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
      const changed = resolve(updater, options.look().widths);
      hold(changed);
      options.changeLook({
        ...options.look(),
        widths: Object.fromEntries(
          Object.entries(changed).map(([id, width]) => [
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
    resetWidth(id: string): void {
      held.value = {};
      const widths = Object.entries(options.look().widths).filter(([each]) => each !== id);
      options.changeLook({ ...options.look(), widths: Object.fromEntries(widths) });
    },
  };
}

/** A column that is shown, with its width and the header that resizes it. */
export type ShownColumn = ReturnType<typeof useTableColumns>['shown']['value'][number];
