import path from 'node:path';
import type { BrowserWindow } from 'electron';
import type { Locale } from '@contract/settings';
import type { SettingsFile } from '../settings-file';
import { ShotsProblem, type PageDriver } from './page-driver';
import type { Look, Wanted } from './wanted';

/** What the pictures are taken with. */
export interface CameraOptions {
  folder: string;
  window: BrowserWindow;
  settings: SettingsFile;
  wanted: Wanted;
  /** Says a line on stdout. */
  say(line: string): void;
}

const large = { width: 1440, height: 900 };
const small = { width: 900, height: 600 };

/** Takes pictures of the page in each look that is wanted; it begins light, large and English. */
export class Camera {
  readonly #page: PageDriver;
  readonly #options: CameraOptions;
  /** Pictures with words that are cut or covered. */
  readonly #faulty = new Set<string>();

  constructor(page: PageDriver, options: CameraOptions) {
    this.#page = page;
    this.#options = options;
  }

  /** How the pictures begin. */
  async setUp(): Promise<void> {
    const { settings, window } = this.#options;
    await settings.update({ locale: 'en', theme: 'light', listWidth: 360 });
    window.setContentSize(large.width, large.height);
  }

  /** Whether any picture of one of these screens is wanted. */
  wants(...screens: string[]): boolean {
    return this.#options.wanted.any(...screens);
  }

  async picture(name: string): Promise<void> {
    await this.#page.capture(path.join(this.#options.folder, `${name}.png`));
    this.#options.say(`wrote ${name}.png`);
    for (const fault of await this.#page.clipped()) {
      this.#options.say(`  ${fault}`);
      this.#faulty.add(name);
    }
  }

  /** @throws ShotsProblem where words were cut or covered in a picture */
  complain(): void {
    if (this.#faulty.size === 0) return;
    throw new ShotsProblem(`Words are cut or covered in ${[...this.#faulty].join(', ')}.`);
  }

  /** What the page shows, in every look that is wanted. */
  async everyLook(screen: string): Promise<void> {
    const take = async (look: Look, begin: () => Promise<void>, end: () => Promise<void>) => {
      if (!this.#options.wanted.picture(screen, look)) return;
      await begin();
      await this.picture(`${screen}-${look}`);
      await end();
    };
    const stay = () => Promise.resolve();
    await take('light', stay, stay);
    await take(
      'dark',
      () => this.#turn('dark'),
      () => this.#turn('light'),
    );
    await take(
      'pt-BR',
      () => this.#speak('pt-BR'),
      () => this.#speak('en'),
    );
    await take(
      'es',
      () => this.#speak('es'),
      () => this.#speak('en'),
    );
    await take(
      'pseudo',
      () => this.#pseudo(true),
      () => this.#pseudo(false),
    );
    await take(
      '900x600',
      () => this.#resize(small),
      () => this.#resize(large),
    );
  }

  async #resize({ width, height }: typeof large): Promise<void> {
    this.#options.window.setContentSize(width, height);
    await this.#page.until(`a window ${width} wide`, `innerWidth === ${width}`);
  }

  /** The invented language, whose long words show where room is missing. */
  async #pseudo(isOn: boolean): Promise<void> {
    await this.#page.until(
      'the invented language',
      `window.__fleetdesk.pseudo(${isOn}).then(() => true)`,
    );
  }

  async #turn(theme: 'light' | 'dark'): Promise<void> {
    await this.#options.settings.update({ theme });
    await this.#page.until(
      `the ${theme} look`,
      `document.documentElement.dataset.theme === '${theme}'`,
    );
  }

  async #speak(locale: Locale): Promise<void> {
    await this.#options.settings.update({ locale });
    await this.#page.until('the language', `document.documentElement.lang === '${locale}'`);
  }
}
