import { flushPromises } from '@vue/test-utils';
import { describe, expect, it, vi } from 'vitest';
import { askForConnection } from '@/app/next-connection';
import { useBridge } from '@/bridge';
import { control, textOnPage, type, valueOf } from '../../render';
import { fill, page, press } from './sign-in-page';

describe('saved connections', () => {
  it('show the preselected one, with the focus on the first field that is empty: the public key', async () => {
    await page();
    expect(valueOf('Username')).toBe('ana.carvalho');
    // It was used with a public key, which is kept nowhere but in the keychain.
    expect(document.activeElement).toBe(control('Public key', 'input'));
    expect(control('Transportes', '[role=radio]').getAttribute('aria-checked')).toBe('true');
  });

  it('keep what was typed while another is looked at', async () => {
    await page();
    await fill({ Password: 'typed', 'Public key': 'key' });
    await press('Filial Norte');
    expect(valueOf('Username')).toBe('despacho');
    expect(valueOf('Password')).toBe('');
    control('Transportes', '[role=radio]').click();
    await flushPromises();
    expect(valueOf('Password')).toBe('typed');
  });

  it('open with the one that was asked for in the frame', async () => {
    askForConnection('filial-norte');
    await page();
    expect(valueOf('Username')).toBe('despacho');
  });

  it('can be edited in place', async () => {
    await page();
    await press('Edit Filial Norte');
    type('Name', 'Norte');
    await flushPromises();
    await press('Save');
    expect(document.querySelector('[role=dialog]')).toBeNull();
    expect(control('Norte', '[role=radio]').getAttribute('aria-checked')).toBe('true');
  });

  it('ask about what was typed before their form is left', async () => {
    await page();
    await press('Edit Filial Norte');
    await press('Cancel');
    expect(document.querySelector('[role=dialog]')).toBeNull();
    await press('Edit Filial Norte');
    type('Name', 'Norte');
    await flushPromises();
    await press('Cancel');
    expect(textOnPage()).toContain('You have unsaved changes.');
    await press('Keep editing');
    expect(valueOf('Name')).toBe('Norte');
    await press('Cancel');
    await press('Discard changes');
    expect(document.querySelector('[role=dialog]')).toBeNull();
    expect(control('Filial Norte', '[role=radio]')).toBeDefined();
  });

  it('are removed only after a question', async () => {
    await page();
    await press('Remove Filial Norte');
    expect(textOnPage()).toContain('Remove Filial Norte?');
    expect(document.querySelectorAll('[role=radio]')).toHaveLength(3);
    const remove = vi.spyOn(useBridge().connections, 'remove');
    await press('Remove');
    expect(remove.mock.calls[0]?.[0]).toMatchObject({ erase: false });
    expect(document.querySelectorAll('[role=radio]')).toHaveLength(2);
  });

  it('are erased from this computer only where a person wants that too', async () => {
    await page();
    await press('Remove Filial Norte');
    await press('Erase its data from this computer too');
    const remove = vi.spyOn(useBridge().connections, 'remove');
    await press('Remove');
    expect(remove.mock.calls[0]?.[0]).toMatchObject({ erase: true });
  });
});

describe('a broken file of connections', () => {
  it('is told by name, with what to do', async () => {
    await page({
      connections: { connections: [], preselected: null, setAside: 'connections.broken.json' },
    });
    expect(textOnPage()).toContain('saved as connections.broken.json');
  });
});

describe('a connection file', () => {
  it('that could not be used is told, with what is wrong with it', async () => {
    await page({
      connections: {
        refusedFile: {
          file: 'office.json',
          error: { code: 'file-unreadable', reason: 'profile-broken', message: 'baseUrl: empty' },
        },
      },
    });
    expect(textOnPage()).toContain('office.json was not changed');
    expect(textOnPage()).toContain('baseUrl: empty');
  });
});
