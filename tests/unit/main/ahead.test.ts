import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppFiles } from '@adapters/files/app-files';
import { SessionMarkerFile } from '@core/session/session-marker';
import { NOTHING, StoreNotes } from '@core/store/store-notes';
import { beginAhead } from '@main/ahead';

const openAhead = vi.hoisted(() => vi.fn());

vi.mock('@adapters/store/store-worker?nodeWorker', () => ({ default: vi.fn() }));
vi.mock('@adapters/store/stores', () => ({
  LibsqlStores: class {
    openAhead = openAhead;
  },
}));

const ID = 'a1b2';
const look = { identity: ID };
let folder: string;

beforeEach(async () => {
  openAhead.mockReset().mockReturnValue(look);
  folder = await mkdtemp(path.join(tmpdir(), 'fleetdesk-ahead-'));
  const files = new AppFiles(folder);
  await new SessionMarkerFile(files).write({ connectionId: 'c', account: ID, place: 'keychain' });
  await new StoreNotes(files).keep(ID, { ...NOTHING, account: `${ID}.store`, hasFile: true });
});

afterEach(() => rm(folder, { recursive: true }));

it('tells what a window depends on before the store is opened', async () => {
  const ahead = beginAhead(folder, { managedSettings: path.join(folder, 'none.json') });
  const { kept } = await ahead.known;
  expect(kept).toMatchObject({ account: ID });
  expect(openAhead).not.toHaveBeenCalled();

  ahead.openStore();
  expect(await ahead.firstLook).toBe(look);
  expect(openAhead).toHaveBeenCalledExactlyOnceWith(ID, expect.any(Function));
});

it('tells that there is nothing to look at where the store can not be opened', async () => {
  openAhead.mockImplementation(() => {
    throw new Error('no thread');
  });
  const ahead = beginAhead(folder, { managedSettings: path.join(folder, 'none.json') });
  ahead.openStore();
  expect(await ahead.firstLook).toBeNull();
});
