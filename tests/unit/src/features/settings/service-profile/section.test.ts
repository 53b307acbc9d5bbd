import { describe, expect, it, vi } from 'vitest';
import type { AppError } from '@contract/errors';
import type { ConnectionProfile } from '@contract/profile';
import { setLocale } from '@/i18n/i18n';
import { useOverlays } from '@/app/overlays';
import { useBridge } from '@/bridge';
import { axeFaults, control, textOnPage } from '../../../render';

import { alert, answered, dialog, heading, press, rows, section } from './profile-screen';

const broken: AppError = {
  code: 'file-unreadable',
  reason: 'profile-broken',
  message: 'depot.json: The service profile is broken at "limits.perMinute"',
  fields: [
    { path: 'limits.perMinute', message: 'Invalid input: expected number, received string' },
    { path: 'colour', message: 'Unknown key' },
  ],
};

describe('the service profile of the connection in use', () => {
  it('has the focus on the units of positions where an address leads there', async () => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue();
    await section({}, '/settings/profile#positions');
    expect(document.activeElement?.querySelector('h3')?.textContent).toBe('Units and formats');
    expect(scroll).toHaveBeenCalledOnce();
    scroll.mockRestore();
  });

  it('is the built-in one at first: assumed, and with what was learned', async () => {
    const learned = [
      { operation: 'vehicles.list', parameters: ['includes'] },
      { operation: 'devices.list', parameters: ['attributes', 'includes'] },
    ];
    await section({
      revised: {
        'profile.view': (view: ConnectionProfile) => ({
          ...view,
          learned: { ...view.learned, refused: learned },
        }),
      },
    });
    expect(heading()).toBe('Built-in profile');
    for (const words of [
      'built in, unchanged',
      'assumed',
      'degrees, clockwise, 0 is north',
      'read from spd',
      'number 1',
      'devices.list · attributes, includes',
      'adds no optional features',
    ]) {
      expect(textOnPage()).toContain(words);
    }
    expect(document.querySelector('table')).toBeNull();
    expect(() => control('Use the built-in profile')).toThrow();
    expect(await axeFaults()).toEqual([]);
  });

  it('is asked about with its host before a file is used, and shows what differs', async () => {
    await section();
    await press('Import');
    expect(dialog()?.textContent).toContain('Use this profile for fleet.vilaclara.example?');
    expect(dialog()?.textContent).toContain('“Vila Clara 2026” from the file');
    expect(dialog()?.textContent).toContain('applies from the next sign-in');
    expect(rows()).toContainEqual(['request limitslimits.perMinute', '50', '120']);
    expect(heading()).toBe('Built-in profile');
    expect(await axeFaults(dialog() ?? undefined)).toEqual([]);
    await press('Use this profile');
    expect(dialog()).toBeNull();
    expect(heading()).toBe('Vila Clara 2026');
    expect(textOnPage()).toContain(
      'differs from the built-in profile in: request limits, how requests are sent, how errors are read, units and formats, optional features',
    );
    expect(rows()).toContainEqual([
      'optional featuresoptionalOperations.enterprises.list',
      'not set',
      '{ "method": "GET", "path": "/v2/enterprises/", "attributes": true, "includes": true }',
    ]);
    expect(textOnPage()).toContain('Positions of many vehicles at once');
    expect(await axeFaults()).toEqual([]);
  });

  it('says that it waits for the next sign-in, and leads there', async () => {
    await section();
    await press('Import');
    await press('Use this profile');
    expect(textOnPage()).toContain('Not in use yet');
    await press('Sign out');
    expect(useOverlays().isOpen('sign-out')).toBe(true);
    useOverlays().set('sign-out', false);
  });

  it('stays where a person says no, or chooses no file', async () => {
    await section();
    await press('Import');
    await press('Keep the current one');
    expect(dialog()).toBeNull();
    expect(heading()).toBe('Built-in profile');
    vi.spyOn(useBridge().profile, 'import').mockResolvedValueOnce({ ok: true, data: null });
    await press('Import');
    expect(dialog()).toBeNull();
    expect(alert()).toBeNull();
  });

  it('stays where a file is broken, and each wrong key is named in place', async () => {
    await section({ faults: { 'profile.import': broken } });
    await press('Import');
    expect(dialog()).toBeNull();
    const keys = [...(alert()?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent);
    expect(keys).toEqual([
      'limits.perMinuteMust be a number, but is text.',
      'colourFleetdesk doesn’t know this entry.',
    ]);
    expect(heading()).toBe('Built-in profile');
    expect(await axeFaults()).toEqual([]);
  });

  it('forgets what was wrong with the last file once another one is chosen', async () => {
    await section();
    vi.spyOn(useBridge().profile, 'import').mockResolvedValueOnce({ ok: false, error: broken });
    await press('Import');
    expect(alert()).not.toBeNull();
    await press('Import');
    expect(alert()).toBeNull();
  });

  it('shows why a good file could not be kept', async () => {
    await section({ faults: { 'profile.accept': { code: 'file-unreadable', message: 'EROFS' } } });
    await press('Import');
    await press('Use this profile');
    expect(dialog()).toBeNull();
    expect(alert()?.textContent).toContain('EROFS');
    expect(heading()).toBe('Built-in profile');
  });

  it('goes back to the built-in one after a question', async () => {
    await section();
    await press('Import');
    await press('Use this profile');
    await press('Use the built-in profile');
    expect(dialog()?.textContent).toContain('“Vila Clara 2026” is removed');
    await press('Cancel');
    expect(heading()).toBe('Vila Clara 2026');
    await press('Use the built-in profile');
    await press('Use built-in profile');
    expect(heading()).toBe('Built-in profile');
    expect(textOnPage()).toContain('This connection uses the built-in profile again.');
    // The button is gone; the focus stays in its part.
    expect(document.activeElement).toBe(document.querySelector('h3')?.closest('[tabindex="-1"]'));
  });

  it('says where it was exported to, and nothing where no place was chosen', async () => {
    await section();
    vi.spyOn(useBridge().profile, 'export').mockResolvedValueOnce({ ok: true, data: null });
    await press('Export');
    expect(textOnPage()).not.toContain('Exported');
    await press('Export');
    expect(textOnPage()).toContain('Exported to vila-clara-profile.json.');
  });

  it('is no longer assumed once a person confirmed it, and keeps its name', async () => {
    await section();
    control('Confirm').focus();
    await press('Confirm');
    expect(document.activeElement?.querySelector('h3')?.textContent).toBe('Units and formats');
    expect(textOnPage()).toContain('compared these with real vehicles');
    expect(textOnPage()).not.toContain('assumed');
    expect(heading()).toBe('Built-in profile');
    expect(textOnPage()).toContain('one change of your own: the units and formats are confirmed');
    expect(textOnPage()).not.toContain('differs from the built-in profile');
    expect(() => control('Confirm')).toThrow();
  });

  it('is not confirmed before a session reads positions by it', async () => {
    await section();
    await press('Import');
    await press('Use this profile');
    expect(() => control('Confirm')).toThrow();
    expect(textOnPage()).toContain('You can confirm these once a session has used this profile');
  });

  it('that cannot be read can be gone back from', async () => {
    await section({ faults: { 'profile.view': broken } });
    expect(alert()?.textContent).toContain('limits.perMinute');
    expect(() => control('Export')).toThrow();
    await press('Use the built-in profile');
    await press('Use built-in profile');
    expect(alert()).toBeNull();
    expect(heading()).toBe('Built-in profile');
  });
});

describe('another saved connection', () => {
  it('has a profile of its own, of which nothing was learned yet', async () => {
    await section();
    const view = vi.spyOn(useBridge().profile, 'view');
    const chooser = control('Connection', '[role=combobox]');
    expect(chooser.textContent).toContain('Transportes Vila Clara (in use)');
    chooser.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
    await answered();
    const option = control('Filial Norte', '[role=option]');
    option.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    await answered();
    expect(view).toHaveBeenCalledWith('filial-norte');
    expect(textOnPage()).toContain('not known yet');
    await press('Import');
    expect(dialog()?.textContent).toContain('Use this profile for norte.vilaclara.example?');
    expect(dialog()?.textContent).not.toContain('applies from the next sign-in');
    await press('Use this profile');
    expect(textOnPage()).toContain('This connection now uses “Vila Clara 2026”.');
    expect(textOnPage()).not.toContain('Not in use yet');
  });
});

describe('the demo fleet', () => {
  it('takes no profile and says so', async () => {
    await section({ signedIn: false, connections: { connections: [] } });
    await useBridge().session.startDemo({});
    await answered();
    expect(textOnPage()).toContain('has its own profile');
    expect(textOnPage()).toContain('assumed');
    // It asks for nothing that can't be done here.
    expect(textOnPage()).toContain('On your own connection you can confirm them');
    expect(document.querySelectorAll('button')).toHaveLength(0);
    expect(document.querySelector('[role=combobox]')).toBeNull();
  });
});

it('speaks the other languages, too', async () => {
  await section({ faults: { 'profile.import': broken } });
  setLocale('pt-BR');
  await answered();
  await press('Importar');
  expect(alert()?.textContent).toContain('Deve ser um número, mas é texto.');
  expect(heading()).toBe('Perfil incorporado');
  setLocale('en');
});
