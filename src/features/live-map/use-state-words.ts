import type { LiveVehicle } from '@contract/fixes';
import { useFormat } from '@/app/format';
import { useI18n } from '@/app/i18n';
import { describeState, type StateDescription } from './describe-state';

/** A vehicle's state in the words of the language in use. */
export function useStateWords() {
  const { t } = useI18n();
  const format = useFormat();

  /** `Moving, 62 km/h, north-east` */
  function sentence({ kind, motion, speed, heading }: StateDescription): string {
    if (kind === 'pending') return t('liveMap.state.pending');
    if (kind === 'refused') return t('liveMap.state.refused');
    if (kind === 'no-device') return t('liveMap.state.noDevice');
    if (kind === 'never') return t('liveMap.state.never');
    const word = t(`liveMap.motions.${motion}`);
    if (speed === null) return word;
    const values = { motion: word, speed: format.speed(speed) };
    if (heading === null) return t('liveMap.state.withSpeed', values);
    return t('liveMap.state.withHeading', {
      ...values,
      heading: t(`app.compass.${heading}`),
    });
  }

  /** `looked at 12s ago`, or that it was not checked lately. */
  function lookedWords({ looked, isStale }: StateDescription): string | null {
    if (looked === null) return null;
    const ago = format.age(looked);
    return t(isStale ? 'liveMap.state.notLately' : 'liveMap.state.looked', { ago });
  }

  /** All of it in one line, for tooltips and screen readers. */
  function fullSentence(vehicle: LiveVehicle | undefined, now: number): string {
    const state = describeState(vehicle, now);
    const age = state.age === null ? null : format.age(state.age);
    const connection =
      vehicle && state.kind === 'known' && vehicle.connection !== 'live'
        ? t(`liveMap.connections.${vehicle.connection}`)
        : null;
    return [sentence(state), connection, age, lookedWords(state)]
      .filter((part) => part !== null)
      .join(' · ');
  }

  return { sentence, lookedWords, fullSentence };
}
