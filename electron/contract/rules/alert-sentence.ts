import type { Alert } from '../alerts';

/** The sentence about what an alert found, as words and figures; each floor writes them its way. */
export interface AlertSentence {
  key:
    | ('speed' | 'speedIn' | 'zoneEnter' | 'zoneLeave' | 'silence')
    | ('ignition' | 'battery' | 'batteryUnknown' | 'idling');
  /** A zone's name; the rule's where it is not known. */
  zone?: string;
  /** km/h */
  speed?: number;
  /** km/h */
  limit?: number;
  minutes?: number;
  percent?: number;
}

/** What is to be said of an alert. */
export function sentenceOf({
  kind,
  ruleName,
  figures,
}: Pick<Alert, 'kind' | 'ruleName' | 'figures'>): AlertSentence {
  const zone = figures.zoneName ?? ruleName;
  const minutes = figures.minutes ?? figures.limit ?? 0;
  switch (kind) {
    case 'speed': {
      const speeds = { speed: figures.speed ?? 0, limit: figures.limit ?? 0 };
      return figures.zoneName === undefined
        ? { key: 'speed', ...speeds }
        : { key: 'speedIn', zone, ...speeds };
    }
    case 'zone-enter':
      return { key: 'zoneEnter', zone };
    case 'zone-leave':
      return { key: 'zoneLeave', zone };
    case 'silence':
      return { key: 'silence', minutes };
    case 'ignition-outside-hours':
      return { key: 'ignition' };
    case 'low-battery':
      return figures.battery === undefined
        ? { key: 'batteryUnknown' }
        : { key: 'battery', percent: figures.battery };
    case 'idling':
      return { key: 'idling', minutes };
  }
}
