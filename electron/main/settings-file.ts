import { z } from 'zod';
import { defaultSettings, settingsSchema, type Settings } from '@contract/settings';
import { ownWindows, type OwnWindow } from '@contract/windows';
import { Feed } from '@core/feed';
import type { Files } from '@core/ports/files';
import { setAsideDamaged } from '@core/set-aside';
import { readStored } from '@core/stored-json';
import { windowPlaceSchema, type WindowPlace } from './windows/window-place';

const fileName = 'settings.json';

/** What the file holds. Each preference is read separately, so that a bad one costs no other. */
const fileSchema = z.object({
  version: z.literal(1),
  settings: z.record(z.string(), z.unknown()),
  window: z.unknown(),
  /** Not there in files of earlier versions. */
  ownWindows: z.unknown().optional(),
  openWindows: z.unknown().optional(),
  zoom: z.unknown().optional(),
});

const openWindowsSchema = z.array(z.enum(ownWindows)).max(ownWindows.length);
const ownPlacesSchema = z.partialRecord(z.enum(ownWindows), windowPlaceSchema);

type Content = {
  settings: Settings;
  window: WindowPlace | null;
  /** Places of the screens that have a window of their own. */
  ownWindows: z.infer<typeof ownPlacesSchema>;
  /** Those that were open last. */
  openWindows: readonly OwnWindow[];
  /** Size of everything, in Chromium's levels; 0 is the actual size. */
  zoom: number;
};

/** Preferences of the person at this machine and the place of the window, kept in one file. */
export class SettingsFile {
  /** New name of a file that could not be read; null where all was well. */
  readonly setAside: string | null;
  readonly #files: Files;
  readonly #feed = new Feed<Settings>('the settings');
  /** Values of the administrator, in place of the person's own. */
  readonly #managed: Partial<Settings>;
  #content: Content;
  #lastWrite: Promise<void> = Promise.resolve();

  private constructor(
    files: Files,
    content: Content,
    { setAside, managed }: { setAside: string | null; managed: Partial<Settings> },
  ) {
    this.#files = files;
    this.#managed = managed;
    this.#content = content;
    this.setAside = setAside;
  }

  /**
   * Reads the file. A preference that can't be read takes its default; the file as it was is then
   * set aside, and the others are written again.
   * @param managed values of the administrator; a person's own stay in the file meanwhile
   */
  static async open(files: Files, managed: Partial<Settings> = {}): Promise<SettingsFile> {
    const text = await files.read(fileName);
    if (text === null) return new SettingsFile(files, firstContent(), { setAside: null, managed });
    const { content, isWhole } = readContent(text);
    if (isWhole) return new SettingsFile(files, content, { setAside: null, managed });
    const write = () => new SettingsFile(files, content, { setAside: null, managed }).#write();
    const aside = await setAsideDamaged(files, fileName, write);
    return new SettingsFile(files, content, { setAside: aside, managed });
  }

  /** All preferences. */
  state(): Settings {
    return { ...this.#content.settings, ...this.#managed };
  }

  /** The preferences after each change; the answer ends it. */
  subscribe(listener: (settings: Settings) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  /**
   * Changes some preferences, but none of the administrator's; answers all of them once they are on
   * the disk.
   */
  async update(patch: { [K in keyof Settings]?: Settings[K] | undefined }): Promise<Settings> {
    const given = Object.fromEntries(
      Object.entries(patch).filter(
        ([key, value]) => value !== undefined && !Object.hasOwn(this.#managed, key),
      ),
    );
    const settings = settingsSchema.parse({ ...this.#content.settings, ...given });
    this.#content = { ...this.#content, settings };
    this.#feed.publish(this.state());
    await this.#write();
    return this.state();
  }

  /** Where the window was when it was last seen. */
  windowPlace(): WindowPlace | null {
    return this.#content.window;
  }

  /** Remembers where the window is. */
  async rememberWindow(place: WindowPlace): Promise<void> {
    this.#content = { ...this.#content, window: place };
    await this.#write();
  }

  /** The size of everything when it was last changed, in Chromium's levels. */
  zoomLevel(): number {
    return this.#content.zoom;
  }

  /** Remembers the size of everything. */
  async rememberZoom(zoom: number): Promise<void> {
    this.#content = { ...this.#content, zoom };
    await this.#write();
  }

  /** Where the window of one screen was when it was last seen. */
  ownWindowPlace(name: OwnWindow): WindowPlace | null {
    return this.#content.ownWindows[name] ?? null;
  }

  /** Remembers where the window of one screen is. */
  async rememberOwnWindow(name: OwnWindow, place: WindowPlace): Promise<void> {
    const placed = { ...this.#content.ownWindows, [name]: place };
    this.#content = { ...this.#content, ownWindows: placed };
    await this.#write();
  }

  /** Screens whose windows were open last. */
  openWindows(): readonly OwnWindow[] {
    return this.#content.openWindows;
  }

  /** Remembers which screens have a window that is open. */
  async rememberOpenWindows(openWindows: readonly OwnWindow[]): Promise<void> {
    this.#content = { ...this.#content, openWindows };
    await this.#write();
  }

  /** Writes follow one another, so that the last change is the one that stays. */
  #write(): Promise<void> {
    const write = () =>
      this.#files.write(fileName, `${JSON.stringify({ version: 1, ...this.#content }, null, 2)}\n`);
    this.#lastWrite = this.#lastWrite.then(write, write);
    return this.#lastWrite;
  }
}

function firstContent(): Content {
  return { settings: defaultSettings, window: null, ownWindows: {}, openWindows: [], zoom: 0 };
}

function readContent(text: string): { content: Content; isWhole: boolean } {
  const stored = readStored(fileSchema, text);
  if (stored === null) return { content: firstContent(), isWhole: false };
  const good: Record<string, unknown> = {};
  let isWhole = true;
  for (const [name, schema] of Object.entries(settingsSchema.shape)) {
    if (!Object.hasOwn(stored.settings, name)) continue;
    const read = schema.safeParse(stored.settings[name]);
    if (read.success) good[name] = read.data;
    else isWhole = false;
  }
  const window = windowPlaceSchema.nullable().safeParse(stored.window ?? null);
  const zoom = z
    .number()
    .min(-8)
    .max(9)
    .safeParse(stored.zoom ?? 0);
  const own = ownPlacesSchema.safeParse(stored.ownWindows ?? {});
  const open = openWindowsSchema.safeParse(stored.openWindows ?? []);
  const settings = settingsSchema.parse({ ...defaultSettings, ...good });
  return {
    content: {
      settings,
      window: window.success ? window.data : null,
      ownWindows: own.success ? own.data : {},
      openWindows: open.success ? open.data : [],
      zoom: zoom.success ? zoom.data : 0,
    },
    isWhole: isWhole && window.success && own.success && open.success && zoom.success,
  };
}
