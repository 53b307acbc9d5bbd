import { beforeEach, expect, it, vi } from 'vitest';
import { FirstWindow } from '@main/windows/first-window';
import type {
  MainWindowEvents,
  MainWindowLook,
  MainWindowOptions,
} from '@main/windows/main-window';
import { firstPage } from '@main/windows/pages';
import type { Zoom } from '@main/windows/zoom';

const made = vi.hoisted(() => ({
  options: null as unknown,
  shown: [] as string[],
  troubles: null as { reload(): void } | null,
}));
vi.mock('electron', () => ({ app: {} }));
vi.mock('@main/windows/troubles', () => ({
  watchTroubles: (_window: unknown, troubles: { reload(): void }) => {
    made.troubles = troubles;
  },
}));
vi.mock('@main/windows/main-window', () => ({
  MainWindow: class {
    window = { webContents: {} };
    constructor(options: unknown) {
      made.options = options;
    }
    reload() {
      return this.show('again');
    }
    show(page: string) {
      made.shown.push(page);
      return Promise.resolve();
    }
  },
}));

beforeEach(() => {
  made.shown = [];
});

function open() {
  const zoom = { add: vi.fn() } as unknown as Zoom;
  const first = new FirstWindow({} as MainWindowLook, zoom, () => (key) => key);
  const told: string[] = [];
  const events: MainWindowEvents = {
    closing: () => Promise.resolve('hide'),
    mayClose: () => Promise.resolve(false),
    onClose: () => told.push('closes'),
    onHeld: () => told.push('held'),
    onClosed: () => told.push('closed'),
    onPageGone: () => told.push('page gone'),
    onStay: () => told.push('stays'),
  };
  return { first, events, told, options: made.options as MainWindowOptions };
}

it('asks whoever looks after it, once somebody does, whether it may close', async () => {
  const { first, events, options } = open();
  const closing = options.closing();
  const may = options.mayClose();
  first.give(events);
  await expect(closing).resolves.toBe('hide');
  await expect(may).resolves.toBe(false);
});

it('tells what happened before somebody looked after it, and then all at once', async () => {
  const { first, events, told, options } = open();
  first.load('index');
  expect(made.shown).toEqual(['index']);
  options.onPageGone(1);
  options.onHeld();
  options.onClosed();
  first.give(events);
  await Promise.resolve();
  expect(told).toEqual(['held', 'closed']);
  options.onPageGone(1);
  options.onStay();
  expect(told).toEqual(['held', 'closed', 'page gone', 'stays']);
});

it('loads a page again that crashes, from the moment it opens', () => {
  open().first.load('index');
  made.troubles?.reload();
  expect(made.shown).toEqual(['index', 'again']);
});

it.each([
  ['keychain', null, null, 'index'],
  ['keychain', null, { vehicles: 40 }, 'index'],
  ['passphrase', null, null, 'sign-in'],
  [null, null, null, 'sign-in'],
  [null, null, { vehicles: 40 }, null],
  ['keychain', '/pictures', null, null],
] as const)(
  'a session in %s, pictures %s, demo fleet %s: shows %s first',
  (kept, shots, demo, page) => {
    expect(firstPage(kept, { shots, demo })).toBe(page);
  },
);
