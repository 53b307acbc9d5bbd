import { beforeEach, describe, expect, it } from 'vitest';
import { click, layOut, openScreen, pageOf, place, region } from './screen';

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
    expect(region('Role details')?.textContent).toContain("The service doesn't share this.");
  });
});
