import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Refusal, Verb } from '@contract/capabilities';
import { useBridge } from '@/bridge';
import type { OfficeOptions } from '../../../../mocked-main/office';
import { button, click, dialog, layOut, press, rows, settle } from './screen';
import { idOf, open, panel } from './vehicles-screen';

beforeEach(layOut);

const noDelete = 'You don’t have permission to delete vehicles.';
const noChange = 'You don’t have permission to change this record.';

function refusing(...refused: [verb: Verb, key: string | null][]): OfficeOptions {
  const refusals = refused.map(([verb, key]): Refusal => ({
    resource: 'vehicles',
    verb,
    key,
    at: 1,
  }));
  return { capabilities: { refused: refusals } };
}

/** The menu entry or button whose words begin so. */
function control(words: string): HTMLElement {
  const all = document.querySelectorAll<HTMLElement>('[role=menuitem], button');
  const found = [...all].find((each) => each.textContent.trim().startsWith(words));
  if (!found) throw new Error(`Nothing begins with "${words}".`);
  return found;
}

/** What a screen reader says about an element beside its name. */
function descriptionOf(element: HTMLElement): string {
  const id = element.getAttribute('aria-describedby') ?? '';
  return document.getElementById(id)?.textContent ?? '';
}

async function openMenu(): Promise<void> {
  button(panel(), 'More actions').focus();
  await press('Enter');
}

describe('an action that the user has no permission for', () => {
  it('is in the menu with its reason, can be reached by keys and does nothing', async () => {
    await open(`/vehicles?record=${idOf(5)}`, refusing(['delete', null]));
    await openMenu();
    const entry = control('Delete…');
    expect(entry.textContent).toContain(noDelete);
    expect(entry.getAttribute('aria-disabled')).toBe('true');
    entry.focus();
    expect(document.activeElement).toBe(entry);
    await press('Enter', {}, entry);
    expect(dialog()).toBeNull();
  });

  it('does nothing by its shortcut either', async () => {
    await open(`/vehicles?record=${idOf(5)}`, refusing(['delete', null], ['create', null]));
    await press('Delete', {}, document.body);
    expect(dialog()).toBeNull();
    await press('n', {}, document.body);
    expect(document.querySelector('section[aria-label="New vehicle"]')).toBeNull();
  });

  it('is a button that keeps the focus, says why and takes no press', async () => {
    await open('/vehicles', refusing(['create', null]));
    const create = control('New vehicle');
    expect(create.hasAttribute('disabled')).toBe(false);
    expect(create.getAttribute('aria-disabled')).toBe('true');
    expect(descriptionOf(create)).toBe('You don’t have permission to create vehicles.');
    create.focus();
    expect(document.activeElement).toBe(create);
    await click(create);
    expect(document.querySelector('section[aria-label="New vehicle"]')).toBeNull();
  });

  it('is refused for the selected rows too', async () => {
    await open('/vehicles', refusing(['delete', null]));
    await press('j');
    await press('ArrowDown', { shiftKey: true });
    expect(descriptionOf(control('Delete…'))).toBe(noDelete);
    await click(control('Delete…'));
    expect(dialog()).toBeNull();
  });

  it('can be tried again', async () => {
    await open(`/vehicles?record=${idOf(5)}`, refusing(['delete', null]));
    const tried = vi.spyOn(useBridge().capabilities, 'tryAgain');
    expect(panel()?.textContent).toContain(noDelete);
    await click(button(panel(), 'Try again'));
    expect(tried).toHaveBeenCalledWith({ resource: 'vehicles', verb: 'delete' });
    expect(panel()?.textContent).not.toContain(noDelete);
    await openMenu();
    expect(control('Delete…').getAttribute('aria-disabled')).toBeNull();
  });
});

describe('a record that the user may not change', () => {
  it('is shown as words, with the reason at its head; others are still forms', async () => {
    await open(`/vehicles?record=${idOf(5)}`, refusing(['update', idOf(5)]));
    expect(panel()?.textContent).toContain(noChange);
    expect(panel()?.querySelectorAll('[role=tabpanel] input')).toHaveLength(0);
    expect(panel()?.querySelector('[role=tabpanel] dl')?.textContent).toContain('Plate');
    await click(rows()[0] as HTMLElement);
    expect(panel()?.textContent).not.toContain(noChange);
    expect(panel()?.querySelectorAll('[role=tabpanel] input').length).toBeGreaterThan(3);
  });
});

describe('an action that the service does not offer', () => {
  it('is there with that reason, not gone', async () => {
    await open(`/vehicles?record=${idOf(5)}`);
    await openMenu();
    const entry = control('Deactivate');
    expect(entry.getAttribute('aria-disabled')).toBe('true');
    expect(entry.textContent).toContain(
      'This service offers no way to activate or deactivate vehicles.',
    );
    await settle();
  });
});
