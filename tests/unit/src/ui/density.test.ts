import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { effectScope, nextTick, ref } from 'vue';
import { densities, type Density } from '@contract/settings';
import { followDensity, useRowHeight } from '@/ui/density';

describe('the height of rows', () => {
  it('follows the settings, as high as the styles make them', async () => {
    const scope = effectScope();
    const chosen = ref<Density>('comfortable');
    const height = scope.run(() => {
      followDensity(() => chosen.value);
      return useRowHeight();
    });
    const tokens = readFileSync(
      path.resolve(import.meta.dirname, '../../../../src/ui/tokens.css'),
      'utf8',
    );
    const styled = Array.from(tokens.matchAll(/--row: (\d+)px/g), ([, pixels]) => Number(pixels));
    const heights: (number | undefined)[] = [];
    for (const density of densities) {
      chosen.value = density;
      await nextTick();
      expect(document.documentElement.dataset['density']).toBe(density);
      heights.push(height?.value);
    }
    expect(heights).toEqual(styled);
    chosen.value = 'comfortable';
    scope.stop();
  });
});
