import { useKeptLook } from '@/app/kept-look';
import { shortcutsOf } from '@/app/shortcut-keys';
import { useShortcuts } from '@/app/shortcuts';
import { useI18n } from '@/i18n/i18n';
import type { TableSort } from '@/ui/table-columns';
import { computed, ref, shallowRef, type TemplateRef } from 'vue';

/** Rows have no marks: nothing is ever selected. */
const nothing: ReadonlySet<string> = new Set();

/** What a small table is made of. */
type Options<Row> = {
  /** Under which its look is kept. */
  name: string;
  table: TemplateRef<{ focus(): void }>;
  /** In the order that they have while nobody sorts. */
  rows: () => readonly Row[];
  keyOf: (row: Row) => string;
  /** What a row is sorted by in a column. */
  valueOf: (row: Row, column: string) => string | number;
  open: (row: Row) => void;
};

/** A table whose rows are all here: how it is sorted and arranged, and the keys that go through it. */
export function useSmallTable<Row>({ name, table, rows, keyOf, valueOf, open }: Options<Row>) {
  const { locale } = useI18n();
  const look = useKeptLook(name);
  const sort = shallowRef<readonly TableSort[]>([]);
  const marked = ref<string | null>(null);

  const byKey = computed(() => new Map(rows().map((row) => [keyOf(row), row])));
  const sorted = computed(() => {
    const texts = new Intl.Collator(locale.value, { numeric: true });
    const compare = (one: string | number, other: string | number): number =>
      typeof one === 'number' && typeof other === 'number'
        ? one - other
        : texts.compare(String(one), String(other));
    return [...rows()].sort((one, other) => {
      for (const { field, direction } of sort.value) {
        const order = compare(valueOf(one, field), valueOf(other, field));
        if (order !== 0) return direction === 'up' ? order : -order;
      }
      return 0;
    });
  });
  const keys = computed(() => sorted.value.map(keyOf));
  /** The row that the keys start from; none once it is gone. */
  const cursor = computed(() =>
    marked.value !== null && byKey.value.has(marked.value) ? marked.value : null,
  );

  function move(steps: number): void {
    const all = keys.value;
    const at = cursor.value === null ? -1 : all.indexOf(cursor.value);
    const from = at < 0 && steps < 0 ? all.length : at;
    marked.value = all[Math.min(Math.max(from + steps, 0), all.length - 1)] ?? null;
  }

  function openRow(key: string): void {
    const row = byKey.value.get(key);
    if (row === undefined) return;
    marked.value = key;
    open(row);
  }

  const step = (steps: number) => ({
    when: () => keys.value.length > 0,
    repeats: true,
    run: () => {
      table.value?.focus();
      move(steps);
    },
  });
  const on = shortcutsOf('records.keys.group');
  useShortcuts([
    ...on('records.keys.next', step(1)),
    ...on('records.keys.previous', step(-1)),
    ...on('records.keys.open', {
      when: () => cursor.value !== null,
      run: () => {
        if (cursor.value !== null) openRow(cursor.value);
      },
    }),
  ]);

  return { look, sort, keys, byKey, cursor, sorted, selected: nothing, move, openRow };
}
