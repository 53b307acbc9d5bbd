import type { DaySummary } from '@contract/trajectories';
import { compassPoint } from '@/app/compass';
import { useFormat } from '@/app/format';
import { useI18n } from '@/i18n/i18n';
import { useRecordLabels } from '@/app/records/record-labels';
import type { TimelineEntry } from './timeline';

/** How the player puts a day's happenings into words. */
export function useSpeech() {
  const { t } = useI18n();
  const format = useFormat();
  const labels = useRecordLabels();

  /** `northeast · 45°` */
  function heading(degrees: number): string {
    return t('playback.readout.heading', {
      direction: t(`app.compass.${compassPoint(degrees)}`),
      degrees: Math.round(degrees) % 360,
    });
  }

  /** The figures that the service gave of a day, joined; empty where it gave none. */
  function summary({ distance, duration, stops, topSpeed, alarms }: DaySummary): string {
    const parts = [
      distance === null ? '' : format.distance(distance),
      duration === null
        ? ''
        : t('playback.summary.drivingFor', { duration: format.duration(duration) }),
      stops === null ? '' : t('playback.summary.stopCount', {}, stops),
      topSpeed === null ? '' : t('playback.summary.topOf', { speed: format.speed(topSpeed) }),
      alarms === null ? '' : t('playback.summary.alarmCount', {}, alarms),
    ];
    return parts.filter((part) => part !== '').join(' · ');
  }

  /** How long a stretch took, milliseconds. */
  function length({ from, to }: { from: number; to: number }): string {
    return format.duration((to - from) / 1000);
  }

  /** One line that names a row of the timeline. */
  function title(entry: TimelineEntry): string {
    switch (entry.kind) {
      case 'stop':
        return t('playback.timeline.stop', { duration: length(entry) });
      case 'drive':
        return entry.segment.distance === null
          ? t('playback.timeline.drive', { duration: length(entry) })
          : t('playback.timeline.driveOf', {
              distance: format.distance(entry.segment.distance),
              duration: length(entry),
            });
      case 'gap':
        return t('playback.timeline.gap', { duration: length(entry) });
      case 'alarm':
        return entry.alarm.message ?? entry.alarm.tag ?? t('playback.timeline.alarm');
      case 'device': {
        const device = labels.labelOf('devices', entry.deviceId);
        return device === null
          ? t('playback.timeline.deviceUnnamed')
          : t('playback.timeline.device', { device });
      }
    }
  }

  return { heading, summary, length, title };
}
