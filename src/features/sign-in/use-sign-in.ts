import {
  publicKeySchema,
  tidyPasted,
  type Connection,
  type PublicKeyPlace,
} from '@contract/connections';
import type { AppError } from '@contract/errors';
import { credentialSchema, passphraseSchema, type TokenPlace } from '@contract/session';
import {
  computed,
  inject,
  provide,
  reactive,
  ref,
  shallowRef,
  watch,
  type InjectionKey,
} from 'vue';
import { useAppInfo } from '@/app/app-info';
import { blankDraft, draftOf, problemsOf, toDraft, type DraftForm } from '@/app/connection/draft';
import { takeAskedConnection } from '@/app/next-connection';
import { useConnectionsStore } from '@/app/stores/connections-store';
import { useSessionStore } from '@/app/stores/session-store';
import { useBridge } from '@/bridge';
import { isTooLong } from '@/ui/too-long';

/** What a person types to sign in. It stays through errors and through a look at another card. */
export type SignInForm = DraftForm & {
  publicKey: string;
  /** How the key is sent; `auto` finds out by trying. */
  publicKeyPlace: PublicKeyPlace | 'auto';
  username: string;
  password: string;
  passphrase: string;
};

/** Where on the form an error belongs. */
export type ErrorPlace = 'address' | 'key' | 'credentials' | 'form';

/** What the form is busy with. */
export type Work = 'sign-in' | 'demo' | 'unlock' | 'keychain';

/** So many characters at most go into a field. */
export const mostOf = {
  publicKey: publicKeySchema.maxLength,
  credential: credentialSchema.maxLength,
  passphrase: passphraseSchema.maxLength,
};

const leastPassphrase = passphraseSchema.minLength ?? 1;

function publicKeyProblem(text: string): 'characters' | 'too-long' | null {
  if (isTooLong(text, mostOf.publicKey)) return 'too-long';
  return publicKeySchema.safeParse(text).success ? null : 'characters';
}

function passphraseProblem(text: string): 'short' | 'too-long' | null {
  if (text.length < leastPassphrase) return 'short';
  return isTooLong(text, mostOf.passphrase) ? 'too-long' : null;
}

/** What keeps a user name or password from being sent. */
function credentialProblem(text: string): 'empty' | 'too-long' | null {
  if (text === '') return 'empty';
  return isTooLong(text, mostOf.credential) ? 'too-long' : null;
}

/** The part of the form that has to change for an error to go away. */
export function placeOf(error: AppError): ErrorPlace {
  if (error.reason === 'public-key-needed' || error.reason === 'public-key-refused') return 'key';
  if (error.code === 'unauthenticated' || error.code === 'forbidden') return 'credentials';
  if (error.reason === 'refused-or-fault' || error.reason === 'refused') return 'credentials';
  if (error.reason === 'proxy-sign-in' || error.reason === 'proxy-script') return 'form';
  const byAddress = ['offline', 'timeout', 'bad-response', 'not-found'] as const;
  if (byAddress.some((code) => code === error.code) || error.reason === 'plain-http') {
    return 'address';
  }
  return 'form';
}

/** State and deeds of the sign-in page. */
function createSignIn() {
  const info = useAppInfo();
  const session = useSessionStore();
  const connections = useConnectionsStore();

  const forms = reactive(new Map<string, SignInForm>());
  const saved = computed(() => connections.connections.filter(({ isDemo }) => !isDemo));
  const chosenId = ref(firstChoice());
  const chosen = computed(() => saved.value.find(({ id }) => id === chosenId.value) ?? null);
  const place = ref<TokenPlace>('keychain');
  const work = ref<Work | null>(null);
  /** What went wrong last, and in what; it goes with the next attempt. */
  const failure = shallowRef<{ work: Work; error: AppError } | null>(null);
  /** Nothing was begun on this page yet: what the command line asked for is the last word. */
  const isUntouched = ref(true);
  const isTried = ref(false);
  /** The sign-in that runs; it may have to wait for its turn among the requests of a minute. */
  let signingIn = new AbortController();

  function firstChoice(): string | null {
    const asked = takeAskedConnection();
    if (asked !== undefined) return asked;
    const list = connections.connections.filter(({ isDemo }) => !isDemo);
    const wanted = list.find(({ id }) => id === connections.state.preselected);
    const latest = [...list].sort((a, b) => (b.lastUsedAt ?? 0) - (a.lastUsedAt ?? 0))[0];
    return (wanted ?? latest)?.id ?? null;
  }

  function newForm(connection: Connection | null): SignInForm {
    const draft = connection ? draftOf(connection) : blankDraft(info.value.timeZone);
    return {
      ...draft,
      publicKey: '',
      publicKeyPlace: 'auto',
      username: connection?.username ?? '',
      password: '',
      passphrase: '',
    };
  }

  // A form is made when its connection is first looked at.
  watch(
    chosen,
    (connection) => {
      const key = connection?.id ?? '';
      if (!forms.has(key)) forms.set(key, newForm(connection));
    },
    { immediate: true, flush: 'sync' },
  );
  /** The form of the chosen connection, or of a new one. */
  const form = computed(() => forms.get(chosen.value?.id ?? '') ?? newForm(chosen.value));

  // A connection edited elsewhere on the page changes its form, less what was typed for signing in.
  watch(saved, (list) => {
    for (const connection of list) {
      const known = forms.get(connection.id);
      if (known) Object.assign(known, draftOf(connection));
    }
    if (chosenId.value !== null && !chosen.value) chosenId.value = list[0]?.id ?? null;
  });

  // A second start with a connection file preselects what that holds.
  watch(
    () => connections.state.preselected,
    (id) => {
      if (id !== null) choose(id);
    },
  );

  watch(
    () => session.state.keychain === 'unavailable',
    (isUnavailable) => {
      if (isUnavailable && place.value === 'keychain') place.value = 'passphrase';
      if (!isUnavailable) place.value = 'keychain';
    },
    { immediate: true },
  );

  const problems = computed(() => ({
    ...problemsOf(form.value),
    publicKey: publicKeyProblem(tidyPasted(form.value.publicKey)),
    username: credentialProblem(tidyPasted(form.value.username)),
    password: credentialProblem(form.value.password),
    passphrase: place.value === 'passphrase' ? passphraseProblem(form.value.passphrase) : null,
  }));
  const errorOf = (kind: Work) =>
    computed(() => (failure.value?.work === kind ? failure.value.error : null));
  const signInError = errorOf('sign-in');
  const demoError = errorOf('demo');
  /** The error of a sign-in, where it belongs there. */
  const errorAt = (where: ErrorPlace) =>
    computed(() => {
      const error = signInError.value;
      return error && placeOf(error) === where ? error : null;
    });
  const isReady = computed(() => Object.values(problems.value).every((problem) => !problem));

  function choose(id: string | null): void {
    chosenId.value = id;
    failure.value = null;
    isTried.value = false;
  }

  /** Forgets what went wrong: its cause was changed. */
  function forgive(): void {
    failure.value = null;
  }

  /** Runs one piece of work at a time and keeps its error; true when it went well. */
  async function run(
    kind: Work,
    call: () => Promise<{ ok: true } | { ok: false; error: AppError }>,
  ): Promise<boolean> {
    if (work.value) return false;
    work.value = kind;
    isUntouched.value = false;
    failure.value = null;
    const answer = await call();
    const isWithdrawn = !answer.ok && answer.error.code === 'cancelled';
    if (!answer.ok && !isWithdrawn) failure.value = { work: kind, error: answer.error };
    // Once somebody is signed in main brings the other document; until then nothing is pressed.
    if (!answer.ok || session.state.phase === 'signed-out' || kind === 'keychain')
      work.value = null;
    return answer.ok;
  }

  /** Signs in; main then brings the other document. False when the form or the service refused. */
  async function signIn(): Promise<boolean> {
    isTried.value = true;
    if (!isReady.value) return false;
    const { publicKey, publicKeyPlace, username, password, passphrase } = form.value;
    const input = {
      connectionId: chosen.value?.id ?? null,
      connection: toDraft(form.value),
      publicKey: tidyPasted(publicKey),
      ...(publicKeyPlace !== 'auto' && { publicKeyPlace }),
      username: tidyPasted(username),
      password,
      place: place.value,
      ...(place.value === 'passphrase' ? { passphrase } : {}),
    };
    return run('sign-in', () => {
      signingIn = new AbortController();
      return useBridge().session.signIn(input, { signal: signingIn.signal });
    });
  }

  /** Gives up the sign-in that runs; main says when it has. */
  function cancelSignIn(): void {
    signingIn.abort();
  }

  return {
    saved,
    chosen,
    form,
    place,
    work,
    addressError: errorAt('address'),
    keyError: errorAt('key'),
    credentialsError: errorAt('credentials'),
    formError: errorAt('form'),
    demoError: computed(() => {
      const told = isUntouched.value ? connections.state.refusedDemo : null;
      return demoError.value ?? told ?? null;
    }),
    unlockError: errorOf('unlock'),
    keychainError: errorOf('keychain'),
    isTried,
    problems,
    choose,
    forgive,
    signIn,
    cancelSignIn,
    startDemo: () => run('demo', () => useBridge().session.startDemo({})),
    retryKeychain: () => run('keychain', () => useBridge().session.retryKeychain()),
    unlock: (passphrase: string) => run('unlock', () => useBridge().session.unlock(passphrase)),
  };
}

type SignInState = ReturnType<typeof createSignIn>;

const key: InjectionKey<SignInState> = Symbol('sign-in');

/** Makes the state of the page and hands it to its parts. */
export function provideSignIn(): SignInState {
  const signIn = createSignIn();
  provide(key, signIn);
  return signIn;
}

/** The state of the page that this part belongs to. */
export function useSignIn(): SignInState {
  const signIn = inject(key);
  if (!signIn) throw new Error('This part belongs on the sign-in page.');
  return signIn;
}
