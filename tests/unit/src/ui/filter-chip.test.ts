import { describe, expect, it } from 'vitest';
import { defineComponent, h, ref } from 'vue';
import { FilterChip } from '@/ui';
import { control, render, settled, textOnPage, type } from '../render';

describe('a filter with thousands of values', () => {
  it('lists the first ones and those that are chosen, and finds the others by typing', async () => {
    const options = Array.from({ length: 5_000 }, (_, index) => ({
      ...{ value: String(index), label: `Code ${String(index)}` },
    }));
    const chosen = ref<readonly string[]>(['4998']);
    const chip = () =>
      h(FilterChip, {
        ...{ label: 'Code', options, modelValue: chosen.value },
        'onUpdate:modelValue': (value: readonly string[]) => (chosen.value = value),
      });
    await render(defineComponent(() => chip));
    control('Code', 'button.trigger').click();
    await settled();
    const listed = () =>
      [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent.trim());
    expect(listed()).toHaveLength(201);
    expect(listed().at(-1)).toBe('Code 4998');
    expect(textOnPage()).toContain('more. Type to search.');
    type('Find a value', 'code 4999');
    await settled();
    expect(listed()).toEqual(['Code 4999']);
    expect(textOnPage()).not.toContain('Type to search.');
  });
});
