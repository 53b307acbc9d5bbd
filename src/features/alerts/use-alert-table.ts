import {
  ALERTS_A_PAGE,
  type Alert,
  type AlertCursor,
  type AlertFilter,
  type AlertPage,
} from '@contract/alerts';
import { COPIED_AT_MOST } from '@contract/clipboard';
import { useAlertWords } from '@/app/alert-words';
import type { AppError, Result } from '@contract/errors';
import { useBriefNote } from '@/app/brief-note';
import { useFormat } from '@/app/format';
import { useFleetStore } from '@/app/stores/fleet-store';
import { nameOfVehicle } from '@/app/vehicle-name';
import { useBridge } from '@/bridge';
import { useI18n } from '@/i18n/i18n';
import { shallowRef } from 'vue';
import { tabSeparated } from '@/features/records/copied-rows';

/** Copies all alerts that a filter finds as a table, with a heading. */
export function useAlertTable() {
  const { t } = useI18n();
  const bridge = useBridge();
  const format = useFormat();
  const fleet = useFleetStore();
  const words = useAlertWords();
  const { note, say } = useBriefNote<string>();
  /** Why nothing was copied or written. */
  const error = shallowRef<AppError | null>(null);

  const headings = () => [
    ...[t('alerts.panel.began'), t('alerts.panel.found'), t('alerts.panel.vehicle')],
    ...[t('alerts.panel.rule'), t('alerts.region'), t('alerts.panel.place')],
    ...[t('alerts.panel.assigned'), t('alerts.panel.note'), t('alerts.states.acknowledged')],
  ];

  function rowOf(alert: Alert): string[] {
    const { at, foundAt, vehicleId, ruleName, place, assignedTo, acknowledged } = alert;
    return [
      format.numericDateTime(at),
      format.numericDateTime(foundAt),
      nameOfVehicle(fleet.vehicles.get(vehicleId), vehicleId),
      ruleName,
      words.found(alert),
      place ? format.place(place) : '',
      assignedTo ?? '',
      alert.note,
      acknowledged ? `${format.numericDateTime(acknowledged.at)} ${acknowledged.by}` : '',
    ];
  }

  async function readAll(filter: AlertFilter): Promise<Result<Alert[]>> {
    const alerts: Alert[] = [];
    let after: AlertCursor | null = null;
    do {
      const answer: Result<AlertPage> = await bridge.alerts.find({
        filter,
        after,
        limit: ALERTS_A_PAGE,
      });
      if (!answer.ok) return answer;
      alerts.push(...answer.data.alerts);
      after = answer.data.next;
    } while (after !== null);
    return { ok: true, data: alerts };
  }

  async function copy(filter: AlertFilter): Promise<void> {
    const read = await readAll(filter);
    error.value = read.ok ? null : read.error;
    if (!read.ok) return;
    const alerts = read.data;
    const text = tabSeparated([headings(), ...alerts.map(rowOf)]);
    if (text.length > COPIED_AT_MOST) {
      say(t('alerts.tooMuch'));
      return;
    }
    const answer = await bridge.app.copyText(text);
    error.value = answer.ok ? null : answer.error;
    if (answer.ok) say(t('alerts.copied', {}, alerts.length));
  }

  /** Writes them to a file that a person chooses. */
  async function write(filter: AlertFilter): Promise<void> {
    const answer = await bridge.alerts.export(filter);
    error.value = answer.ok ? null : answer.error;
    if (answer.ok && answer.data !== null) say(t('alerts.exported', { file: answer.data }));
  }

  return { copy, write, note, error };
}
