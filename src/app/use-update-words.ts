import { computed } from 'vue';
import { useI18n } from '@/i18n/i18n';
import { useAppInfo } from './app-info';
import { useFormat } from './format';
import { useSettingsStore } from './stores/settings-store';
import { useUpdatesStore } from './stores/updates-store';

/** What is known of newer versions, in sentences. */
export function useUpdateWords() {
  const { t } = useI18n();
  const format = useFormat();
  const info = useAppInfo();
  const updates = useUpdatesStore();
  const settings = useSettingsStore();

  const version = computed(() => info.value.version);
  /** The version that is offered. */
  const offered = computed(() => updates.state.offer?.version ?? '');
  /** What an update does just now. */
  const state = computed(() => {
    const { phase, off, checkedAt, isEarlier, progress, waitsFor } = updates.state;
    const words = { version: version.value, offered: offered.value };
    switch (phase) {
      case 'off':
        return t(`updates.off.${off ?? 'no-address'}`);
      case 'none':
        if (checkedAt === null) return t('updates.phases.unknown', words);
        return t(isEarlier ? 'updates.phases.asked' : 'updates.phases.none', {
          ...words,
          time: format.dateTime(checkedAt),
        });
      case 'downloading':
        return t('updates.phases.downloading', {
          ...words,
          percent: format.number(progress, { style: 'percent' }),
        });
      case 'waiting': {
        const waits = waitsFor.map((each) => t(`updates.waits.${each}`)).join(', ');
        return t('updates.phases.waiting', { ...words, waits });
      }
      default:
        return t(`updates.phases.${phase}`, words);
    }
  });
  /** What else there is to know, where nothing went wrong. */
  const note = computed(() => {
    const found = updates.state.note;
    return found === null ? null : t(`updates.notes.${found.what}`, { version: found.version });
  });
  /** What becomes of a server out of reach: downloads are not begun again, and looks not always. */
  const next = computed(() => {
    if (updates.state.failed === 'download') return 'download';
    const { updateChecks, workOffline } = settings.state;
    return updateChecks && !workOffline ? null : 'unplanned';
  });
  /** What went wrong, and what to do. */
  const fault = computed(() => {
    const { fault: found } = updates.state;
    if (found === null) return null;
    const title = t(`updates.faults.${found}.title`);
    if (found === 'offline' && next.value !== null) {
      return { title, action: t(`updates.outOfReach.${next.value}`) };
    }
    return { title, action: t(`updates.faults.${found}.action`, { version: version.value }) };
  });
  return { version, offered, state, note, fault };
}
