import type { Locale, Settings } from '@contract/settings';
import type { SessionState } from '@contract/session';
import { nameOfVehicle } from '@contract/vehicles';
import type { Desktop } from '@core/desktop/desktop';
import type { Clock } from '@core/ports/clock';
import type { AlertFollower } from '@core/workspace/alert-follower';
import { wordsIn } from '../words';
import { noticeOf } from './alert-notice';

/** What alerts are announced with. */
export interface TellAlertsOptions {
  alerts: AlertFollower;
  desktop: Desktop;
  session: { state(): SessionState };
  locale(): Locale;
  settings: { state(): Pick<Settings, 'clock'> };
  clock: Pick<Clock, 'now'>;
}

/** Brings announced alerts to a person's notice; a click leads to the alert, or to all of them. */
export function tellAlerts(options: TellAlertsOptions): () => void {
  const { alerts, desktop, session, locale, settings, clock } = options;
  return alerts.onAnnounced(({ announcement, workspace }) => {
    const { connection } = session.state();
    const nameOf = (vehicleId: string) =>
      nameOfVehicle(workspace.fleet.vehicle(vehicleId), vehicleId);
    const text = noticeOf(announcement, {
      ...{ words: wordsIn(locale()), locale: locale(), nameOf },
      now: clock.now(),
      timeZone: connection?.timeZone ?? 'UTC',
      clock: settings.state().clock,
      units: connection?.units ?? 'km/h',
    });
    const [only] = announcement.kind === 'single' ? announcement.alerts : [];
    const open = () => {
      desktop.ask({ screen: 'alerts', alertId: only?.id ?? null });
    };
    const acknowledge = (alertId: string) => () => {
      void workspace.alerts.change({ alerts: { ids: [alertId] }, isAcknowledged: true });
    };
    desktop.announce(
      {
        ...{ id: announcement.id, ...text, open },
        actions: only
          ? [{ label: wordsIn(locale())('notice.acknowledge'), run: acknowledge(only.id) }]
          : [],
      },
      { isShown: announcement.isNotified, isSounded: announcement.hasSound },
    );
  });
}
