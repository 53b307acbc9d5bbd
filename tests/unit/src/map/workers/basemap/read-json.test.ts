import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readJson } from '@/map/workers/basemap/read-json';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a file that could not be read, or is no file, is read again until it is there', async () => {
  const fetchFile = vi
    .fn<(url: URL) => Promise<Response>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValueOnce(new Response('Not found'))
    .mockResolvedValueOnce(new Response('{"name":["Lisboa"]}'));
  vi.stubGlobal('fetch', fetchFile);
  const names = readJson('./places.json');
  await vi.advanceTimersByTimeAsync(1_999);
  expect(fetchFile).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(2_001);
  expect(await names).toEqual({ name: ['Lisboa'] });
  expect(fetchFile).toHaveBeenCalledTimes(3);
  expect(fetchFile.mock.calls.at(-1)?.[0].pathname).toBe('/places.json');
  expect(vi.getTimerCount()).toBe(0);
});
