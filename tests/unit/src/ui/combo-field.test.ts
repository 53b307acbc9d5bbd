import { flushPromises } from '@vue/test-utils';
import { describe, expect, it } from 'vitest';
import ComboField from '@/ui/ComboField.vue';
import { render } from '../render';

const options = [
  { value: 'Antarctica/Vostok', label: 'Antarctica/Vostok', note: 'GMT+5' },
  { value: 'America/Sao_Paulo', label: 'America/São Paulo', note: 'GMT-3' },
  { value: 'Asia/Tokyo', label: 'Asia/Tokyo', note: 'GMT+9' },
];

async function field(props: Record<string, unknown> = {}) {
  const wrapper = await render(ComboField, {
    props: { label: 'Time zone', modelValue: 'America/Sao_Paulo', options, ...props },
  });
  const input = wrapper.get('input');
  return {
    wrapper,
    input,
    async search(text: string) {
      await input.setValue(text);
      await flushPromises();
      return [...document.querySelectorAll('[role=option]')].map((each) => each.textContent);
    },
  };
}

describe('a field with a searched list', () => {
  it('shows what is chosen by its label', async () => {
    const { input } = await field();
    await flushPromises();
    expect(input.element.value).toBe('America/São Paulo');
  });

  it('offers all when it is opened, and marks what is chosen', async () => {
    const { input } = await field();
    await flushPromises();
    await input.trigger('click');
    await flushPromises();
    expect(document.querySelectorAll('[role=option]')).toHaveLength(3);
    const marked = document.querySelector('[role=option][data-highlighted]');
    expect(marked?.textContent).toContain('America/São Paulo');
  });

  it('offers what was taken as it was typed, and marks it', async () => {
    const { input, search } = await field({ modelValue: 'Etc/UTC', isOpenList: true });
    await input.trigger('click');
    await flushPromises();
    const marked = document.querySelector('[role=option][data-highlighted]');
    expect(marked?.textContent).toBe('Etc/UTC');
    expect(await search('Etc/GMT')).toEqual(['Etc/GMT']);
  });

  it('keeps its mark when the pointer leaves the field', async () => {
    const { wrapper, input, search } = await field();
    await search('tok');
    wrapper.element
      .querySelector('.control')
      ?.parentElement?.dispatchEvent(new PointerEvent('pointerleave'));
    await flushPromises();
    await input.trigger('keydown', { key: 'Enter' });
    await flushPromises();
    expect(wrapper.emitted('update:modelValue')).toEqual([['Asia/Tokyo']]);
  });

  it('finds without accents, by every word, those that begin with it first', async () => {
    const { search } = await field();
    expect(await search('sao amer')).toEqual(['America/São PauloGMT-3']);
    expect(await search('tok')).toEqual(['Asia/TokyoGMT+9', 'Antarctica/VostokGMT+5']);
    expect(await search('gmt+9')).toEqual(['Asia/TokyoGMT+9']);
  });

  it('says when nothing fits', async () => {
    const { search } = await field();
    expect(await search('nowhere')).toEqual([]);
    expect(document.body.textContent).toContain('Nothing fits.');
  });

  it('takes what is clicked', async () => {
    const { wrapper, search } = await field();
    await search('tokyo');
    document.querySelector<HTMLElement>('[role=option]')?.click();
    await flushPromises();
    expect(wrapper.emitted('update:modelValue')).toEqual([['Asia/Tokyo']]);
  });
});
