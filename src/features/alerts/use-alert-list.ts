import type { Alert, AlertChange, AlertCursor } from '@contract/alerts';
import { ALERTS_A_PAGE, ALERTS_AT_ONCE } from '@contract/alerts';
import type { AppError } from '@contract/errors';
import { timeNow } from '@/app/clock';
import { useFormat } from '@/app/format';
import { useAlertsStore } from '@/app/stores/alerts-store';
import { useBridge } from '@/bridge';
import { onScopeDispose, ref, shallowRef, watch } from 'vue';
import {
  filterOf,
  firstChoice,
  mergeAlerts,
  type AlertChoice,
  type ShownAlerts,
} from './alert-filter';

/** The history of alerts as the list shows it: narrowed, read page by page, kept up to date. */
export function useAlertList(initial: Partial<AlertChoice> = {}) {
  const bridge = useBridge();
  const store = useAlertsStore();
  const format = useFormat();
  const choice = shallowRef<AlertChoice>({ ...firstChoice, ...initial });
  const shown = shallowRef<ShownAlerts>({ alerts: [], count: 0 });
  const next = shallowRef<AlertCursor | null>(null);
  const isRead = ref(false);
  const isReading = ref(false);
  const isBusy = ref(false);
  const error = shallowRef<AppError | null>(null);
  let asked = 0;

  /** The question to main that the choice is now. */
  const filter = () => filterOf(choice.value, timeNow(), format.zone.value);

  async function read(after: AlertCursor | null): Promise<void> {
    const question = ++asked;
    isReading.value = true;
    const answer = await bridge.alerts.find({
      filter: filter(),
      after,
      limit: ALERTS_A_PAGE,
    });
    // Another choice was made meanwhile.
    if (question !== asked) return;
    isReading.value = false;
    error.value = answer.ok ? null : answer.error;
    if (!answer.ok) return;
    isRead.value = true;
    const before = after === null ? [] : shown.value.alerts;
    const known = new Set(before.map(({ id }) => id));
    const more = answer.data.alerts.filter(({ id }) => !known.has(id));
    shown.value = { alerts: [...before, ...more], count: answer.data.count };
    next.value = answer.data.next;
  }

  /** What was acknowledged leaves the list: what comes behind it takes its place. */
  function refill(): void {
    const isShort = shown.value.alerts.length < ALERTS_A_PAGE / 2;
    if (isShort && next.value !== null && !isReading.value) void read(next.value);
  }

  watch(choice, () => void read(null), { immediate: true });
  onScopeDispose(
    store.onPatch((patch) => {
      if (patch === null) return void read(null);
      if (!isRead.value || patch.changed.length + patch.removed.length === 0) return;
      shown.value = mergeAlerts(shown.value, patch, filter(), next.value === null);
      // While many are acknowledged, what would be read leaves the list as well.
      if (!isBusy.value) refill();
    }),
  );
  void store.start();

  async function change(change: AlertChange): Promise<boolean> {
    const answer = await bridge.alerts.change(change);
    error.value = answer.ok ? null : answer.error;
    return answer.ok;
  }

  /**
   * What acknowledges has the button at work meanwhile. A note or a name has not: both are saved as
   * the focus leaves their field, and the press on that button is what it leaves for.
   */
  async function atWork(does: () => Promise<boolean>): Promise<boolean> {
    isBusy.value = true;
    const isDone = await does();
    isBusy.value = false;
    refill();
    return isDone;
  }

  return {
    ...{ choice, filter, shown, next, isRead, isReading, isBusy, error },
    /** Shows what a choice finds. */
    narrow: (wanted: AlertChoice) => {
      choice.value = wanted;
    },
    readMore: () => (next.value === null || isReading.value ? undefined : read(next.value)),
    change,
    /** Acknowledges alerts, or opens them again. */
    acknowledge: (alerts: readonly Alert[], isAcknowledged: boolean): Promise<boolean> =>
      atWork(async () => {
        const ids = alerts.map(({ id }) => id);
        for (let at = 0; at < ids.length; at += ALERTS_AT_ONCE) {
          const part = ids.slice(at, at + ALERTS_AT_ONCE);
          if (!(await change({ alerts: { ids: part }, isAcknowledged }))) return false;
        }
        return true;
      }),
    /** Acknowledges all that the filter finds, on show or not. */
    acknowledgeAll: (): Promise<boolean> =>
      atWork(() => change({ alerts: { filter: filter() }, isAcknowledged: true })),
  };
}

/** The list that the parts of the screen share. */
export type AlertList = ReturnType<typeof useAlertList>;
