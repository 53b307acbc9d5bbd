import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { zipFiles } from '@adapters/diagnosis/zip-files';
import { defaultSettings, type Settings } from '@contract/settings';
import type { ProxySetting } from '@contract/proxy';
import { SupportBundles } from '@core/diagnosis/support-bundles';
import { Journal } from '@core/logging/journal';
import { VirtualClock } from '../virtual-clock';

/** What must be in no file, wherever it got in. */
const canaries = {
  token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbmEifQ.c2lnbmF0dXJl',
  password: 'correct horse',
  plate: 'RTK4F21',
  cpf: '529.982.247-25',
  phone: '+55 63 99583-4891',
  name: 'Iracema Canário',
};

function bundles(settings: Partial<Settings> = {}): { bundles: SupportBundles; journal: Journal } {
  const journal = new Journal({ clock: new VirtualClock() });
  journal.hide(canaries.password);
  let made = 0;
  const made_ = new SupportBundles({
    random: { id: () => `bundle-${String((made += 1))}` },
    redactor: journal.redactor,
    versions: () => ({ fleetdesk: '0.1.0' }),
    settings: () => ({ ...defaultSettings, ...settings }),
    checks: () => [
      {
        ...{ id: 'maps', verdict: 'warning', finding: 'broken', at: 0 },
        values: { n: 2, names: canaries.name },
      },
    ],
    journal: () => journal.state(),
    store: () => ({
      ...{ phase: 'open', error: null, setAside: null, damaged: null, bytes: 12_345_678 },
    }),
    counts: () => ({ vehicles: 120 }),
    log: (most) => journal.read(most),
  });
  return { bundles: made_, journal };
}

describe('a support bundle', () => {
  it('holds no secret, plate, name or document, whichever way they came in', async () => {
    const { bundles: support, journal } = bundles({
      browserMap: 'https://maps.example.com/?key=abc',
    });
    for (const canary of Object.values(canaries)) {
      journal.addFault('a list failed', new Error(`"${canary}" is no list`));
      journal.addFault('a list failed', new Error(`unexpected ${JSON.stringify({ a: canary })}`));
      journal.write('warning', 'request', {
        status: `"${canary === canaries.name ? '' : canary}"`,
      });
    }
    const { id, files } = await support.make();
    expect(files.map(({ name }) => name)).toEqual([
      'versions.txt',
      'diagnosis.txt',
      'faults.txt',
      'crashes.txt',
      'settings.txt',
      'store.txt',
      'logs/fleetdesk.log',
    ]);
    const names = files.map(({ name }) => name);
    const all = Object.values(unzipSync(zipFiles(support.take(id, names))))
      .map((bytes) => strFromU8(bytes))
      .join('\n');
    for (const canary of Object.values(canaries)) expect(all).not.toContain(canary);
    expect(all).not.toContain('maps.example.com');
    expect(all).toContain('vehicles: 120');
    expect(all).toContain('1970-01-01T00:00:00.000Z maps warning broken n=2');
    expect(all).toContain('2026-03-10T12:00:00.000Z error fault: a list failed');
  });

  it.each<[ProxySetting, string]>([
    [{ mode: 'manual', host: 'proxy.office', port: 3128, bypass: ['*.office'] }, 'manual'],
    [{ mode: 'pac', address: 'http://wpad.office/proxy.pac' }, 'pac'],
  ])('tells of the proxy only how it is set: %j', async (proxy, mode) => {
    const { files } = await bundles({ proxy }).bundles.make();
    const all = files.map(({ text }) => text).join('\n');
    expect(all).not.toContain('office');
    expect(all).toContain(`proxyMode: "${mode}"`);
  });

  it('tells of the settings only what holds no text of a person', async () => {
    const { files } = await bundles().bundles.make();
    const { text = '' } = files.find(({ name }) => name === 'settings.txt') ?? {};
    const names = text.split('\n').map((line) => line.split(':')[0]);
    const leftOut = Object.keys(defaultSettings).filter((name) => !names.includes(name));
    expect(leftOut.sort()).toEqual(['browserMap', 'geocoder', 'hiddenTips', 'proxy', 'tables']);
  });

  it('saves what was shown and was not left out, to the byte', async () => {
    const { bundles: support, journal } = bundles();
    const { id, files } = await support.make();
    journal.addFault('a later fault', undefined);
    const saved = unzipSync(zipFiles(support.take(id, ['versions.txt', 'store.txt'])));
    expect(Object.keys(saved)).toEqual(['versions.txt', 'store.txt']);
    expect(strFromU8(saved['store.txt'] ?? new Uint8Array())).toBe(
      files.find(({ name }) => name === 'store.txt')?.text,
    );
    expect(saved['store.txt']).toHaveLength(
      files.find(({ name }) => name === 'store.txt')?.bytes ?? -1,
    );
    expect(() => support.take('another', ['versions.txt'])).toThrow('no longer there');
  });
});
