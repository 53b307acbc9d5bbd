import type { Announcement } from '@contract/alerts';
import { Feed } from '../feed';
import type { Workspace } from './workspace';

/** An announcement, and the workspace whose vehicles it is about. */
export interface Announced {
  announcement: Announcement;
  workspace: Workspace;
}

/** Follows the alerts of the person who is signed in: what is announced, and how many are open. */
export class AlertFollower {
  readonly #counts = new Feed<number>('the number of open alerts');
  readonly #announced = new Feed<Announced>('announced alerts');
  #workspace: Workspace | null = null;
  #release: () => void = () => undefined;
  #told = 0;

  /** Goes over to the alerts of another workspace; null: nobody is signed in. */
  follow(workspace: Workspace | null): void {
    this.#release();
    this.#workspace = workspace;
    if (workspace === null) {
      this.#release = () => undefined;
    } else {
      const ends = [
        workspace.alerts.subscribe(() => {
          this.#tell();
        }),
        workspace.alerts.onAnnounced((announcement) => {
          this.#announced.publish({ announcement, workspace });
        }),
      ];
      this.#release = () => {
        for (const end of ends) end();
      };
    }
    this.#tell();
  }

  /** Alerts that nobody has acknowledged. */
  state(): number {
    return this.#workspace?.alerts.counts.open ?? 0;
  }

  /** The number of open alerts after each change; the answer ends it. */
  subscribe(listener: (open: number) => void): () => void {
    return this.#counts.subscribe(listener);
  }

  /** Hears of what is to be brought to a person's notice. */
  onAnnounced(listener: (announced: Announced) => void): () => void {
    return this.#announced.subscribe(listener);
  }

  close(): void {
    this.#release();
  }

  #tell(): void {
    const open = this.state();
    if (open === this.#told) return;
    this.#told = open;
    this.#counts.publish(open);
  }
}
