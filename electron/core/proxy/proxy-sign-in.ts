import { z } from 'zod';
import type { ProxySignInInput, ProxyState } from '@contract/proxy';
import { reportFault } from '../faults';
import { Feed } from '../feed';
import { hideInLog } from '../log';
import type { Keychain } from '../ports/keychain';
import type {
  ProxyCredentials,
  ProxyCredentialSource,
  ProxyPlace,
} from '../ports/proxy-credentials';
import { readStored } from '../stored-json';

const entrySchema = z.strictObject({
  version: z.literal(1),
  username: z.string(),
  password: z.string(),
});

/**
 * What is known of the proxies of the network; signs in at them. A request whose proxy asks in vain fails and was not
 * sent; the person is asked, and their answer is used from then on. What they wish to keep is in the
 * keychain, one entry for each proxy.
 */
export class ProxySignIn implements ProxyCredentialSource {
  readonly #keychain: Keychain;
  /** By account: what the keychain has or a person entered; null for nothing. Never rejects. */
  readonly #known = new Map<string, Promise<ProxyCredentials | null>>();
  readonly #feed = new Feed<ProxyState>('the proxy');
  /** The question that a person put off until they ask for it. */
  #dismissed: ProxyState['question'] = null;
  #state: ProxyState = { question: null, isScriptBroken: false };

  constructor(keychain: Keychain) {
    this.#keychain = keychain;
  }

  state(): ProxyState {
    return this.#state;
  }

  subscribe(listener: (state: ProxyState) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  async credentialsFor(
    place: ProxyPlace,
    refused: ProxyCredentials | null,
  ): Promise<ProxyCredentials | null> {
    const credentials = await this.#knownFor(place);
    const isRefused = credentials !== null && refused !== null && isSame(credentials, refused);
    if (credentials !== null && !isRefused) return credentials;
    if (isRefused) this.#learn(place, null);
    this.#ask(place, isRefused);
    return null;
  }

  /** The script that chooses the proxy works, or does not. */
  tellScript(isScriptBroken: boolean): void {
    if (isScriptBroken === this.#state.isScriptBroken) return;
    this.#publish({ ...this.#state, isScriptBroken });
  }

  /** A person answers the proxy that asks. Their answer is kept in the keychain if they wish. */
  async signIn({ username, password, remember }: ProxySignInInput): Promise<void> {
    const { question } = this.#state;
    if (question === null) return;
    const credentials = { username, password };
    this.#learn(question, credentials);
    this.#dismissed = null;
    this.#show(null);
    try {
      if (remember) {
        await this.#keychain.write(
          accountOf(question),
          JSON.stringify({ version: 1, ...credentials }),
        );
      } else {
        await this.#keychain.remove(accountOf(question));
      }
    } catch (fault) {
      reportFault('the sign-in at the proxy could not be kept', fault);
    }
  }

  /** A person does not want to answer now. */
  dismiss(): void {
    const { question } = this.#state;
    if (question === null) return;
    this.#dismissed = question;
    this.#show(null);
  }

  /** Shows a question again that a person dismissed. */
  askAgain(): void {
    const question = this.#dismissed;
    this.#dismissed = null;
    if (question !== null && this.#state.question === null) this.#show(question);
  }

  #knownFor(place: ProxyPlace): Promise<ProxyCredentials | null> {
    const account = accountOf(place);
    const known = this.#known.get(account) ?? this.#read(account);
    this.#known.set(account, known);
    return known;
  }

  #learn(place: ProxyPlace, credentials: ProxyCredentials | null): void {
    if (credentials !== null) hideInLog(credentials.password, true);
    this.#known.set(accountOf(place), Promise.resolve(credentials));
  }

  async #read(account: string): Promise<ProxyCredentials | null> {
    try {
      const secret = await this.#keychain.read(account);
      const entry = secret === null ? null : readStored(entrySchema, secret);
      return entry && { username: entry.username, password: entry.password };
    } catch (fault) {
      reportFault('the sign-in at the proxy could not be read', fault);
      return null;
    }
  }

  #ask({ host, port }: ProxyPlace, isRefused: boolean): void {
    const { question } = this.#state;
    const dismissed = this.#dismissed;
    if (dismissed?.host === host && dismissed.port === port) return;
    // A second request that asks the same is no news, nor is it that the first was refused.
    if (question?.host === host && question.port === port && !isRefused) return;
    this.#show({ host, port, isRefused });
  }

  #show(question: ProxyState['question']): void {
    this.#publish({ ...this.#state, question });
  }

  #publish(state: ProxyState): void {
    this.#state = state;
    this.#feed.publish(state);
  }
}

function accountOf({ host, port }: ProxyPlace): string {
  return `proxy ${host}:${port}`;
}

function isSame(one: ProxyCredentials, other: ProxyCredentials): boolean {
  return one.username === other.username && one.password === other.password;
}
