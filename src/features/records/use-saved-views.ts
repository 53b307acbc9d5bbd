import type { AppError } from '@contract/errors';
import { fold } from '@contract/folding';
import { cleanName } from '@contract/given-names';
import type { TableLook } from '@contract/settings';
import {
  changedViews,
  VIEWS_AT_MOST,
  type SavedView,
  type SavedViews,
  type ViewChange,
  type ViewContent,
} from '@contract/views';
import { useStoreStore } from '@/app/stores/store-store';
import { useBridge } from '@/bridge';
import { computed, onScopeDispose, shallowRef, watch } from 'vue';
import type { LocationQuery } from 'vue-router';
import type { RecordKind } from './kind';
import { readAddress, writeAddress, type ListAddress } from './list-address';

/** So long a deleted view can be brought back, milliseconds. */
const undoFor = 10_000;

const none: SavedViews = { views: [], defaultId: null };

/** The saved views of a list: what it shows, under names of a person's own. */
export function useSavedViews(
  kind: RecordKind,
  list: {
    address(): ListAddress;
    look(): TableLook;
    /** Shows something else, as the view of this name; null as none. */
    show(content: ViewContent, view: string | null): Promise<void>;
    /** Nothing in particular was asked for, so that the list opens as its person wants it. */
    isPlain: boolean;
  },
) {
  const bridge = useBridge();
  const store = useStoreStore();
  const saved = shallowRef<SavedViews>(none);
  const error = shallowRef<AppError | null>(null);
  /** Views are saved and deleted once they were read: before, nobody sees which there are. */
  const reading = shallowRef<'reading' | 'failed' | 'read'>('reading');
  /** What was deleted, and from which place, while it can come back. */
  const deleted = shallowRef<Omit<Extract<ViewChange, { kind: 'restore' }>, 'kind'> | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let opensDefault = list.isPlain;

  async function read(): Promise<void> {
    if (reading.value === 'failed') reading.value = 'reading';
    const answer = await bridge.records.views(kind.collection);
    if (answer.ok) reading.value = 'read';
    else if (reading.value === 'reading') reading.value = 'failed';
    if (!answer.ok) return;
    saved.value = answer.data;
    if (opensDefault) await openDefault();
    opensDefault = false;
  }

  watch(
    () => store.isOpen,
    (isOpen) => {
      if (isOpen) void read();
    },
    { immediate: true },
  );
  onScopeDispose(() => {
    clearTimeout(timer);
  });

  /** Shows a change at once; what can't be kept is as before, and the answer says why. */
  async function keep(change: ViewChange): Promise<AppError | null> {
    const before = saved.value;
    saved.value = changedViews(before, change);
    const { collection } = kind;
    const answer = await bridge.records.changeViews({ collection, change });
    saved.value = answer.ok ? answer.data : before;
    error.value = null;
    return answer.ok ? null : answer.error;
  }

  /** As `keep`, from where only the page can say why not. */
  async function keepOrTell(change: ViewChange): Promise<boolean> {
    const why = await keep(change);
    error.value = why;
    return why === null;
  }

  const current = computed(() => {
    const { view } = list.address();
    return saved.value.views.find(({ id }) => id === view) ?? null;
  });
  const content = computed(() => contentOf(list.address(), list.look()));
  const isEdited = computed(
    () =>
      current.value !== null &&
      written(content.value) !== written(known(kind, current.value.content)),
  );

  async function open(view: SavedView): Promise<void> {
    await list.show(known(kind, view.content), view.id);
  }

  async function openDefault(): Promise<void> {
    const { views, defaultId } = saved.value;
    const view = views.find(({ id }) => id === defaultId);
    // Something may have been asked for meanwhile.
    const isUntouched = Object.keys(writeAddress(kind, list.address())).length === 0;
    if (view && isUntouched) await open(view);
  }

  return {
    saved,
    current,
    isEdited,
    /** Why the last change from the menu was not kept. */
    error,
    deleted,
    reading,
    read,
    /** No more views can be saved. */
    isFull: computed(() => saved.value.views.length >= VIEWS_AT_MOST),
    open,
    /** Leaves the view; the list stays as it is. */
    leave: () => list.show(content.value, null),
    /** Whether another view has the name. */
    isTaken: (name: string, own: string | null): boolean =>
      saved.value.views.some(
        (view) => view.id !== own && fold(cleanName(view.name)) === fold(cleanName(name)),
      ),
    /** Saves what the list shows in the current view. */
    async save(): Promise<void> {
      const view = current.value;
      if (view) await keepOrTell({ kind: 'keep', view: { ...view, content: content.value } });
    },
    /** Saves what the list shows as a new view; the answer says why not. */
    async saveAs(name: string): Promise<AppError | null> {
      const view = { id: crypto.randomUUID(), name: name.trim(), content: content.value };
      const why = await keep({ kind: 'keep', view });
      if (why === null) await list.show(view.content, view.id);
      return why;
    },
    /** Renames the current view; the answer says why not. */
    async rename(name: string): Promise<AppError | null> {
      const view = current.value;
      return view && (await keep({ kind: 'keep', view: { ...view, name: name.trim() } }));
    },
    /** Deletes the current view; the list stays as it is. */
    async remove(): Promise<void> {
      const view = current.value;
      if (view === null) return;
      const { views, defaultId } = saved.value;
      const at = views.findIndex(({ id }) => id === view.id);
      if (!(await keepOrTell({ kind: 'delete', id: view.id }))) return;
      deleted.value = { view, at, isDefault: defaultId === view.id };
      clearTimeout(timer);
      timer = setTimeout(() => {
        deleted.value = null;
      }, undoFor);
      await list.show(content.value, null);
    },
    /** Brings back the view that was deleted last. */
    async bringBack(): Promise<void> {
      const last = deleted.value;
      if (last === null) return;
      if (!(await keepOrTell({ kind: 'restore', ...last }))) return;
      deleted.value = null;
      clearTimeout(timer);
      await list.show(content.value, last.view.id);
    },
    /** The list opens with the current view from now on, or no longer. */
    setDefault: (isDefault: boolean) =>
      keepOrTell({ kind: 'default', id: isDefault ? (current.value?.id ?? null) : null }),
  };
}

/** The saved views of a list. */
export type ListViews = ReturnType<typeof useSavedViews>;

function contentOf(address: ListAddress, look: TableLook): ViewContent {
  const { search, sort, filters, isUnsent, withGone } = address;
  return {
    search: search.trim(),
    sort: [...sort],
    filters: Object.fromEntries(
      Object.entries(filters)
        .filter(([, chosen]) => chosen.length > 0)
        .map(([id, chosen]) => [id, [...chosen]]),
    ),
    isUnsent,
    withGone,
    look,
  };
}

/** What the list still knows of a view: a field or a filter may be gone since. */
function known(kind: RecordKind, { look, ...shown }: ViewContent): ViewContent {
  const address = { ...readAddress(kind, {}), ...shown };
  return contentOf(readAddress(kind, writeAddress(kind, address) as LocationQuery), look);
}

/** The same text for what shows the same. */
function written({ filters, look, ...others }: ViewContent): string {
  const inOrder = (entries: object) =>
    Object.entries(entries).sort(([one], [other]) => (one < other ? -1 : 1));
  const columns = { ...look, widths: inOrder(look.widths), shown: [...look.shown].sort() };
  return JSON.stringify([
    inOrder(others),
    inOrder(filters),
    { ...columns, hidden: [...look.hidden].sort() },
  ]);
}
