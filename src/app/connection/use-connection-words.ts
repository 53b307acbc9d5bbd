import { computed } from 'vue';
import { useI18n } from '@/i18n/i18n';
import { useSessionStore } from '@/app/stores/session-store';
import { hostOf } from './host-of';

/** What to call the connection in use; the demo fleet has words of its own in each language. */
export function useConnectionWords() {
  const { t } = useI18n();
  const session = useSessionStore();
  return {
    name: computed(() => {
      const { connection } = session;
      if (!connection) return '';
      return connection.isDemo ? t('app.connection.demo') : connection.name;
    }),
    host: computed(() => {
      const { connection } = session;
      if (!connection) return '';
      return connection.isDemo ? t('app.connection.demoHost') : hostOf(connection.baseUrl);
    }),
  };
}
