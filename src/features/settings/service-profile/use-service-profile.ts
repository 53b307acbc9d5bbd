import type { AppError, Result } from '@contract/errors';
import type { ConnectionProfile, ProfileOffer } from '@contract/profile';
import type { ProfileEdit } from '@contract/profile-form';
import { computed, ref, shallowRef, watch } from 'vue';
import { useConnectionWords } from '@/app/connection/use-connection-words';
import { useI18n } from '@/i18n/i18n';
import { useConnectionsStore } from '@/app/stores/connections-store';
import { useSessionStore } from '@/app/stores/session-store';
import { useBridge } from '@/bridge';
import { profileName } from './profile-name';

/** What is being done to a profile. */
export type ProfileWork = 'import' | 'accept' | 'export' | 'reset' | 'edit' | 'confirm';

/** The service profile of one of the saved connections, and what can be done with it. */
export function useServiceProfile() {
  const { t } = useI18n();
  const session = useSessionStore();
  const connections = useConnectionsStore();
  const { name: nameInUse } = useConnectionWords();

  const chosen = ref(session.connection?.id ?? '');
  const view = shallowRef<ConnectionProfile | null>(null);
  const error = shallowRef<AppError | null>(null);
  const offer = shallowRef<ProfileOffer | null>(null);
  const isEditing = ref(false);
  /** Why the form's changes were not taken. */
  const editError = shallowRef<AppError | null>(null);
  const work = ref<ProfileWork | null>(null);
  /** What was done, in a sentence. */
  const done = ref('');

  /** The connection in use first, then all others that are saved. */
  const choices = computed(() => {
    const inUse = session.connection;
    const others = connections.connections.filter(({ id, isDemo }) => !isDemo && id !== inUse?.id);
    return [
      ...(inUse
        ? [{ value: inUse.id, label: t('serviceProfile.inUse', { name: nameInUse.value }) }]
        : []),
      ...others.map(({ id, name }) => ({ value: id, label: name })),
    ];
  });
  /** The demo fleet's connection is not saved: there is nothing to keep a profile in. */
  const isDemo = computed(
    () => session.connection?.isDemo === true && chosen.value === session.connection.id,
  );
  const isInUse = computed(() => chosen.value === session.connection?.id);

  function forgetNews(): void {
    error.value = null;
    done.value = '';
  }

  async function read(): Promise<void> {
    forgetNews();
    isEditing.value = false;
    view.value = null;
    const id = chosen.value;
    const answer = await useBridge().profile.view(id);
    if (id !== chosen.value) return;
    if (answer.ok) view.value = answer.data;
    else error.value = answer.error;
  }

  watch(chosen, () => void read(), { immediate: true });
  watch(choices, (list) => {
    // Removed meanwhile, or somebody else is signed in.
    if (!list.some(({ value }) => value === chosen.value)) chosen.value = list[0]?.value ?? '';
  });

  /** One thing at a time; what went wrong is kept to be shown. */
  async function run<T>(kind: ProfileWork, call: () => Promise<Result<T>>): Promise<T | null> {
    if (work.value !== null) return null;
    work.value = kind;
    forgetNews();
    const answer = await call();
    work.value = null;
    if (answer.ok) return answer.data;
    error.value = answer.error;
    return null;
  }

  async function importFile(): Promise<void> {
    offer.value = await run('import', () => useBridge().profile.import(chosen.value));
  }

  async function acceptOffer(): Promise<void> {
    const { offerId } = offer.value ?? {};
    if (offerId === undefined) return;
    const changed = await run('accept', () => useBridge().profile.accept(offerId));
    offer.value = null;
    if (changed === null) return;
    view.value = changed;
    // Where it waits for the next sign-in, the section says just that.
    if (changed.isWaiting) return;
    done.value = t('serviceProfile.done.used', { name: profileName(changed, t) });
  }

  async function exportFile(): Promise<void> {
    const file = await run('export', () => useBridge().profile.export(chosen.value));
    if (file !== null) done.value = t('serviceProfile.done.exported', { file });
  }

  async function reset(): Promise<void> {
    const changed = await run('reset', () => useBridge().profile.reset(chosen.value));
    if (changed === null) return;
    view.value = changed;
    done.value = t('serviceProfile.done.reset');
  }

  function beginEdit(): void {
    editError.value = null;
    isEditing.value = true;
  }

  async function saveEdit(edit: ProfileEdit): Promise<boolean> {
    const connectionId = chosen.value;
    const changed = await run('edit', () => useBridge().profile.edit({ connectionId, edit }));
    if (changed === null) {
      // It is told where it was typed.
      editError.value = error.value;
      error.value = null;
      return false;
    }
    view.value = changed;
    isEditing.value = false;
    if (!changed.isWaiting) done.value = t('serviceProfile.done.edited');
    return true;
  }

  async function confirm(): Promise<void> {
    const changed = await run('confirm', () => useBridge().profile.confirm(chosen.value));
    if (changed === null) return;
    view.value = changed;
    done.value = t('serviceProfile.done.confirmed');
  }

  return {
    ...{ chosen, choices, isDemo, isInUse, view, error, offer, work, done },
    ...{ isEditing, editError, beginEdit, saveEdit },
    ...{ importFile, acceptOffer, exportFile, reset, confirm },
  };
}
