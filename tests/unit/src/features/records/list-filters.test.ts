import { beforeEach, describe, expect, it } from 'vitest';
import { setLocale } from '@/i18n/i18n';
import { useBridge } from '@/bridge';
import { kindOf } from '@/features/kinds';
import { conditionOf, spansOf } from '@/features/records/list-filters';
import { writeSpan } from '@/app/spans/moment-span';
import { control, textOnPage, type } from '../../render';
import { click, layOut, openScreen, pageOf, place, press, rows, settle } from './screen';
import { open } from './vehicles-screen';

beforeEach(layOut);

/** A choice of an open filter, by what it is called. */
function choice(label: string): HTMLElement {
  const all = [...document.querySelectorAll<HTMLElement>('[role=option]')];
  const found = all.find((each) => each.textContent.trim().startsWith(label));
  if (!found) throw new Error(`No choice is named "${label}".`);
  return found;
}

async function choose(label: string): Promise<void> {
  choice(label).dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
  choice(label).click();
  await settle();
}

const status = () => document.querySelector('.sync [role=status]')?.textContent;

describe('filters of a list', () => {
  it('that matter less come on request, and stay while they narrow the list', async () => {
    await open();
    expect(textOnPage()).not.toContain('Created');
    await click(control('More filters'));
    expect(control('Created')).toBeTruthy();
    await click(control('More filters'));
    expect(textOnPage()).not.toContain('Created');
    await open('/vehicles?createdAt=last.7');
    expect(textOnPage()).toContain('Created: Last 7 days');
  });

  it('of dates take the last days, or days that are typed as the region writes them', async () => {
    await open();
    await click(control('More filters'));
    await click(control('Created'));
    await choose('Last 30 days');
    expect(place()).toBe('/vehicles?createdAt=last.30');
    await click(control('Created: Last 30 days'));
    type('From', '03/01/2026');
    await settle();
    expect(place()).toBe('/vehicles?createdAt=2026-03-01..');
    type('To', '02/01/2026');
    await settle();
    expect(place(), 'days in the wrong order change nothing').toBe(
      '/vehicles?createdAt=2026-03-01..',
    );
    expect(textOnPage()).toContain('The end is before the start');
    type('To', '03/31/2026');
    await settle();
    expect(place()).toBe('/vehicles?createdAt=2026-03-01..2026-03-31');
    await press('Escape');
    expect(textOnPage()).toContain('Created: Mar 1, 2026 – Mar 31, 2026');
    await click(control('Remove the filter Created'));
    expect(place()).toBe('/vehicles');
  });

  it('of dates leave the focus where the days are typed, and Enter keeps them', async () => {
    await open('/vehicles?createdAt=last.30');
    await click(control('Created: Last 30 days'));
    const from = control('From', 'input');
    from.focus();
    type('From', '01/01/2025');
    await settle();
    expect(document.activeElement, 'the last digit of the first day').toBe(from);
    const to = control('To', 'input');
    to.focus();
    type('To', '12/31/2025');
    await settle();
    expect(document.activeElement, 'the last digit of the last day').toBe(to);
    await press('Enter');
    expect(document.activeElement).toBe(to);
    expect(place()).toBe('/vehicles?createdAt=2025-01-01..2025-12-31');
    await choose('Last 7 days');
    expect(place(), 'a span is still chosen with the mouse').toBe('/vehicles?createdAt=last.7');
  });

  it('of dates have a calendar: two days are chosen with the mouse, in any order', async () => {
    await open('/vehicles?createdAt=2026-03-10..2026-03-12');
    await click(control('Created: Mar 10, 2026 – Mar 12, 2026'));
    const day = (name: string) => control(name, '[data-reka-calendar-cell-trigger]');
    const point = async (name: string) => {
      day(name).dispatchEvent(new MouseEvent('mouseenter'));
      await click(day(name));
    };
    await point('Friday, March 20, 2026');
    expect(place(), 'one day is no span yet').toContain('2026-03-10..2026-03-12');
    expect(control('From', 'input'), 'the first day shows').toHaveProperty('value', '03/20/2026');
    expect(control('To', 'input')).toHaveProperty('value', '');
    await point('Monday, March 2, 2026');
    expect(place()).toContain('createdAt=2026-03-02..2026-03-20');
    expect(control('From', 'input')).toHaveProperty('value', '03/02/2026');
    expect(control('To', 'input')).toHaveProperty('value', '03/20/2026');
  });

  it('of dates keep with Esc what the list follows already, in the calendar as well', async () => {
    await open('/vehicles?createdAt=2023-01-01..2025-06-01');
    await click(control('Created: Jan 1, 2023 – Jun 1, 2025'));
    type('From', '02/02/2023');
    await settle();
    type('To', '12/31/2022');
    await settle();
    expect(textOnPage()).toContain('The end is before the start');
    document.querySelector<HTMLElement>('[data-reka-calendar-cell-trigger]')?.focus();
    await press('Escape');
    expect(place()).toBe('/vehicles?createdAt=2023-02-02..2025-06-01');
    expect(document.querySelector('[data-reka-calendar-cell-trigger]')).toBeNull();
  });

  it('of dates have a calendar that keys go through, and what is typed is shown there', async () => {
    await open('/vehicles?createdAt=last.30');
    await click(control('Created: Last 30 days'));
    type('From', '05/04/2026');
    type('To', '05/06/2026');
    await settle();
    const day = (name: string) => control(name, '[data-reka-calendar-cell-trigger]');
    const first = day('Monday, May 4, 2026');
    expect(day('Tuesday, May 5, 2026').hasAttribute('data-selected')).toBe(true);
    first.focus();
    for (const key of ['Enter', 'ArrowDown', 'Enter']) await press(key, { code: key });
    expect(place()).toContain('createdAt=2026-05-04..2026-05-11');
    expect(document.activeElement?.getAttribute('aria-label')).toContain('May 11, 2026');
  });

  it.each([
    ['en', 'S', '03/01/2026'],
    ['pt-BR', 'D', '01/03/2026'],
    ['es', 'L', '01/03/2026'],
  ] as const)('of dates are written, and weeks begin, as in %s', async (locale, first, written) => {
    await open('/vehicles?createdAt=2026-03-01..2026-03-02');
    setLocale(locale);
    await settle();
    await click(document.querySelector('.chip.active .trigger') as HTMLElement);
    expect(document.querySelector('.weekday')?.textContent.trim().toUpperCase()).toBe(first);
    expect(document.querySelector<HTMLInputElement>('.days input')?.value).toBe(written);
  });

  it('take days of a field that holds a date, as a birth date', async () => {
    await openScreen(pageOf('users'), '/users');
    await click(control('More filters'));
    await click(control('Birth date'));
    const offered = [...document.querySelectorAll('[role=option]')].map((each) =>
      each.textContent.trim(),
    );
    expect(offered, 'a birthday is over').not.toContain('Next 7 days');
    type('To', '12/31/1979');
    await settle();
    expect(place()).toBe('/users?birthdate=..1979-12-31');
    const [, found, all] = /^(\d+) of (\d+) users · birth date: until/.exec(status() ?? '') ?? [];
    expect(Number(found)).toBeGreaterThan(0);
    expect(Number(found)).toBeLessThan(Number(all));
  });

  it('of days that may lie ahead offer those before today and the next ones', () => {
    const filter = { id: 'dueDate', field: 'dueDate', kind: 'days', isSpare: false } as const;
    const spans = spansOf(kindOf('vehicles'), filter).map(writeSpan);
    expect(spans).toEqual(['past', 'last.1', 'next.7', 'next.30']);
    const time = { now: Date.UTC(2026, 10, 26, 1), zone: 'America/Sao_Paulo' };
    const days = (span: string) => conditionOf(filter, [span], time);
    const field = 'dueDate';
    expect(days('past')).toEqual({ field, fromDay: null, toDay: '2026-11-24' });
    expect(days('last.1')).toEqual({ field, fromDay: '2026-11-25', toDay: '2026-11-25' });
    expect(days('next.7')).toEqual({ field, fromDay: '2026-11-25', toDay: '2026-12-01' });
    expect(days('2026-12-01..')).toEqual({ field, fromDay: '2026-12-01', toDay: null });
    expect(days('')).toEqual({ field, isPresent: false });
  });

  it('of dates write the names of months as the language does', async () => {
    await open('/vehicles?createdAt=2025-01-01..2025-01-01');
    expect(textOnPage()).toContain('created: Jan 1, 2025');
    await open('/vehicles?q=zzzz&createdAt=2025-01-01..2025-02-01');
    expect(textOnPage()).toContain('created: Jan 1, 2025 – Feb 1, 2025');
  });

  it('are closed by a press on the list, which opens no row', async () => {
    await open();
    const [row] = rows();
    if (!row) throw new Error('no row');
    await click(control('Type'));
    expect(choice('Bus')).toBeTruthy();
    row.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    await click(row, { detail: 1 });
    expect(place()).toBe('/vehicles');
    await press('Escape');
    row.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    await click(row, { detail: 1 });
    expect(place(), 'the next press means the row').toContain('record=');
  });

  it('leave out a field that the service does not tell until a value is set here', async () => {
    await openScreen(pageOf('users'), '/users');
    expect(status()).toContain('users');
    expect(() => control('Role', '.chip button')).toThrow();
    const fields = { roleId: 'rol000000000002' };
    await useBridge().records.update({ collection: 'users', key: 'usr000000000003', fields });
    await settle();
    expect(control('Role', '.chip button')).toBeTruthy();
  });

  it.each(['roles', 'enterprises'] as const)(
    'leave out what is not sent or deleted where nothing can be changed: %s',
    async (collection) => {
      await openScreen(pageOf(collection), `/${collection}`);
      expect(textOnPage()).not.toContain('Not sent yet');
      expect(textOnPage()).not.toContain('Show deleted');
      await openScreen(pageOf('chips'), '/chips');
      expect(textOnPage()).toContain('Not sent yet');
    },
  );

  it('are told with the count of what is found', async () => {
    await open('/vehicles?type=bus&createdAt=2020-01-01..', { vehicles: 60 });
    expect(rows().length).toBeGreaterThan(0);
    expect(status()).toMatch(/^\d+ of \d+ vehicles · type Bus · created: since Jan 1, 2020$/);
  });

  it('that together find nothing say which one to remove, and how many are found then', async () => {
    await open('/vehicles?q=zzzz&type=bus');
    expect(textOnPage()).toContain('No matching vehicles');
    const offers = [...document.querySelectorAll('.list-state button')].map((each) =>
      each.textContent.trim(),
    );
    const offer = offers.find((each) => each.startsWith('Remove'));
    expect(offer).toMatch(/^Remove “zzzz” \(\d+\)$/);
    await click(control(offer ?? ''));
    expect(place()).toBe('/vehicles?type=bus');
    expect(rows().length).toBeGreaterThan(0);
  });
});
