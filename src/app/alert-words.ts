import { delayOf, type Alert } from '@contract/alerts';
import type { AlertKind } from '@contract/alert-rules';
import { sentenceOf } from '@contract/rules/alert-sentence';
import { BatteryLow, Gauge, Hourglass, KeyRound, LogIn, LogOut, RadioTower } from '@lucide/vue';
import type { Component } from 'vue';
import { useI18n } from '@/i18n/i18n';
import { useFormat } from './format';

/** A delay below this is not worth a word, milliseconds. */
const shortDelay = 120_000;

const icons: Record<AlertKind, Component> = {
  speed: Gauge,
  'zone-enter': LogIn,
  'zone-leave': LogOut,
  silence: RadioTower,
  'ignition-outside-hours': KeyRound,
  'low-battery': BatteryLow,
  idling: Hourglass,
};

/** The sign of a kind of alert. */
export function iconOfAlert(kind: AlertKind): Component {
  return icons[kind];
}

/** Puts alerts into words, the same on every screen. */
export function useAlertWords() {
  const { t } = useI18n();
  const format = useFormat();

  /** What it found: `92 km/h, limit 80 km/h`. */
  function found(alert: Alert): string {
    const { key, zone = '', speed = 0, limit = 0, minutes = 0, percent = 0 } = sentenceOf(alert);
    return t(`alerts.found.${key}`, {
      zone,
      speed: format.speed(speed),
      limit: format.speed(limit),
      time: format.duration(minutes * 60),
      percent: format.number(percent / 100, { style: 'percent' }),
    });
  }

  /** How late it was found; null where at once. */
  function delay(alert: Alert): string | null {
    const late = delayOf(alert);
    return late < shortDelay ? null : format.duration(late / 1000);
  }

  return {
    found,
    delay,
    /** `found 4m later`; null where it was found at once. */
    later: (alert: Alert): string | null => {
      const time = delay(alert);
      return time === null ? null : t('alerts.later', { time });
    },
  };
}
