import type { AlertRule } from '@contract/alert-rules';
import type { AppError, Result } from '@contract/errors';
import { boundsOfShape } from '@contract/rules/zone-geometry';
import type { Bounds } from '@contract/rules/longitudes';
import {
  ZONE_FILE_AT_MOST,
  type Zone,
  type ZoneFileContent,
  type ZoneFormat,
  type ZoneKind,
} from '@contract/zones';
import { decodeText } from '@/app/file-text';
import { callsInTurn, withLater } from '@/app/saving-drafts';
import { guardUnsaved } from '@/app/unsaved';
import { useAlertsStore } from '@/app/stores/alerts-store';
import { useZonesStore } from '@/app/stores/zones-store';
import { useUndo } from '@/app/undo';
import { useBridge } from '@/bridge';
import { useI18n } from '@/i18n/i18n';
import { computed, ref, shallowRef } from 'vue';
import { draftOf, newDraft, zoneOf, type ZoneDraft } from './zone-draft';

/** What the screen of zones does: choosing, drawing, keeping, removing, files. */
export function useZones() {
  const { t } = useI18n();
  const store = useZonesStore();
  const alerts = useAlertsStore();
  const undo = useUndo();
  void store.start();
  void alerts.start();
  /** The zone in the panel as it is being changed; null where none is chosen. */
  const draft = shallowRef<ZoneDraft | null>(null);
  const error = shallowRef<AppError | null>(null);
  const isBusy = ref(false);
  /** A save was tried with something missing: from now on it is shown. */
  const showsProblems = ref(false);
  /** A zone that is to be deleted although alert rules watch it. */
  const doomed = shallowRef<{ zone: Zone; rules: readonly string[] } | null>(null);
  const outcome = ref('');

  const kept = computed(() => (draft.value ? store.zones.get(draft.value.id) : undefined));
  const isChanged = computed(() => {
    if (draft.value === null) return false;
    const before = kept.value ? draftOf(kept.value) : null;
    if (before) return JSON.stringify(before) !== JSON.stringify({ ...before, ...draft.value });
    return draft.value.name.trim() !== '' || draft.value.shape !== null;
  });

  /** Changes of zones, one after the other: each is made from what the one before left. */
  const does = callsInTurn<Result<unknown>, boolean>(async (call) => {
    isBusy.value = true;
    error.value = null;
    const answer = await call();
    isBusy.value = false;
    if (!answer.ok) error.value = answer.error;
    return answer.ok;
  });

  /** Changes parts of the draft; two at once are both kept. */
  function change(patch: Partial<ZoneDraft>): void {
    if (draft.value) draft.value = { ...draft.value, ...patch };
  }

  function close(): void {
    draft.value = null;
    error.value = null;
    showsProblems.value = false;
  }

  function choose(zone: Zone): void {
    close();
    draft.value = draftOf(zone);
  }

  function begin(kind: ZoneKind): void {
    close();
    draft.value = newDraft(kind, store.zones.size);
  }

  async function save(): Promise<boolean> {
    const sent = draft.value;
    const zone = sent ? zoneOf(sent) : null;
    showsProblems.value = zone === null;
    if (sent === null || zone === null) return false;
    if (!(await does(() => useBridge().zones.save([zone])))) return false;
    if (draft.value?.id === sent.id) draft.value = withLater(draftOf(zone), sent, draft.value);
    outcome.value = t('zones.saved', { name: zone.name });
    return true;
  }

  /** Deletes a zone; one that alert rules watch only after a question. */
  async function remove(zone: Zone): Promise<void> {
    const rules = alerts.rules.filter(({ rule }) => isWatchedBy(zone, rule));
    if (rules.length === 0) await removeNow(zone);
    else doomed.value = { zone, rules: rules.map(({ rule }) => rule.name) };
  }

  async function removeNow(zone: Zone): Promise<void> {
    const isDone = await does(() => useBridge().zones.remove([zone.id]));
    doomed.value = null;
    if (!isDone) return;
    if (draft.value?.id === zone.id) close();
    outcome.value = '';
    undo.offer({
      title: t('zones.removed', { name: zone.name }),
      takeBack: async () => {
        const answer = await useBridge().zones.save([zone]);
        return answer.ok ? null : answer.error;
      },
    });
  }

  async function show(zones: readonly Zone[], isShown: boolean): Promise<void> {
    if (zones.length === 0) return;
    // The zones as they are once it is their turn: a save before it may have changed them.
    const latest = () => zones.flatMap(({ id }) => store.zones.get(id) ?? []);
    const isDone = await does(async () => {
      const changed = latest().map((zone) => ({ ...zone, isShown }));
      return changed.length > 0 ? useBridge().zones.save(changed) : { ok: true, data: null };
    });
    if (isDone && zones.some(({ id }) => id === draft.value?.id)) change({ isShown });
  }

  async function write(format: ZoneFormat): Promise<void> {
    error.value = null;
    const answer = await useBridge().zones.export({ ids: null, format });
    if (!answer.ok) error.value = answer.error;
    else if (answer.data !== null) outcome.value = t('zones.exported', { file: answer.data });
  }

  /** What a file holds, to be looked at before it is taken. */
  async function read(file: File): Promise<ZoneFileContent | null> {
    const text = await textOf(file);
    const answer = text.ok
      ? await useBridge().zones.read({ name: file.name, text: text.data })
      : text;
    error.value = answer.ok ? null : answer.error;
    return answer.ok ? answer.data : null;
  }

  async function add(zones: readonly Zone[]): Promise<boolean> {
    const isDone = await does(() => useBridge().zones.save([...zones]));
    if (isDone) outcome.value = t('zones.added', { n: zones.length }, zones.length);
    return isDone;
  }

  guardUnsaved({
    isUnsaved: () => isChanged.value,
    name: () => draft.value?.name.trim() || t('zones.new.title'),
    isLeft: () => false,
    save,
    discard: close,
  });

  return {
    ...{ store, draft, error, isBusy, showsProblems, doomed, outcome, kept, isChanged },
    ...{ change, choose, begin, close, save, remove, removeNow, show, write, read, add },
  };
}

function isWatchedBy({ id, group }: Zone, rule: AlertRule): boolean {
  const watched = 'zones' in rule ? rule.zones : null;
  if (watched === null) return false;
  return watched.zoneIds.includes(id) || (group !== null && watched.groups.includes(group));
}

/** A larger one is not even read: it would fill the memory first. */
async function textOf(file: File): Promise<Result<string>> {
  if (file.size > ZONE_FILE_AT_MOST) {
    const message = `The file has ${String(file.size)} bytes.`;
    return { ok: false, error: { code: 'file-unreadable', reason: 'zone-file-large', message } };
  }
  try {
    return { ok: true, data: decodeText(new Uint8Array(await file.arrayBuffer())) };
  } catch (fault) {
    return { ok: false, error: { code: 'file-unreadable', message: String(fault) } };
  }
}

/** The part of the map that a zone takes up. */
export function boundsOfZone({ shape }: Pick<Zone, 'shape'>): Bounds {
  return boundsOfShape(shape);
}
