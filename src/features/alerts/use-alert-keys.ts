import type { Alert } from '@contract/alerts';
import type { Shortcut } from '@/app/shortcuts';
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
  const group = 'alerts.keys.group' as const;

  function withOpened(act: (alert: Alert) => void) {
    return {
      when: () => opened() !== null,
      run: () => {
        const alert = opened();
        if (alert) act(alert);
      },
    };
  }

  const keys: Shortcut[] = [
    {
      ...{ keys: 'j', label: 'alerts.keys.next', group, when: hasRows, repeats: true },
      run: () => {
        move(1);
      },
    },
    {
      ...{ keys: 'k', label: 'alerts.keys.previous', group, when: hasRows, repeats: true },
      run: () => {
        move(-1);
      },
    },
    { keys: 'a', label: 'alerts.keys.acknowledge', group, ...withOpened(acknowledge) },
    {
      ...{ keys: 'm', label: 'alerts.keys.map', group },
      ...withOpened(({ vehicleId }) => {
        void router.push({ path: '/map', query: { vehicle: vehicleId } });
      }),
    },
    { keys: 'escape', label: 'alerts.keys.close', group, ...withOpened(close) },
  ];
  return keys;
}
