import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect } from '@playwright/test';

/** The display of the test, with the keyboard of a person and a camera before it. */
export class Screen {
  /** Waits for a window whose title holds a text; answers its number. */
  async findWindow(title: string): Promise<string> {
    const find = () => this.#run('xdotool', ['search', '--onlyvisible', '--name', title]);
    await expect.poll(find, { timeout: 90_000, message: `a window named ${title}` }).not.toBe('');
    return find().split('\n')[0] ?? '';
  }

  /** Presses a key, such as `ctrl+k`, while a window has the focus. */
  press(window: string, key: string): void {
    // Without a window manager nobody else gives a window the focus.
    this.#run('xdotool', ['windowfocus', '--sync', window]);
    this.#run('xdotool', ['key', '--clearmodifiers', key]);
  }

  /** How many colors a window shows: few while it is empty or only a form. */
  colors(window: string): number {
    const count = this.#run('sh', ['-c', `import -window ${window} png:- | identify -format %k -`]);
    return Number(count);
  }

  /** How bright a window is, from 0 to 1: a dialog dims all behind it. */
  brightness(window: string): number {
    const mean = `import -window ${window} png:- | identify -format '%[fx:mean]' -`;
    return Number.parseFloat(this.#run('sh', ['-c', mean]));
  }

  /** The whole screen as a PNG. */
  #picture(): Buffer {
    return execFileSync('import', ['-window', 'root', 'png:-'], { maxBuffer: 64 << 20 });
  }

  /** Writes the whole screen to a file. */
  savePicture(file: string): void {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, this.#picture());
  }

  #run(program: string, args: readonly string[]): string {
    try {
      return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    } catch {
      // Such as a search that finds nothing yet.
      return '';
    }
  }
}
