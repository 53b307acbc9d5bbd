import { EventEmitter } from 'node:events';
import type { WebContents } from 'electron';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { watchClicks } from '@main/clicks';
import { isAllowedOutside, openOutside } from '@main/external-links';
import { findPageOrigin, isFromOurPage } from '@main/security';
import { collectFaults } from '../collect-faults';
import { fakeEvent } from './ipc/fake-event';

const openExternal = vi.hoisted(() => vi.fn(() => Promise.resolve()));
vi.mock('electron', () => ({ app: {}, protocol: {}, shell: { openExternal } }));

const ours = findPageOrigin(false, undefined);

describe('the origin of our pages', () => {
  it('is our own scheme', () => {
    expect(ours).toMatchObject({ origin: 'fleetdesk://app', isDevelopment: false });
    expect(ours.pageAddress('index.html')).toBe('fleetdesk://app/index.html');
  });

  it('is the development server of this machine, while the app is not packaged', () => {
    const page = findPageOrigin(false, 'http://localhost:5173');
    expect(page).toMatchObject({ origin: 'http://localhost:5173', isDevelopment: true });
    expect(page.pageAddress('index.html')).toBe('http://localhost:5173/index.html');
  });

  it.each([
    ['in a package', true, 'http://localhost:5173'],
    ['on another machine', false, 'http://192.168.0.9:5173'],
    ['under a name that only looks local', false, 'http://localhost.example:5173'],
    ['that is no address', false, 'localhost'],
  ])('is never a server %s', (_where, isPackaged, address) => {
    expect(findPageOrigin(isPackaged, address).origin).toBe('fleetdesk://app');
  });
});

describe('a call', () => {
  const isOurWindow = (id: number) => id === 7;
  const isFromUs = (event: object | null) => isFromOurPage(event as never, ours, isOurWindow);

  it('is ours from the main frame of our window, on our page', () => {
    expect(isFromUs(fakeEvent())).toBe(true);
  });

  it.each([
    ['another window', fakeEvent({ windowId: 8 })],
    ['an embedded frame', fakeEvent({ parent: {} })],
    ['another origin', fakeEvent({ origin: 'https://example.com' })],
    ['an empty page that inherited our origin', fakeEvent({ url: 'about:blank' })],
    ['a frame that is gone', { ...fakeEvent(), senderFrame: null }],
  ])('is not ours from %s', (_where, event) => {
    expect(isFromUs(event)).toBe(false);
  });
});

describe('a link to the outside', () => {
  it.each([
    'https://example.com/a?b#c',
    'mailto:help@example.com',
    'tel:+5563995834891',
    'HTTPS://EXAMPLE.COM',
  ])('%s opens', (address) => {
    expect(isAllowedOutside(address)).toBe(true);
  });

  it.each([
    'http://example.com',
    'file:///etc/passwd',
    'smb://server/share',
    'ms-settings:',
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'fleetdesk://app/index.html',
    'https://user:secret@example.com/',
    'tel:*21*5563995834891%23',
    'tel:+55;ext=1',
    'tel:112?x',
    'tel:abc',
    'example.com',
    '//example.com',
    '',
    ' ',
  ])('%j stays closed', (address) => {
    expect(isAllowedOutside(address)).toBe(false);
  });
});

describe('an address that a page asks for', () => {
  const address = 'https://example.com/';

  /** A page of which a person's deeds are told. */
  function page() {
    const contents = new EventEmitter();
    watchClicks(contents as unknown as WebContents);
    return { contents, act: (type: string) => contents.emit('input-event', {}, { type }) };
  }

  beforeEach(() => {
    openExternal.mockClear();
    collectFaults();
  });

  it('stays closed while nobody clicked', async () => {
    const { contents, act } = page();
    act('mouseMove');
    expect(await openOutside(address, contents)).toBe(false);
    expect(await openOutside(address, undefined)).toBe(false);
    expect(openExternal).not.toHaveBeenCalled();
  });

  it.each(['mouseUp', 'rawKeyDown'])('opens once for each %s', async (type) => {
    const { contents, act } = page();
    act(type);
    expect(await openOutside(address, contents)).toBe(true);
    expect(await openOutside(address, contents)).toBe(false);
    act(type);
    expect(await openOutside(address, contents)).toBe(true);
    expect(openExternal).toHaveBeenCalledTimes(2);
  });

  it('stays closed for a click in another page', async () => {
    const [one, other] = [page(), page()];
    one.act('mouseUp');
    expect(await openOutside(address, other.contents)).toBe(false);
    expect(openExternal).not.toHaveBeenCalled();
  });

  it('uses up the click even where its kind is refused', async () => {
    const { contents, act } = page();
    act('mouseUp');
    expect(await openOutside('file:///etc/passwd', contents)).toBe(false);
    expect(await openOutside(address, contents)).toBe(false);
    expect(openExternal).not.toHaveBeenCalled();
  });
});
