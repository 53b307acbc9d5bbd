import { beforeEach, describe, expect, it } from 'vitest';
import {
  button,
  click,
  dialog,
  layOut,
  openScreen,
  pageOf,
  place,
  region,
  titles,
  typeIn,
} from './screen';

const panel = () => region('Enterprise details');

beforeEach(layOut);

describe('an enterprise', () => {
  it.each([
    ['vehicles', '/vehicles?enterprise=ent000000000001'],
    ['users', '/users?enterprise=ent000000000001'],
  ])('counts its %s, names the first and opens all of them in their list', async (tab, list) => {
    await openScreen(pageOf('enterprises'), `/enterprises?record=ent000000000001&tab=${tab}`);
    const [all, first] = [...(panel()?.querySelectorAll('[role=tabpanel] a') ?? [])];
    expect(panel()?.textContent).toMatch(new RegExp(`\\d+ ${tab}`));
    expect(first?.textContent.trim()).not.toBe('');
    expect(all?.textContent.trim()).toBe('Open in list');
    await click(all as Element);
    expect(place()).toBe(list);
  });
});

describe('a role', () => {
  it('says that its users are known only as far as they were set here', async () => {
    await openScreen(pageOf('roles'), '/roles?record=rol000000000002&tab=users');
    const text = region('Role details')?.textContent;
    expect(text).toContain('None known');
    expect(text).toContain('The service doesn’t share this.');
  });
});

describe('an enterprise that no list of the service names', () => {
  it('is listed by its id until a person names it here, and then by that name', async () => {
    const at = '/enterprises?record=ent000000000001';
    await openScreen(pageOf('enterprises'), at, { profile: {} });
    expect(titles()).toContain('ent000000000001');
    // In words: nothing else on the screen tells that an id can get a name.
    expect(button(panel(), 'Name it').textContent.trim()).toBe('Name it');
    await click(button(panel(), 'Name it'));
    await typeIn(dialog(), 'Name', 'Expresso Sul');
    await click(button(dialog(), 'Save'));
    expect(dialog()).toBeNull();
    expect(titles()).toContain('Expresso Sul');
    expect(panel()?.querySelector('h2')?.textContent.trim()).toBe('Expresso Sul');
    expect(panel()?.textContent).toContain('Known from other records');
    expect(panel()?.textContent).not.toContain('Updated just now');
    expect(panel()?.textContent).toMatch(/Named here on .*\./);
  });

  it('keeps a name that is too long as it was typed, and says so', async () => {
    const at = '/enterprises?record=ent000000000001';
    await openScreen(pageOf('enterprises'), at, { profile: {} });
    await click(button(panel(), 'Name it'));
    await typeIn(dialog(), 'Name', 'x'.repeat(256));
    await click(button(dialog(), 'Save'));
    expect(dialog()?.textContent).toContain('256');
    await typeIn(dialog(), 'Name', 'x'.repeat(255));
    await click(button(dialog(), 'Save'));
    expect(dialog()).toBeNull();
  });

  it('can be named nowhere else: what the service lists keeps its name', async () => {
    await openScreen(pageOf('enterprises'), '/enterprises?record=ent000000000001');
    expect(panel()?.querySelector('h2')?.textContent.trim()).not.toBe('');
    expect(() => button(panel(), 'Name it')).toThrow();
  });
});
