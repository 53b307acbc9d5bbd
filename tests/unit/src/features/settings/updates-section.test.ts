import { describe, expect, it, vi } from 'vitest';
import { unmanaged } from '@contract/managed';
import type { Settings } from '@contract/settings';
import { updateFaults, type UpdatesState } from '@contract/updates';
import { guardUnsaved, holdForUnsaved } from '@/app/unsaved';
import UpdateBanner from '@/app/UpdateBanner.vue';
import ManagedSection from '@/features/settings/ManagedSection.vue';
import PrivacySection from '@/features/settings/PrivacySection.vue';
import UpdatesSection from '@/features/settings/UpdatesSection.vue';
import { defineComponent, nextTick, ref, type Component } from 'vue';
import { useRouter } from 'vue-router';
import { axeFaults, control, render, settled, textOnPage } from '../../render';

const host = 'updates.example';
const at = Date.UTC(2026, 10, 28, 9);
const offer = { version: '0.2.0', notes: 'Maps are <b>faster</b>.\nSo is search.', releasedAt: at };
const calls = vi.fn<(call: string) => void>();
const answers = Object.fromEntries(
  ['check', 'download', 'restart', 'stay'].map((verb) => [
    `updates.${verb}`,
    () => {
      calls(verb);
    },
  ]),
);

async function open(
  updates: Partial<UpdatesState>,
  section: Component = UpdatesSection,
  settings: Partial<Settings> = {},
) {
  calls.mockClear();
  const on = { phase: 'none', off: null, host } as const;
  await render(section, {
    office: { updates: { ...on, ...updates }, settings, answers },
    at: '/settings',
  });
  await settled();
}

async function press(name: string): Promise<string | undefined> {
  control(name).click();
  await settled();
  return calls.mock.lastCall?.[0];
}

const has = (name: string) =>
  [...document.querySelectorAll('button')].some(({ textContent }) => textContent.trim() === name);

describe('the settings of updates', () => {
  it.each([
    ['no-address', 'This build has no update address'],
    ['by-hand', 'This copy was unpacked by hand'],
    ['managed', 'Set by your administrator'],
  ] as const)('say why there are none: %s', async (off, words) => {
    await open({ phase: 'off', off, host: null });
    expect(textOnPage()).toContain(words);
    expect(document.querySelectorAll('button, [role=switch]')).toHaveLength(0);
  });

  it('ask for newer versions, and say when that was done last', async () => {
    await open({ checkedAt: at });
    expect(textOnPage()).toMatch(/This is version 0\.1\.0\. There is no newer one as of .*2026/);
    expect(await press('Check now')).toBe('check');
    expect(control('Check for updates automatically').getAttribute('aria-checked')).toBe('true');
    expect(textOnPage()).toContain('Stable and beta');
    expect(await axeFaults()).toEqual([]);
  });

  it('say when the server was asked in an earlier run, not what came of it', async () => {
    await open({ checkedAt: at, isEarlier: true });
    expect(textOnPage()).toMatch(/The update server was last asked on .*2026/);
    expect(textOnPage()).not.toContain('no newer one');
  });

  it.each([
    [{}, 'check', 'tries again in an hour'],
    [{ updateChecks: false }, 'check', 'doesn’t try again by itself'],
    [{ workOffline: true }, 'check', 'doesn’t try again by itself'],
    [{}, 'download', 'Once you are connected again, choose Download.'],
  ] as const)(
    'promise another try only where one comes: %o, %s',
    async (settings, failed, words) => {
      await open({ fault: 'offline', failed }, UpdatesSection, settings);
      expect(textOnPage()).toContain(words);
    },
  );

  it('show what is new as text, and download it when a person asks', async () => {
    await open({ phase: 'available', offer });
    expect(textOnPage()).toContain('Version 0.2.0 is available. This is version 0.1.0.');
    expect(textOnPage()).toContain('Maps are <b>faster</b>. So is search.');
    expect(await press('Download')).toBe('download');
    expect(await axeFaults()).toEqual([]);
  });

  it('show how far a download is', async () => {
    await open({ phase: 'downloading', offer, progress: 0.42 });
    expect(textOnPage()).toContain('Downloading version 0.2.0: 42%');
    expect(document.querySelector('progress')?.value).toBe(0.42);
    expect(has('Check now')).toBe(false);
  });

  it('restart when a person asks', async () => {
    await open({ phase: 'ready', offer });
    expect(await press('Restart to update')).toBe('restart');
  });

  it('say what a restart waits for, and take it back', async () => {
    await open({ phase: 'waiting', offer, waitsFor: ['form', 'sending'] });
    expect(textOnPage()).toContain(
      'It waits for: a form that isn’t saved, a change that is being sent.',
    );
    expect(await press('Don’t restart')).toBe('stay');
  });

  it.each(updateFaults)('say in a sentence what went wrong: %s', async (fault) => {
    await open({ fault });
    const [title, action] = [...document.querySelectorAll('[role=status] p')].map(
      ({ textContent }) => textContent,
    );
    expect(title).toMatch(/^[A-Z].*\.$/);
    expect(action).toMatch(/^[A-Z].*\.$/);
    expect(`${title}${action}`).not.toMatch(/[{}]|updates\./);
    expect(has('Check now')).toBe(true);
  });

  it.each([
    ['older', 'Fleetdesk never installs an older version.'],
    ['later', 'This computer is offered it later.'],
    ['replaced', 'though it has offered a newer one before.'],
    ['installed', 'Fleetdesk was updated to version 0.9.0.'],
  ] as const)('tell what is good to know: %s', async (what, words) => {
    await open({ note: { what, version: '0.9.0' } });
    expect(textOnPage()).toContain(words);
  });

  it('name the server among those that Fleetdesk connects to, while updates are on', async () => {
    await open({}, PrivacySection);
    expect(textOnPage()).toContain(`${host}Fleetdesk updates`);
  });

  it('name no server among those while updates are off', async () => {
    await open({ phase: 'off', off: 'managed' }, PrivacySection);
    expect(textOnPage()).not.toContain(host);
  });

  it('are listed as switched off where the administrator did that', async () => {
    const managed = { ...unmanaged, file: '/etc/fleetdesk/managed.json', areUpdatesOff: true };
    await render(ManagedSection, { office: { info: { managed } } });
    expect(textOnPage()).toMatch(/Updates\s*Switched off/);
  });
});

describe('the note above the screens', () => {
  it('tells of a newer version, and can be put away', async () => {
    await open({ phase: 'available', offer }, UpdateBanner);
    expect(textOnPage()).toContain('Version 0.2.0 of Fleetdesk is available.');
    await press('Hide this note');
    expect(textOnPage()).not.toContain('0.2.0');
  });

  it('restarts into one that is ready', async () => {
    await open({ phase: 'ready', offer }, UpdateBanner);
    expect(await press('Restart to update')).toBe('restart');
  });

  it('says what a restart waits for, and takes it back', async () => {
    await open({ phase: 'waiting', offer, waitsFor: ['copy'] }, UpdateBanner);
    expect(textOnPage()).toContain('a map region that is being copied');
    expect(await press('Don’t restart')).toBe('stay');
  });

  it('tells of an update that was refused', async () => {
    await open({ fault: 'unsigned' }, UpdateBanner);
    expect(textOnPage()).toContain('The update is not signed by the makers of Fleetdesk.');
  });

  it('tells after a restart why there was no update', async () => {
    await open({ fault: 'changed', failed: 'install' }, UpdateBanner);
    expect(textOnPage()).toContain('The update was changed after it had been downloaded.');
  });

  it('does not tell of a server that is out of reach', async () => {
    await open({ fault: 'offline' }, UpdateBanner);
    expect(textOnPage()).toBe('');
  });
});

it('a page says whether it has something that is not saved, so that a restart waits', async () => {
  const isUnsaved = ref(false);
  const told: boolean[] = [];
  const Form = defineComponent(() => {
    holdForUnsaved(useRouter());
    guardUnsaved({
      ...{ isUnsaved: () => isUnsaved.value, name: () => 'a vehicle', isLeft: () => false },
      ...{ save: () => Promise.resolve(true), discard: () => undefined },
    });
    return () => null;
  });
  await render(Form, {
    office: { answers: { 'updates.tellUnsaved': (input) => void told.push(input) } },
  });
  for (const now of [true, false]) {
    isUnsaved.value = now;
    await nextTick();
    await settled();
  }
  expect(told).toEqual([true, false]);
});
