import { describe, expect, it, vi } from 'vitest';
import { defaultSettings } from '@contract/settings';
import { SettingsFile } from '@main/settings-file';
import { collectFaults } from '../collect-faults';
import { MemoryFiles } from './memory-files';

const place = { x: 10, y: 20, width: 1000, height: 700, maximized: true };

function filesWith(content: unknown): MemoryFiles {
  const files = new MemoryFiles();
  files.contents.set(
    'settings.json',
    typeof content === 'string' ? content : JSON.stringify(content),
  );
  return files;
}

describe('the settings file', () => {
  it('is not needed', async () => {
    const settings = await SettingsFile.open(new MemoryFiles());
    expect(settings.state()).toEqual(defaultSettings);
    expect(settings.windowPlace()).toBeNull();
    expect(settings.setAside).toBeNull();
  });

  it('keeps what was changed, for the next start', async () => {
    const files = new MemoryFiles();
    const settings = await SettingsFile.open(files);
    await settings.update({ theme: 'dark', listWidth: 400 });
    await settings.rememberWindow(place);
    const next = await SettingsFile.open(files);
    expect(next.state()).toEqual({ ...defaultSettings, theme: 'dark', listWidth: 400 });
    expect(next.windowPlace()).toEqual(place);
  });

  it('keeps the place of each window of its own beside that of the main one', async () => {
    const files = new MemoryFiles();
    const settings = await SettingsFile.open(files);
    await settings.rememberWindow(place);
    await settings.rememberOwnWindow('map', { ...place, x: 2_000 });
    const next = await SettingsFile.open(files);
    expect(next.ownWindowPlace('map')).toEqual({ ...place, x: 2_000 });
    expect([next.ownWindowPlace('replay'), next.windowPlace()]).toEqual([null, place]);
    expect(next.setAside).toBeNull();
  });

  it('keeps which windows of their own are open, and loses no more than that', async () => {
    const files = new MemoryFiles();
    const settings = await SettingsFile.open(files);
    expect(settings.openWindows()).toEqual([]);
    await settings.rememberOpenWindows(['replay', 'map']);
    expect((await SettingsFile.open(files)).openWindows()).toEqual(['replay', 'map']);
    await settings.update({ theme: 'dark' });
    const text = files.contents.get('settings.json') ?? '';
    files.contents.set('settings.json', text.replace('"replay"', '"cinema"'));
    const next = await SettingsFile.open(files);
    expect(next.openWindows()).toEqual([]);
    expect(next.state().theme).toBe('dark');
    expect(next.setAside).not.toBeNull();
  });

  it('tells of a change before it is on the disk', async () => {
    const files = new MemoryFiles();
    const settings = await SettingsFile.open(files);
    const heard = vi.fn();
    settings.subscribe(heard);
    const change = settings.update({ theme: 'light' });
    expect(heard).toHaveBeenCalledWith({ ...defaultSettings, theme: 'light' });
    expect(files.writes).toEqual([]);
    await change;
    expect(files.writes).toHaveLength(1);
  });

  it('writes one change after the other, the last one last', async () => {
    const files = new MemoryFiles();
    const settings = await SettingsFile.open(files);
    let release: () => void = () => undefined;
    files.hold = new Promise((resolve) => {
      release = resolve;
    });
    const first = settings.update({ listWidth: 330 });
    const second = settings.update({ listWidth: 340 });
    files.hold = null;
    release();
    await Promise.all([first, second]);
    expect(files.contents.get('settings.json')).toContain('"listWidth": 340');
  });

  it('goes on writing after a write that failed', async () => {
    const files = new MemoryFiles();
    const settings = await SettingsFile.open(files);
    files.hold = Promise.reject(new Error('disk full'));
    await expect(settings.update({ theme: 'dark' })).rejects.toThrow('disk full');
    files.hold = null;
    await settings.update({ mapLabels: false });
    expect((await SettingsFile.open(files)).state()).toMatchObject({
      theme: 'dark',
      mapLabels: false,
    });
  });

  it('fills a key that it does not have yet with the default', async () => {
    const files = filesWith({ version: 1, settings: { theme: 'dark' }, window: null });
    expect((await SettingsFile.open(files)).state()).toEqual({ ...defaultSettings, theme: 'dark' });
  });

  it.each([
    ['text', 'theme = dark'],
    ['half of a file', '{"version": 1, "settings": {"the'],
    ['a list', []],
    ['another version', { version: 2, settings: {}, window: null }],
    ['nothing', ''],
  ])('is set aside when it holds %s', async (_what, content) => {
    const files = filesWith(content);
    const settings = await SettingsFile.open(files);
    expect(settings.setAside).toBe('settings.json.broken-1');
    expect(settings.state()).toEqual(defaultSettings);
    expect(files.contents.get('settings.json.broken-1')).toBe(
      typeof content === 'string' ? content : JSON.stringify(content),
    );
    expect((await SettingsFile.open(files)).setAside).toBeNull();
  });

  it('loses one bad preference alone; the others and the place of the window stay', async () => {
    const files = filesWith({
      version: 1,
      settings: { theme: 'dark', listWidth: -1, mapLabels: false },
      window: place,
    });
    const settings = await SettingsFile.open(files);
    const expected = { ...defaultSettings, theme: 'dark', mapLabels: false };
    expect(settings.state()).toEqual(expected);
    expect(settings.windowPlace()).toEqual(place);
    expect(settings.setAside).toBe('settings.json.broken-1');
    expect((await SettingsFile.open(files)).state()).toEqual(expected);
  });

  it('has the administrator’s values in place of a person’s, and does not change them', async () => {
    const files = filesWith({ version: 1, settings: { theme: 'dark' }, window: null });
    const settings = await SettingsFile.open(files, { theme: 'light', mapLabels: false });
    const expected = { ...defaultSettings, theme: 'light', mapLabels: false };
    expect(settings.state()).toEqual(expected);
    const heard = vi.fn();
    settings.subscribe(heard);
    const changed = { ...expected, listWidth: 400 };
    expect(await settings.update({ theme: 'system', listWidth: 400 })).toEqual(changed);
    expect(heard).toHaveBeenCalledWith(changed);
    // The person's own come back once the administrator lets them.
    expect((await SettingsFile.open(files)).state()).toEqual({
      ...{ ...defaultSettings, theme: 'dark', listWidth: 400 },
    });
  });

  it('loses a bad place of the window alone', async () => {
    const files = filesWith({ version: 1, settings: { theme: 'dark' }, window: { x: 'left' } });
    const settings = await SettingsFile.open(files);
    expect(settings.state()).toEqual({ ...defaultSettings, theme: 'dark' });
    expect(settings.windowPlace()).toBeNull();
    expect(settings.setAside).toBe('settings.json.broken-1');
  });

  it('opens with the defaults where a broken file can not even be renamed', async () => {
    const files = filesWith('{');
    files.setAside = () => Promise.reject(new Error('EROFS'));
    const reported = collectFaults();
    const settings = await SettingsFile.open(files);
    expect(settings.state()).toEqual(defaultSettings);
    expect(settings.setAside).toBe('settings.json');
    expect(files.contents.get('settings.json')).toBe('{');
    expect(reported).toHaveBeenCalledOnce();
  });
});
