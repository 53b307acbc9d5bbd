import type { ResourcesState } from '@contract/resources';
import { Feed } from '../feed';
import type { Profile } from '../service/profile';
import type { CapabilitiesOptions } from './capabilities';

/** What the profile of the session describes beside the built-in resources, told to the pages. */
export class DescribedResources {
  readonly #session: CapabilitiesOptions['session'];
  readonly #feed = new Feed<ResourcesState>('the described resources');
  readonly #release: () => void;
  #profile: Profile | null = null;

  constructor({ session }: Pick<CapabilitiesOptions, 'session'>) {
    this.#session = session;
    this.#release = session.subscribe(() => {
      this.#follow();
    });
    this.#follow();
  }

  state(): ResourcesState {
    return { described: this.#profile?.resources ?? {} };
  }

  /** Gets the whole state whenever it changes. */
  subscribe(listener: (state: ResourcesState) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  /** Follows the session no longer. */
  close(): void {
    this.#release();
  }

  #follow(): void {
    const profile = this.#session.active()?.profile ?? null;
    if (profile === this.#profile) return;
    this.#profile = profile;
    this.#feed.publish(this.state());
  }
}
