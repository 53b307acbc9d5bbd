import { beforeEach, describe, expect, it, vi } from 'vitest';
import { axeFaults, textOnPage } from '../../render';
import { button, click, layOut, openScreen, pageOf, place, region, settle, titles } from './screen';

const panel = () => region('Chip details');
const tabpanel = () => panel()?.querySelector('[role=tabpanel]') ?? null;

beforeEach(layOut);

describe('chips', () => {
  it('are listed by ICCID, are made and deleted nowhere, and axe finds no fault', async () => {
    await openScreen(pageOf('chips'), '/chips');
    expect(titles()[0]).toMatch(/^\d{19}$/);
    const make = button(document.body, 'New chip');
    expect(make.getAttribute('aria-disabled')).toBe('true');
    vi.useRealTimers();
    expect(await axeFaults()).toEqual([]);
  });

  it('cover their APN password until asked for, and again after a minute', async () => {
    await openScreen(pageOf('chips'), '/chips?record=chi000000000003');
    expect(tabpanel()?.textContent).toContain('APN password');
    expect(textOnPage()).not.toContain('apn-secret-3');
    await click(button(tabpanel(), 'Show APN password'));
    expect(textOnPage()).toContain('apn-secret-3');
    await settle(59_000);
    expect(textOnPage()).toContain('apn-secret-3');
    await settle(1_000);
    expect(textOnPage()).not.toContain('apn-secret-3');
  });

  it('tell in which device and on which vehicle they are, and lead there', async () => {
    await openScreen(pageOf('chips'), '/chips?record=chi000000000003&tab=place');
    const links = [...(tabpanel()?.querySelectorAll('a') ?? [])];
    expect(links[0]?.textContent.trim()).toBe('Tracker 103');
    expect(links[1]?.getAttribute('href')).toContain('/vehicles?record=veh000000000003');
    await click(links[0] as Element);
    expect(place()).toBe('/devices?record=dev000000000003');
  });
});
