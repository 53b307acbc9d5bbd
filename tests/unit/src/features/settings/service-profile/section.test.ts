import { describe, expect, it, vi } from 'vitest';
import { defineComponent, h } from 'vue';
import type { AppError } from '@contract/errors';
import type { ConnectionProfile } from '@contract/profile';
import { setLocale } from '@/i18n/i18n';
import { useOverlays } from '@/app/overlays';
import { mayLeave, useUnsavedQuestion } from '@/app/unsaved';
import UnsavedDialog from '@/app/UnsavedDialog.vue';
import { useBridge } from '@/bridge';
import ProfileSection from '@/features/settings/service-profile/ProfileSection.vue';
import type { OfficeOptions } from '../../../../../mocked-main/office';
import {
  axeFaults,
  control,
  render,
  settled,
  textOnPage,
  theOffice,
  type,
  valueOf,
} from '../../../render';

/** The file that the person chooses. */
const profileFile = {
  version: 1,
  name: 'Vila Clara 2026',
  limits: { perMinute: 120 },
  publicKey: { place: 'query' },
  errors: { rateStatuses: [429, 503] },
  tracking: { speed: { unit: 'm/s' } },
  operations: { 'trajectories.data': { path: '/v3/vehicles/{id}/trajectories/detail' } },
  optionalOperations: { 'enterprises.list': {} },
};

/** The section and the question about what is not saved, which belongs to the whole app. */
const framed = defineComponent(() => () => [h(ProfileSection), h(UnsavedDialog)]);

async function section(office: OfficeOptions = {}, at = '/settings'): Promise<void> {
  await render(framed, { office: { profile: {}, profileFile, ...office }, at });
  await answered();
}

/** Waits for calls that read or write a file. */
async function answered(): Promise<void> {
  await vi.waitFor(async () => {
    await settled();
    expect(theOffice().main.ipc.underWay).toBe(0);
  });
  await settled();
}

async function press(name: string): Promise<void> {
  control(name, 'button').click();
  await answered();
}

const dialog = () => document.querySelector('[role=dialog]');
const alert = () => document.querySelector('[role=alert]');
const rows = () =>
  [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent.trim()),
  );
const heading = () => document.querySelector('h3')?.textContent.trim();

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

describe('the form of the service profile', () => {
  const errorAt = (label: string) => {
    const id = control(label, 'input').getAttribute('aria-describedby') ?? '';
    return document.getElementById(id)?.textContent?.trim();
  };

  it('changes settings and paths without a file, and keeps the rest of it', async () => {
    await section();
    await press('Import');
    await press('Use this profile');
    await press('Edit');
    expect(valueOf('Requests a minute')).toBe('120');
    expect(control('Enterprises', '[role=checkbox]').getAttribute('aria-checked')).toBe('true');
    expect(await axeFaults(dialog() ?? undefined)).toEqual([]);
    type('Requests a minute', '90');
    control('Create chips', '[role=checkbox]').click();
    await answered();
    type('Path: Create chips', '/v2/chips');
    await answered();
    await press('Save profile');
    expect(dialog()).toBeNull();
    expect(rows()).toContainEqual(['request limitslimits.perMinute', '50', '90']);
    expect(rows()).toContainEqual([
      'how errors are readerrors.rateStatuses',
      '[ 429 ]',
      '[ 429, 503 ]',
    ]);
    expect(textOnPage()).toContain('POST /v2/chips');
  });

  it('tells a bad value at its field, in the language in use, until it is changed', async () => {
    await section();
    await press('Edit');
    type('Requests a minute', 'all');
    control('Create chips', '[role=checkbox]').click();
    await answered();
    type('Path: Create chips', 'chips');
    await answered();
    await press('Save profile');
    expect(errorAt('Requests a minute')).toBe('Must be a number, but is text.');
    expect(errorAt('Path: Create chips')).toContain('A path begins with a single /');
    expect(alert()).toBeNull();
    setLocale('es');
    await answered();
    expect(errorAt('Solicitudes por minuto')).toBe('Debe ser un número, pero es texto.');
    setLocale('en');
    await answered();
    type('Requests a minute', '5');
    await answered();
    expect(errorAt('Requests a minute')).toBe('Built-in: 50');
    type('Path: Create chips', '/v2/chips');
    await answered();
    await press('Save profile');
    expect(errorAt('Requests a minute')).toBe('Must be at least 6.');
    expect(heading()).toBe('Built-in profile');
  });
});

describe('the form of the service profile, left with changes', () => {
  const form = () => document.querySelectorAll('[role=dialog]')[0];
  const leave = async () => {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }),
    );
    await answered();
  };

  it('asks first, and keeps what was typed where the person stays', async () => {
    await section();
    await press('Edit');
    type('Requests a minute', '90');
    await answered();
    await leave();
    expect(textOnPage()).toContain('You have unsaved changes.');
    await press('Keep editing');
    expect(valueOf('Requests a minute')).toBe('90');
    await press('Cancel');
    await press('Discard changes');
    expect(form()).toBeUndefined();
    expect(heading()).toBe('Built-in profile');
  });

  it('keeps them at a wish; a value that is refused is told in the form', async () => {
    await section();
    await press('Edit');
    type('Requests a minute', '5');
    await answered();
    await press('Cancel');
    await press('Save');
    expect(form()?.textContent).toContain('Must be at least 6.');
    type('Requests a minute', '90');
    await answered();
    await press('Cancel');
    await press('Save');
    expect(form()).toBeUndefined();
    expect(rows()).toContainEqual(['request limitslimits.perMinute', '50', '90']);
  });

  it('asks nothing without changes, and holds back a restart while there are some', async () => {
    await section();
    await press('Edit');
    expect(await mayLeave()).toBe(true);
    type('Requests a minute', '90');
    await answered();
    const isLeft = mayLeave();
    useUnsavedQuestion().value?.answer(false);
    expect(await isLeft).toBe(false);
    type('Requests a minute', '50');
    await answered();
    await leave();
    expect(form()).toBeUndefined();
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
