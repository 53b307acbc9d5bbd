import { beforeEach, describe, expect, it, vi } from 'vitest';
import { rememberView } from '@/map/core/remembered-view';

const view = { latitude: -11.1, longitude: -46.9, zoom: 13 };

beforeEach(() => {
  localStorage.clear();
});

describe('a remembered view', () => {
  it('comes back under its own name alone', () => {
    rememberView('live.demo').write(view);
    expect(rememberView('live.demo').read()).toEqual(view);
    expect(rememberView('live.other').read()).toBeNull();
  });

  it.each(['', '{', '{"latitude":"x"}', '{"latitude":99,"longitude":0,"zoom":3}', 'null'])(
    'is none when what was kept reads %j',
    (kept) => {
      localStorage.setItem('fleetdesk.view.live.demo', kept);
      expect(rememberView('live.demo').read()).toBeNull();
    },
  );

  it('is written once where it stays the same', () => {
    const writes = vi.fn((key: string, text: string) => {
      localStorage.setItem(key, text);
    });
    const storage = { getItem: (key: string) => localStorage.getItem(key), setItem: writes };
    const remembered = rememberView('live.demo', storage as unknown as Storage);
    remembered.write(view);
    remembered.write({ ...view });
    remembered.write({ ...view, zoom: 14 });
    expect(writes).toHaveBeenCalledTimes(2);
  });

  it('is passed over when the storage refuses', () => {
    const broken = {
      getItem: () => {
        throw new Error('denied');
      },
      setItem: () => {
        throw new Error('full');
      },
    } as unknown as Storage;
    const remembered = rememberView('live.demo', broken);
    expect(() => {
      remembered.write(view);
    }).not.toThrow();
    expect(remembered.read()).toBeNull();
  });
});
