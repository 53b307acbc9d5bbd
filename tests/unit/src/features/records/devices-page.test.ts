import { beforeEach, describe, expect, it, vi } from 'vitest';
import { axeFaults } from '../../render';
import { button, click, layOut, openScreen, pageOf, place, region, typeIn } from './screen';

const panel = () => region('Device details');

beforeEach(layOut);

describe('devices', () => {
  it('have their IMEI checked, the chip opened, and axe finds no fault', async () => {
    await openScreen(pageOf('devices'), '/devices?record=dev000000000003');
    await typeIn(panel(), 'IMEI', '356938035600001');
    expect(panel()?.textContent).toContain('The last digit doesn’t fit the others.');
    await typeIn(panel(), 'IMEI', '35693803');
    expect(panel()?.textContent).toContain('An IMEI has 15 digits; this has 8.');
    await click(button(panel(), 'Discard'));
    const link = panel()?.querySelector('a.open');
    expect(link?.getAttribute('aria-label')).toMatch(/^Open \d{19}$/);
    vi.useRealTimers();
    expect(await axeFaults()).toEqual([]);
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval'] });
    await click(link as Element);
    expect(place()).toBe('/chips?record=chi000000000003');
  });

  it('are both activated and deactivated: the service does not say which they are', async () => {
    await openScreen(pageOf('devices'), '/devices?record=dev000000000003');
    panel()
      ?.querySelector('[aria-label="More actions"]')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    await vi.advanceTimersByTimeAsync(500);
    const items = [...document.querySelectorAll('[role=menuitem]')].map(({ textContent }) =>
      textContent.trim(),
    );
    expect(items).toEqual(expect.arrayContaining(['Activate', 'Deactivate']));
  });

  it('tell their vehicle in its tab alone; a new one asks for it', async () => {
    await openScreen(pageOf('devices'), '/devices?record=dev000000000003');
    const labels = (of: Element | null) =>
      [...(of?.querySelectorAll('label') ?? [])].map(({ textContent }) => textContent.trim());
    expect(labels(panel())).toContain('Chip');
    expect(labels(panel())).not.toContain('Vehicle');
    await openScreen(pageOf('devices'), '/devices?new');
    expect(labels(region('New device'))).toContain('Vehicle');
  });

  it('say of a type that stands alone why it has no name', async () => {
    const subject = { collection: 'devices', key: 'dev000000000003', label: '' } as const;
    const fields = { typeId: 'typ000000000001' };
    const at = '/devices?record=dev000000000003';
    await openScreen(pageOf('devices'), at, {
      outbox: [{ kind: 'update', subject, fields }],
      answeredWrites: 0,
    });
    expect(panel()?.textContent).toContain('The service shares its id, not its name.');
  });

  it('show their vehicles, which lead to the screen of vehicles', async () => {
    await openScreen(pageOf('devices'), '/devices?record=dev000000000003&tab=vehicles');
    await click(panel()?.querySelector('.association .name') as Element);
    expect(place()).toMatch(/^\/vehicles\?record=veh/);
  });

  it('become the main one of a vehicle from their own side, too', async () => {
    await openScreen(pageOf('devices'), '/devices?record=dev000000000004&tab=vehicles');
    const [other] = [...(panel()?.querySelectorAll('.association') ?? [])].filter(
      (each) => !each.textContent.includes('Main'),
    );
    const name = other?.querySelector('.name')?.textContent.trim() ?? '';
    await click(button(panel(), `Make it the main device of ${name}`));
    const row = [...(panel()?.querySelectorAll('.association') ?? [])].find((each) =>
      each.textContent.includes(name),
    );
    expect(row?.textContent).toContain('Main');
  });

  it('that could not be made the main one say why, also after the list was read again', async () => {
    await openScreen(pageOf('devices'), '/devices?record=dev000000000004&tab=vehicles', {
      faults: {
        'associations.makeMain': { code: 'store-damaged', reason: 'disk-full', message: 'full' },
      },
    });
    const [other] = [...(panel()?.querySelectorAll('.association') ?? [])].filter(
      (each) => !each.textContent.includes('Main'),
    );
    const name = other?.querySelector('.name')?.textContent.trim() ?? '';
    await click(button(panel(), `Make it the main device of ${name}`));
    expect(panel()?.textContent).toContain('The disk is full');
  });
});
