import { delayOf, type Alert, type Announcement } from '@contract/alerts';
import { sentenceOf } from '@contract/rules/alert-sentence';
import { clockDay, clockTime, dayAndTime, type ClockTerms } from '../clock-time';
import type { Words } from '../words';

/** What the words of a notification are made with. */
export interface NoticeTerms extends ClockTerms {
  words: Words;
  /** The present moment: what is of another day is told with its day. */
  now: number;
  /** Units of the connection. */
  units: 'km/h' | 'mph';
  /** What a vehicle is called. */
  nameOf(vehicleId: string): string;
}

const minute = 60_000;
const kilometersPerMile = 1.609344;
/** A delay below this is not worth a word, ms. */
const shortDelay = 2 * minute;
/** So many rules or vehicles are named; the others are counted. */
const namedAtMost = 3;

/** Title and text of the notification about an announcement. */
export function noticeOf(
  announcement: Announcement,
  terms: NoticeTerms,
): { title: string; body: string } {
  const { kind, alerts, count, from, to } = announcement;
  const [first] = alerts;
  if (kind === 'single' && first !== undefined) return noticeOfOne(first, terms);
  const { words } = terms;
  const isOneDay = clockDay(from, terms) === clockDay(to, terms);
  const span = isOneDay
    ? { from: momentOf(from, terms), to: clockTime(to, terms) }
    : { from: dayAndTime(from, terms), to: dayAndTime(to, terms) };
  const rules = announcement.byRule.map(({ name, count: n }) => words('notice.part', { name, n }));
  return {
    title: words(kind === 'summary' ? 'notice.summary' : 'notice.group', { n: count }),
    body: [words('notice.span', span), ...listed(rules, words)].join('\n'),
  };
}

function noticeOfOne(alert: Alert, terms: NoticeTerms): { title: string; body: string } {
  const { words, nameOf } = terms;
  const delay = delayOf(alert);
  const parts = [alert.ruleName, momentOf(alert.at, terms)];
  if (delay >= shortDelay) parts.push(words('notice.later', { time: minutesOf(delay, terms) }));
  return {
    title: `${nameOf(alert.vehicleId)} · ${saidOf(alert, terms)}`,
    body: parts.join(' · '),
  };
}

function momentOf(at: number, terms: NoticeTerms): string {
  const isToday = clockDay(at, terms) === clockDay(terms.now, terms);
  return isToday ? clockTime(at, terms) : dayAndTime(at, terms);
}

function saidOf(alert: Alert, terms: NoticeTerms): string {
  const { key, zone = '', speed = 0, limit = 0, minutes = 0, percent = 0 } = sentenceOf(alert);
  return terms.words(`found.${key}`, {
    zone,
    speed: speedOf(speed, terms),
    limit: speedOf(limit, terms),
    time: minutesOf(minutes * minute, terms),
    percent: new Intl.NumberFormat(terms.locale, { style: 'percent' }).format(percent / 100),
  });
}

function listed(parts: readonly string[], words: Words): string[] {
  const others = parts.length - namedAtMost;
  return [
    ...parts.slice(0, namedAtMost),
    ...(others > 0 ? [words('notice.others', { n: others })] : []),
  ];
}

function speedOf(kmh: number, { locale, units }: NoticeTerms): string {
  const isMiles = units === 'mph';
  return new Intl.NumberFormat(locale, {
    ...{ style: 'unit', unit: isMiles ? 'mile-per-hour' : 'kilometer-per-hour' },
    maximumFractionDigits: 0,
  }).format(isMiles ? kmh / kilometersPerMile : kmh);
}

/** A span in minutes, or from two hours on in hours. */
function minutesOf(span: number, { locale }: NoticeTerms): string {
  const minutes = Math.round(span / minute);
  const [value, unit] = minutes < 120 ? [minutes, 'minute'] : [Math.round(minutes / 60), 'hour'];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}
