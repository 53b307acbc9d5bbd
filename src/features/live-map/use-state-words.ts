import type { LiveVehicle } from '@contract/fixes';
import { isOutdated } from '@contract/rules/live-state';
import { timeNow } from '@/app/clock';
import { areSameDay } from '@/app/day-at';
import { useFormat } from '@/app/format';
import { useI18n } from '@/i18n/i18n';
import { useSessionStore } from '@/app/stores/session-store';
import { useSettingsStore } from '@/app/stores/settings-store';
import { describeState, type StateDescription } from './describe-state';
import { classOf, sinceInClass, type TimeInClass } from './vehicle-class';

/** A vehicle's state in the words of the language in use. */
export function useStateWords() {
  const { t } = useI18n();
  const format = useFormat();
  const session = useSessionStore();
  const settings = useSettingsStore();

  /** What it does; without a link, or once it is silent, what it did: `Was moving at 08:53`. */
  function motionWord({ motion, at, isSilent }: StateDescription): string {
    if (!session.isFrozen && !isSilent) return t(`liveMap.motions.${motion}`);
    const word = t(`liveMap.was.${motion}`);
    if (at === null) return word;
    const isToday = areSameDay(at, timeNow(), format.zone.value);
    return isToday
      ? t('liveMap.was.at', { motion: word, time: format.time(at, false) })
      : t('liveMap.was.on', { motion: word, time: format.dateTime(at) });
  }

  /** `Moving, 62 km/h, northeast` */
  function sentence(state: StateDescription): string {
    const { kind, speed, heading } = state;
    if (kind === 'refused') return t('liveMap.state.refused');
    if (kind === 'no-device') return t('liveMap.state.noDevice');
    if (kind === 'never' || kind === 'pending') return t(`records.liveStates.${kind}`);
    const word = motionWord(state);
    if (speed === null) return word;
    const values = { motion: word, speed: format.speed(speed) };
    if (heading === null) return t('liveMap.state.withSpeed', values);
    return t('liveMap.state.withHeading', {
      ...values,
      heading: t(`app.compass.${heading}`),
    });
  }

  /** `2h`, in full minutes: it does not tick; `2h+` where it may have been so for longer. */
  function timeIn({ at, isAtLeast }: TimeInClass, now: number): string {
    const span = format.shortAge(Math.max(60_000, now - at));
    return isAtLeast ? t('liveMap.list.atLeast', { span }) : span;
  }

  /** `Parked for 2 hours`; null while it moves or that is not known. */
  function lastingWords(vehicle: LiveVehicle | undefined, now: number): string | null {
    const since = sinceInClass(vehicle);
    const is = classOf(vehicle);
    if (since === null || now - since.at < 60_000 || session.isFrozen) return null;
    // Of one that is late only its age is known.
    if (is !== 'silent' && vehicle && isOutdated(vehicle)) return null;
    if (is !== 'moving' && is !== 'idling' && is !== 'parked' && is !== 'silent') return null;
    const span = format.span(now - since.at);
    const how = since.isAtLeast ? 'atLeast' : 'exactly';
    return t(`liveMap.lasting.${how}`, { state: t(`liveMap.strip.one.${is}`), span });
  }

  /** That it idles for longer than a person allows; null where it does not, or that is not known. */
  function longIdlingWords(vehicle: LiveVehicle | undefined, now: number): string | null {
    if (!vehicle || session.isFrozen || isOutdated(vehicle) || classOf(vehicle) !== 'idling') {
      return null;
    }
    const most = settings.state.longIdling * 60_000;
    const since = sinceInClass(vehicle);
    if (since === null || now - since.at < most) return null;
    return t('liveMap.state.longIdling', { span: format.span(most) });
  }

  /** `looked at 12s ago`, or that it was not checked lately. */
  function lookedWords({ looked, isStale }: StateDescription): string | null {
    if (looked === null) return null;
    const ago = format.age(looked);
    return t(isStale ? 'liveMap.state.notLately' : 'liveMap.state.looked', { ago });
  }

  /** What is wrong with the newest fix, or with the clock that dated it. */
  function faultWords({ fix, clockOffset }: Pick<LiveVehicle, 'fix' | 'clockOffset'>): string[] {
    const problems = new Set(fix?.problems);
    const said: string[] = [];
    if (clockOffset !== undefined) {
      const way = clockOffset > 0 ? 'ahead' : 'behind';
      said.push(t(`liveMap.state.clock.${way}`, { span: format.span(Math.abs(clockOffset)) }));
    } else if (problems.has('future') || problems.has('past')) {
      said.push(t('liveMap.state.clock.wrong'));
    }
    if (problems.has('no-time')) said.push(t('liveMap.state.noTime'));
    if (problems.has('no-position') || problems.has('out-of-range')) {
      said.push(t('liveMap.state.noPosition'));
    }
    if (problems.has('implausible')) said.push(t('liveMap.state.implausible'));
    return said;
  }

  /** All of it in one line, for tooltips and screen readers. */
  function fullSentence(vehicle: LiveVehicle | undefined, now: number): string {
    const state = describeState(vehicle, now);
    const age = state.age === null ? null : format.age(state.age);
    const connection =
      vehicle && state.kind === 'known' && isOutdated(vehicle)
        ? t(`liveMap.connections.${vehicle.connection}`)
        : null;
    const faults = vehicle ? faultWords(vehicle) : [];
    const lasting = vehicle ? lastingWords(vehicle, now) : null;
    return [sentence(state), lasting, connection, age, lookedWords(state), ...faults]
      .filter((part) => part !== null)
      .join(' · ');
  }

  return { timeIn, lastingWords, longIdlingWords, sentence, lookedWords, faultWords, fullSentence };
}
