import { writeFile } from 'node:fs/promises';
import type { NativeImage, WebContents } from 'electron';

/** Why the pictures could not be taken, in a sentence for the person who asked for them. */
export class ShotsProblem extends Error {}

/** Between two looks at the page, ms. */
const pause = 200;
/** So long a state may keep us waiting, ms, unless a call says otherwise. */
const patience = 60_000;

/** So many looks in a row must find the picture at rest. */
const calmLooks = 6;
/** A picture at rest differs in fewer of its bytes: a few vehicles glide, a clock ticks. */
const calmDifference = 0.004;
/** A map that never rests, since it follows a vehicle, is taken after this time, ms. */
const restAtMost = 20_000;

/** The part of two pictures that differs, from 0 to 1. */
function differenceOf(a: NativeImage, b: NativeImage): number {
  const [left, right] = [a.toBitmap(), b.toBitmap()];
  if (left.length !== right.length) return 1;
  let different = 0;
  // One byte of each pixel is enough to see a change.
  for (let i = 1; i < left.length; i += 4) if (left[i] !== right[i]) different += 1;
  return different / (left.length / 4);
}

/** A text as part of a script. */
const text = (words: string) => JSON.stringify(words);

/** Uses the page as a person would, by the names of its controls, and waits for states alone. */
export class PageDriver {
  readonly #contents: WebContents;

  constructor(contents: WebContents) {
    this.#contents = contents;
  }

  /** Goes to a screen, such as `/map`. */
  async go(route: string): Promise<void> {
    await this.#run(`location.hash = ${text(route)}`);
  }

  /** Presses the control of that name once it is there and can be pressed. */
  async press(name: string): Promise<void> {
    await this.until(
      `the control "${name}"`,
      `(() => {
        const control = [...document.querySelectorAll('button, a, [role=button]')].find(
          (element) =>
            (element.getAttribute('aria-label') ?? element.textContent).trim() === ${text(name)} &&
            !element.matches(':disabled'),
        );
        control?.click();
        return control !== undefined;
      })()`,
    );
  }

  /** Checks the box with that label. */
  async check(name: string): Promise<void> {
    await this.until(
      `the box "${name}"`,
      `(() => {
        const label = [...document.querySelectorAll('label')].find(
          ({ textContent }) => textContent.trim() === ${text(name)},
        );
        const box = document.getElementById(label?.htmlFor ?? '');
        if (box?.getAttribute('aria-checked') === 'false') box.click();
        return box?.getAttribute('aria-checked') === 'true';
      })()`,
    );
  }

  /** Gives the control of that name the focus, which shows its tip. */
  async showTip(name: string): Promise<void> {
    await this.#focus(name);
    await this.until('the tip', `document.querySelector('[role=tooltip]') !== null`);
  }

  /** Opens the menu of the control of that name, and takes an entry of it. */
  async take(name: string, entry: string): Promise<void> {
    await this.#focus(name);
    this.key('Enter');
    await this.until(
      `the entry "${entry}"`,
      `(() => {
        const item = [...document.querySelectorAll('[role=menuitem]')].find(
          ({ textContent }) => textContent.trim() === ${text(entry)},
        );
        item?.click();
        return item !== undefined;
      })()`,
    );
  }

  async #focus(name: string): Promise<void> {
    await this.until(
      `the control "${name}"`,
      `(() => {
        const control = [...document.querySelectorAll('button')].find((element) => {
          const shown = element.cloneNode(true);
          for (const hidden of shown.querySelectorAll('[hidden]')) hidden.remove();
          return (element.getAttribute('aria-label') ?? shown.textContent).trim() === ${text(name)};
        });
        control?.focus();
        return control !== undefined;
      })()`,
    );
  }

  /** Clicks in the region of that name, at parts of its width and height. */
  async clickIn(region: string, x: number, y: number): Promise<void> {
    const place = await this.until<{ x: number; y: number }>(
      `the region "${region}"`,
      `(() => {
        const box = document.querySelector('[aria-label=${text(region)}]')?.getBoundingClientRect();
        return box && {
          x: Math.round(box.x + box.width * ${String(x)}),
          y: Math.round(box.y + box.height * ${String(y)}),
        };
      })()`,
    );
    this.#contents.sendInputEvent({ type: 'mouseMove', ...place });
    for (const type of ['mouseDown', 'mouseUp'] as const) {
      this.#contents.sendInputEvent({ type, ...place, button: 'left', clickCount: 1 });
    }
  }

  /** Presses a key, with a modifier where one is given. */
  key(keyCode: string, modifier?: 'control'): void {
    const modifiers = modifier === undefined ? [] : [modifier];
    this.#contents.sendInputEvent({ type: 'keyDown', keyCode, modifiers });
    this.#contents.sendInputEvent({ type: 'keyUp', keyCode, modifiers });
  }

  /** Chooses the entry of a list that holds these words. */
  async choose(words: string): Promise<void> {
    await this.until(
      `the row "${words}"`,
      `(() => {
        const row = [...document.querySelectorAll('[role=option], [role=row], li > button')].find((element) =>
          element.textContent.includes(${text(words)}),
        );
        row?.click();
        return row !== undefined;
      })()`,
    );
  }

  /** Brings the part of the page under this heading to its top. */
  async show(heading: string): Promise<void> {
    await this.until(
      `the heading "${heading}"`,
      `(() => {
        const found = [...document.querySelectorAll('h1, h2, h3')].find(
          ({ textContent }) => textContent.trim() === ${text(heading)},
        );
        found?.scrollIntoView();
        return found !== undefined;
      })()`,
    );
  }

  /** Types into the field of that name. */
  async fill(name: string, words: string): Promise<void> {
    await this.until(
      `the field "${name}"`,
      `(() => {
        const field = [...document.querySelectorAll('input')].find((input) =>
          [input.getAttribute('aria-label'), input.labels?.[0]?.textContent].some(
            (label) => label?.trim() === ${text(name)},
          ),
        );
        if (field === undefined) return false;
        field.value = ${text(words)};
        field.dispatchEvent(new Event('input', { bubbles: true }));
        return true;
      })()`,
    );
  }

  /** Waits until the expression is true in the page; answers its value. */
  async until<T>(what: string, expression: string, atMost = patience): Promise<T> {
    const end = performance.now() + atMost;
    while (performance.now() < end) {
      const value = await this.#run(expression);
      if (value !== null && value !== undefined && value !== false) return value as T;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    throw new ShotsProblem(`Waited ${atMost / 1000} seconds in vain for ${what}.`);
  }

  /** Words that are cut, and controls that cover each other, as the page itself finds them. */
  async clipped(): Promise<string[]> {
    const found = await this.#run('window.__fleetdesk.clipped()');
    // No answer is not the answer that all is well.
    if (!Array.isArray(found)) throw new ShotsProblem('The page did not say which words are cut.');
    return found.map(String);
  }

  /** Writes what the window shows, once fonts are there and the picture has come to rest. */
  async capture(file: string): Promise<void> {
    await this.until('the fonts', 'document.fonts.ready.then(() => true)');
    // No row looks chosen for the pointer that happens to rest on it.
    this.#contents.sendInputEvent({ type: 'mouseMove', x: 0, y: 0 });
    await writeFile(file, (await this.#restingPicture()).toPNG());
  }

  /** A map paints itself bit by bit: it is at rest once it stays the same, vehicles aside. */
  async #restingPicture(): Promise<NativeImage> {
    const end = performance.now() + restAtMost;
    let last = await this.#picture();
    for (let calm = 0; calm < calmLooks && performance.now() < end;) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      const next = await this.#picture();
      calm = differenceOf(last, next) < calmDifference ? calm + 1 : 0;
      last = next;
    }
    return last;
  }

  async #picture(): Promise<NativeImage> {
    const picture = await this.#contents.capturePage();
    if (picture.isEmpty()) throw new ShotsProblem('The window could not be captured.');
    return picture;
  }

  /** What the script answers; null while the page is being replaced by another one. */
  async #run(script: string): Promise<unknown> {
    if (this.#contents.isDestroyed()) throw new ShotsProblem('The window was closed.');
    const replaced = new AbortController();
    const gone = new Promise<null>((resolve) => {
      const leave = () => {
        resolve(null);
      };
      this.#contents.once('did-navigate', leave);
      this.#contents.once('destroyed', leave);
      replaced.signal.addEventListener('abort', () => {
        this.#contents.off('did-navigate', leave);
        this.#contents.off('destroyed', leave);
      });
    });
    try {
      return await Promise.race([gone, this.#contents.executeJavaScript(script, true)]);
    } catch {
      // The script met a page that was just going away, or not yet there.
      return null;
    } finally {
      replaced.abort();
    }
  }
}
