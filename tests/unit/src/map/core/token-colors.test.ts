import { afterEach, describe, expect, it, vi } from 'vitest';
import { followColors } from '@/map/core/token-colors';

const root = document.documentElement;

afterEach(() => {
  root.removeAttribute('style');
  delete root.dataset['theme'];
});

describe('colours read from the tokens', () => {
  it('come at once, and again with another theme', async () => {
    const heard: string[] = [];
    root.style.setProperty('--map-land', '#f0f2f3');
    const stop = followColors({ land: '--map-land' }, ({ land }) => heard.push(land));
    expect(heard).toEqual(['#f0f2f3']);

    root.style.setProperty('--map-land', '#171b21');
    root.dataset['theme'] = 'dark';
    await vi.waitFor(() => {
      expect(heard).toEqual(['#f0f2f3', '#171b21']);
    });
    stop();
    root.dataset['theme'] = 'light';
    await Promise.resolve();
    expect(heard).toHaveLength(2);
  });
});
