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

/** A press of the pointer somewhere else on the page. */
async function press(target: Element) {
  // The layer of the list listens from the turn after it opened.
  await new Promise((resolve) => setTimeout(resolve));
  target.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  await flushPromises();
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

  it('names a marked entry to screen readers only while its list is open', async () => {
    const { input } = await field();
    await flushPromises();
    await input.trigger('click');
    await flushPromises();
    const marked = document.querySelector('[role=option][data-highlighted]');
    expect(input.attributes('aria-activedescendant')).toBe(marked?.id);
    await input.trigger('keydown', { key: 'Escape' });
    await flushPromises();
    expect(document.querySelector('[role=option]')).toBeNull();
    expect(input.attributes('aria-activedescendant')).toBeUndefined();
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
    expect(document.body.textContent).toContain('No matches.');
  });

  it('takes what is clicked', async () => {
    const { wrapper, search } = await field();
    await search('tokyo');
    document.querySelector<HTMLElement>('[role=option]')?.click();
    await flushPromises();
    expect(wrapper.emitted('update:modelValue')).toEqual([['Asia/Tokyo']]);
  });

  it('takes the hit that is clicked with the mouse, whose press takes no focus from the field', async () => {
    const { wrapper, input, search } = await field();
    await search('tokyo');
    const hit = document.querySelector<HTMLElement>('[role=option]');
    const press = new MouseEvent('mousedown', { bubbles: true, cancelable: true });
    hit?.dispatchEvent(press);
    expect(press.defaultPrevented).toBe(true);
    // Should the focus go all the same, the list stays as it is under the pointer.
    await input.trigger('blur', { relatedTarget: hit });
    await flushPromises();
    expect(hit?.isConnected).toBe(true);
    hit?.click();
    await flushPromises();
    expect(wrapper.emitted('update:modelValue')).toEqual([['Asia/Tokyo']]);
  });

  it('has its text selected at once, so that no first letter is lost', async () => {
    const { input } = await field();
    await flushPromises();
    await input.trigger('mousedown', { button: 0 });
    const { selectionStart, selectionEnd, value } = input.element;
    expect([selectionStart, selectionEnd]).toEqual([0, value.length]);
    expect(document.activeElement).toBe(input.element);
  });

  it('takes the marked hit on Tab', async () => {
    const { wrapper, input, search } = await field();
    await search('tok');
    await input.trigger('keydown', { key: 'Tab' });
    expect(wrapper.emitted('update:modelValue')).toEqual([['Asia/Tokyo']]);
  });

  it('keeps what was chosen on Tab where nothing was typed or nothing fits', async () => {
    const { wrapper, input, search } = await field({ modelValue: '' });
    await input.trigger('click');
    await flushPromises();
    await input.trigger('keydown', { key: 'Tab' });
    await search('nowhere');
    await input.trigger('keydown', { key: 'Tab' });
    expect(wrapper.emitted('update:modelValue')).toBeUndefined();
  });

  it('chooses nothing once it is emptied, where that is a choice', async () => {
    const withNone = [{ value: '', label: 'None' }, ...options];
    const { wrapper, input, search } = await field({ options: withNone });
    await search('');
    await input.trigger('keydown', { key: 'Tab' });
    expect(wrapper.emitted('update:modelValue')).toEqual([['']]);
  });

  it('keeps the words of an open list when it is left by a click elsewhere, but not after Escape', async () => {
    const { wrapper, input, search } = await field({ isOpenList: true });
    await search('Etc/GMT');
    await input.trigger('keydown', { key: 'Escape' });
    await flushPromises();
    expect(wrapper.emitted('update:modelValue')).toBeUndefined();
    await search('Etc/GMT');
    await press(document.body);
    expect(wrapper.emitted('update:modelValue')).toEqual([['Etc/GMT']]);
  });

  it('takes what Tab asked for as soon as a slow search has found it', async () => {
    const { wrapper, input, search } = await field({ options: [], foundFor: '' });
    await search('tok');
    await input.trigger('keydown', { key: 'Tab' });
    expect(wrapper.emitted('update:modelValue')).toBeUndefined();
    await wrapper.setProps({ options: options.slice(2), foundFor: 'tok' });
    await flushPromises();
    expect(wrapper.emitted('update:modelValue')).toEqual([['Asia/Tokyo']]);
  });

  it('marks what is called exactly as typed before what only holds the word', async () => {
    const types = ['Pickup truck', 'Tractor truck', 'Truck'];
    const { search } = await field({
      options: types.map((label) => ({ value: label, label })),
      modelValue: 'Truck',
    });
    expect(await search('truck')).toEqual(['Truck', 'Pickup truck', 'Tractor truck']);
  });
});
