import type { AskedScreen, DesktopState } from '@contract/desktop';
import type { Settings } from '@contract/settings';
import { AT_WORK_TIME } from '../at-work';
import { Feed } from '../feed';
import type { Clock } from '../ports/clock';
import type { Notice, Notifier } from '../ports/notifier';
import type { PowerSource } from '../ports/power-source';

/** What the desktop is reached with. */
export interface DesktopOptions {
  clock: Clock;
  notifier: Notifier;
  /** Whether the system has a tray. */
  findTray(): Promise<boolean>;
  power: PowerSource;
  settings(): Pick<Settings, 'notifications' | 'alertVolume' | 'doNotDisturbUntil'>;
}

/** How something is brought to a person's notice. */
export interface Loudness {
  isShown: boolean;
  isSounded: boolean;
}

/** The desktop around the app: notifications and sound, as the settings of this computer allow. */
export class Desktop {
  readonly #options: DesktopOptions;
  readonly #feed = new Feed<DesktopState>('the desktop');
  readonly #asks = new Feed<AskedScreen>('screens that are asked for');
  #hasTray = false;
  #onBattery: boolean;
  #isAtRest = false;
  #inputAt: number;
  /** A look whether nobody is at work any more is due. */
  #looksForRest = false;
  #chimes = 0;
  #asked: AskedScreen | null = null;

  constructor(options: DesktopOptions) {
    this.#options = options;
    this.#onBattery = options.power.isOnBattery();
    this.#inputAt = options.clock.monotonic();
    this.#lookForRest(AT_WORK_TIME);
    options.power.subscribe(() => {
      this.#followPower();
    });
  }

  state(): DesktopState {
    const { isSupported } = this.#options.notifier;
    return {
      hasNotifications: isSupported,
      hasTray: this.#hasTray,
      onBattery: this.#onBattery,
      isAtRest: this.#isAtRest,
      chimes: this.#chimes,
      isAsked: this.#asked !== null,
    };
  }

  /** The state after each change; the answer ends it. */
  subscribe(listener: (state: DesktopState) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  /** A person touched mouse or keys in a window. */
  noteInput(): void {
    this.#inputAt = this.#options.clock.monotonic();
    if (!this.#looksForRest) this.#lookForRest(AT_WORK_TIME);
    if (!this.#isAtRest) return;
    this.#isAtRest = false;
    this.#feed.publish(this.state());
  }

  /** Looks whether the system has a tray; it can come and go with the desktop's extensions. */
  async lookForTray(): Promise<boolean> {
    const hasTray = await this.#options.findTray();
    if (hasTray !== this.#hasTray) {
      this.#hasTray = hasTray;
      this.#feed.publish(this.state());
    }
    return hasTray;
  }

  /** Whether a person asked not to be disturbed for now. What is announced anyway passes by this. */
  isQuiet(): boolean {
    const until = this.#options.settings().doNotDisturbUntil;
    return until !== null && this.#options.clock.now() < until;
  }

  /** Brings something to a person's notice, as far as the settings of this computer allow. */
  announce(notice: Notice, { isShown, isSounded }: Loudness): void {
    const { notifications, alertVolume } = this.#options.settings();
    if (isShown && notifications) this.#options.notifier.show(notice);
    if (isSounded && alertVolume > 0) this.#chime();
  }

  /** Shows and sounds an example whatever the settings say, so that a person can try both. */
  demonstrate(notice: Notice): void {
    this.#options.notifier.show(notice);
    this.#chime();
  }

  /** Keeps what a person asked to see outside the window, until the page takes it. */
  ask(screen: AskedScreen): void {
    this.#asked = screen;
    this.#feed.publish(this.state());
    this.#asks.publish(screen);
  }

  /** Hears of each screen that is asked for, so that its window comes to the front. */
  onAsked(listener: (screen: AskedScreen) => void): () => void {
    return this.#asks.subscribe(listener);
  }

  /** The screen that was asked for, once. */
  takeAsked(): AskedScreen | null {
    const asked = this.#asked;
    this.#asked = null;
    if (asked !== null) this.#feed.publish(this.state());
    return asked;
  }

  /** Takes a notification back. */
  withdraw(id: string): void {
    this.#options.notifier.close(id);
  }

  #lookForRest(after: number): void {
    const { clock } = this.#options;
    this.#looksForRest = true;
    clock.after(after, () => {
      const left = this.#inputAt + AT_WORK_TIME - clock.monotonic();
      if (left > 0) {
        this.#lookForRest(left);
        return;
      }
      this.#looksForRest = false;
      this.#isAtRest = true;
      this.#feed.publish(this.state());
    });
  }

  #followPower(): void {
    const onBattery = this.#options.power.isOnBattery();
    if (onBattery === this.#onBattery) return;
    this.#onBattery = onBattery;
    this.#feed.publish(this.state());
  }

  #chime(): void {
    this.#chimes += 1;
    this.#feed.publish(this.state());
  }
}
