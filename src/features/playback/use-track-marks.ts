import { computed, type ComputedRef } from 'vue';
import type { Track } from '@contract/trajectories';
import { useFormat } from '@/app/format';
import { useI18n } from '@/i18n/i18n';
import type { TrackMark } from '@/map/layers/track-marks-layer';
import { useSpeech } from './use-speech';

/** What is shown beside a track's line, with its words: stops, alarms, start and end. */
export function useTrackMarks(
  track: () => Track | null,
  /** The present day, whose track has no end yet. */
  today: () => string,
): ComputedRef<TrackMark[]> {
  const { t } = useI18n();
  const format = useFormat();
  const speech = useSpeech();

  function endOf(shown: Track, kind: 'start' | 'end'): TrackMark[] {
    const { at, latitude, longitude } = shown.columns;
    const index = kind === 'start' ? 0 : at.length - 1;
    const moment = at[index];
    if (moment === undefined) return [];
    const name = kind === 'end' && shown.day === today() ? 'latest' : kind;
    const title = t(`playback.marks.${name}`, { time: format.time(moment, false) });
    return [
      {
        kind,
        at: moment,
        latitude: latitude[index] ?? 0,
        longitude: longitude[index] ?? 0,
        label: title,
        title,
      },
    ];
  }

  return computed(() => {
    const shown = track();
    if (shown === null) return [];
    // The longest first: where there is no room for all, it is the short ones that give way.
    const byLength = [...shown.stops].sort((a, b) => b.to - b.from - (a.to - a.from));
    const stops = byLength.map((stop): TrackMark => {
      const words = t('playback.timeline.stop', { duration: speech.length(stop) });
      const place = stop.address === null ? '' : ` · ${stop.address}`;
      return {
        kind: 'stop',
        at: stop.from,
        latitude: stop.latitude,
        longitude: stop.longitude,
        label: speech.length(stop),
        title: `${format.time(stop.from, false)} · ${words}${place}`,
      };
    });
    const alarms = shown.alarms.flatMap((alarm): TrackMark[] => {
      // Without a place it is in the timeline alone.
      if (alarm.place === null) return [];
      const words = alarm.message ?? alarm.tag ?? t('playback.timeline.alarm');
      const title = `${format.time(alarm.at)} · ${words}`;
      return [{ kind: 'alarm', at: alarm.at, ...alarm.place, label: '', title }];
    });
    return [...endOf(shown, 'start'), ...endOf(shown, 'end'), ...alarms, ...stops];
  });
}
