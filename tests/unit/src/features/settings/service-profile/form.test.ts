import { describe, expect, it } from 'vitest';
import { setLocale } from '@/i18n/i18n';
import { mayLeave, useUnsavedQuestion } from '@/app/unsaved';
import { axeFaults, control, textOnPage, type, valueOf } from '../../../render';

import { alert, answered, dialog, heading, press, rows, section } from './profile-screen';

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
