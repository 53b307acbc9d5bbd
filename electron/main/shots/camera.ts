import path from 'node:path';
import type { BrowserWindow } from 'electron';
import type { Locale } from '@contract/settings';
import type { SettingsFile } from '../settings-file';
import type { PageDriver } from './page-driver';

/** What the pictures are taken with. */
export interface CameraOptions {
  folder: string;
  window: BrowserWindow;
  settings: SettingsFile;
  /** Says a line on stdout. */
  say(line: string): void;
}

const large = { width: 1440, height: 900 };
const small = { width: 900, height: 600 };

/** Takes pictures of the page, each look and size as it is asked for: light, large and English. */
export class Camera {
  readonly #page: PageDriver;
  readonly #options: CameraOptions;

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

  async picture(name: string): Promise<void> {
    await this.#page.capture(path.join(this.#options.folder, `${name}.png`));
    this.#options.say(`wrote ${name}.png`);
  }

  async inTheDark(work: () => Promise<void>): Promise<void> {
    await this.#turn('dark');
    await work();
    await this.#turn('light');
  }

  async inSmall(work: () => Promise<void>): Promise<void> {
    const { window } = this.#options;
    window.setContentSize(small.width, small.height);
    await this.#page.until('the small window', `innerWidth <= ${small.width}`);
    await work();
    window.setContentSize(large.width, large.height);
    await this.#page.until('the large window', `innerWidth > ${small.width}`);
  }

  async inPortuguese(work: () => Promise<void>): Promise<void> {
    await this.#speak('pt-BR');
    await work();
    await this.#speak('en');
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
