import { describe, expect, it } from 'vitest';
import { defaultSettings, type Settings } from '@contract/settings';
import { readOffer, writeSettings } from '@core/settings/settings-files';

const file = '/home/ana/settings.json';

function offerOf(text: unknown, current: Settings = defaultSettings, locked: string[] = []) {
  const written = typeof text === 'string' ? text : JSON.stringify(text);
  return readOffer({ file, text: written }, current, locked);
}

const fileWith = (settings: unknown) => ({ fleetdesk: 'settings', version: 1, settings });

describe('a file of settings', () => {
  it('brings all settings to another computer, but those of the moment', () => {
    const settings: Settings = {
      ...defaultSettings,
      ...{ theme: 'dark', silentAfter: 90, workOffline: true, welcomed: true },
      proxy: { mode: 'manual', host: 'proxy.lan', port: 8080, bypass: ['*.lan'] },
      tables: { vehicles: { widths: { plate: 120 }, shown: [], hidden: ['vin'], order: [] } },
    };
    const { fault, changes, problems } = offerOf(writeSettings(settings));
    expect({ fault, problems }).toEqual({ fault: null, problems: [] });
    const { theme, silentAfter, proxy, tables } = settings;
    expect(changes).toEqual({ theme, silentAfter, proxy, tables });
  });

  it('changes nothing where the same is in use', () => {
    const text = writeSettings(defaultSettings);
    expect(offerOf(text)).toEqual({ file, fault: null, changes: {}, problems: [] });
  });

  it.each<Partial<Settings>>([
    { browserMap: 'https://maps.example.com/?key=s3cr3tkey&q={lat},{lon}' },
    { proxy: { mode: 'pac', address: 'http://ana:s3cr3t@proxy.lan/proxy.pac' } },
    { proxy: { mode: 'pac', address: 'http://proxy.lan/proxy.pac?token=s3cr3t' } },
  ])('holds no address with a key or a password: %o', (secret) => {
    const text = writeSettings({ ...defaultSettings, theme: 'dark', ...secret });
    expect(text).not.toContain('s3cr3t');
    expect(offerOf(text).changes).toEqual({ theme: 'dark' });
  });

  it('keeps its good values where one is bad, and names the bad one by its path', () => {
    expect(offerOf(fileWith({ theme: 'dark', density: 'huge', colour: 'red' }))).toEqual({
      ...{ file, fault: null, changes: { theme: 'dark' } },
      problems: [
        { path: 'settings.density', what: 'wrong-value' },
        { path: 'settings.colour', what: 'unknown-key' },
      ],
    });
  });

  it('leaves alone what an administrator set', () => {
    const { changes, problems } = offerOf(
      fileWith({ theme: 'dark', density: 'compact', clock: 'h23' }),
      defaultSettings,
      ['theme', 'clock'],
    );
    expect(changes).toEqual({ density: 'compact' });
    expect(problems).toEqual([{ path: 'settings.theme', what: 'locked' }]);
  });

  it.each([
    ['not-json', '{"fleetdesk": "settings", "sett'],
    ['not-json', ''],
    ['foreign', '{"name": "Depot", "limits": {}}'],
    ['foreign', { fleetdesk: 'settings', version: 1 }],
    ['newer', { ...fileWith({ theme: 'dark' }), version: 2 }],
  ])('is refused whole as %s: %o', (fault, text) => {
    expect(offerOf(text)).toEqual({ file, fault, changes: {}, problems: [] });
  });
});
