import { z } from 'zod';
import type { ProxySignInInput, ProxyState } from '@contract/proxy';
import { reportFault } from '../faults';
import { Feed } from '../feed';
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

/** What is known of one proxy. */
interface Known {
  readonly place: ProxyPlace;
  /** Settles with what the keychain has, or a person told; null for nothing. */
  credentials: Promise<ProxyCredentials | null>;
}

/**
 * Signs in at the proxies of the network. A request whose proxy asks in vain fails and was not
 * sent; the question goes to the person, and what they answer is used from then on. What they wish
 * to keep lies in the keychain, one entry a proxy.
 */
export class ProxySignIn implements ProxyCredentialSource {
  readonly #keychain: Keychain;
  readonly #known = new Map<string, Known>();
  readonly #feed = new Feed<ProxyState>('the proxy');
  /** A person wants to hear no more of it until they ask. */
  #dismissed: ProxyState['question'] = null;
  #state: ProxyState = { question: null };

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
    const known = this.#at(place);
    const credentials = await known.credentials;
    const isRefused = credentials !== null && refused !== null && isSame(credentials, refused);
    if (credentials !== null && !isRefused) return credentials;
    if (isRefused) known.credentials = Promise.resolve(null);
    this.#ask(place, isRefused);
    return null;
  }

  /** A person answers the proxy that asks. The keychain is written to where they wish it. */
  async signIn({ username, password, remember }: ProxySignInInput): Promise<void> {
    const { question } = this.#state;
    if (question === null) return;
    const credentials = { username, password };
    this.#at(question).credentials = Promise.resolve(credentials);
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

  #at(place: ProxyPlace): Known {
    const account = accountOf(place);
    let known = this.#known.get(account);
    if (known === undefined) {
      known = { place, credentials: this.#read(account) };
      this.#known.set(account, known);
    }
    return known;
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
    this.#state = { question };
    this.#feed.publish(this.#state);
  }
}

function accountOf({ host, port }: ProxyPlace): string {
  return `proxy ${host}:${port}`;
}

function isSame(one: ProxyCredentials, other: ProxyCredentials): boolean {
  return one.username === other.username && one.password === other.password;
}
