import type { Alert } from '@contract/alerts';
import { shortcutsOf } from '@/app/shortcut-keys';
import { useRouter } from 'vue-router';

/** What the keys of the alerts work on. */
export type AlertKeyTerms = {
  opened: () => Alert | null;
  hasRows: () => boolean;
  move: (steps: number) => void;
  acknowledge: (alert: Alert) => void;
  close: () => void;
};

/** The keys from alert to alert, to its vehicle, and to acknowledge it. */
export function useAlertKeys({ opened, hasRows, move, acknowledge, close }: AlertKeyTerms) {
  const router = useRouter();
  const on = shortcutsOf('alerts.keys.group');

  function withOpened(act: (alert: Alert) => void) {
    return {
      when: () => opened() !== null,
      run: () => {
        const alert = opened();
        if (alert) act(alert);
      },
    };
  }

  const step = (steps: number) => ({
    when: hasRows,
    repeats: true,
    run: () => {
      move(steps);
    },
  });
  const showOnMap = withOpened(({ vehicleId }) => {
    void router.push({ path: '/map', query: { vehicle: vehicleId } });
  });
  return [
    ...on('alerts.keys.next', step(1)),
    ...on('alerts.keys.previous', step(-1)),
    ...on('alerts.keys.acknowledge', withOpened(acknowledge)),
    ...on('alerts.keys.map', showOnMap),
    ...on('alerts.keys.close', withOpened(close)),
  ];
}
