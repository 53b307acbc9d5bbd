import { flushPromises } from '@vue/test-utils';
import { describe, expect, it } from 'vitest';
import TextField from '@/ui/TextField.vue';
import { control, render } from '../render';

async function field(props: Record<string, unknown>) {
  const wrapper = await render(TextField, { props: { label: 'Plate', modelValue: '', ...props } });
  const input = wrapper.get('input');
  return { wrapper, input };
}

describe('a text field', () => {
  it('is silent about a problem until it was left with something in it', async () => {
    const { wrapper, input } = await field({ problem: 'Too short.', hint: 'ABC-1D23' });
    await input.trigger('blur');
    expect(wrapper.text()).toContain('ABC-1D23');
    await wrapper.setProps({ modelValue: 'A' });
    expect(wrapper.text()).not.toContain('Too short.');
    await input.trigger('blur');
    expect(wrapper.text()).toContain('Too short.');
    await wrapper.setProps({ problem: null });
    expect(wrapper.text()).toContain('ABC-1D23');
  });

  it('keeps a text that is too long and says so at once', async () => {
    const { wrapper, input } = await field({ most: 4 });
    await input.setValue('ABCDE');
    expect(wrapper.emitted('update:modelValue')).toEqual([['ABCDE']]);
    await wrapper.setProps({ modelValue: 'ABCDE' });
    expect(input.element.value).toBe('ABCDE');
    expect(wrapper.text()).toContain('At most 4 characters; this has 5.');
    expect(input.attributes('aria-invalid')).toBe('true');
    await wrapper.setProps({ modelValue: 'ABCD' });
    expect(wrapper.text()).not.toContain('characters');
  });

  it('ties hint and error to the input for screen readers', async () => {
    const { wrapper, input } = await field({ hint: 'ABC-1D23' });
    const hint = input.attributes('aria-describedby') ?? '';
    expect(document.getElementById(hint)?.textContent).toBe('ABC-1D23');
    await wrapper.setProps({ error: 'Taken.' });
    const error = input.attributes('aria-describedby') ?? '';
    expect(document.getElementById(error)?.textContent).toContain('Taken.');
    expect(input.attributes('aria-invalid')).toBe('true');
  });

  it('hides a secret until asked, and says when Caps Lock is on', async () => {
    const { wrapper, input } = await field({ label: 'Password', secret: true });
    expect(input.attributes('type')).toBe('password');
    control('Show Password').click();
    await flushPromises();
    expect(input.attributes('type')).toBe('text');
    expect(control('Hide Password').getAttribute('aria-pressed')).toBe('true');

    const event = new KeyboardEvent('keydown', { key: 'A' });
    Object.defineProperty(event, 'getModifierState', { value: () => true });
    input.element.dispatchEvent(event);
    await flushPromises();
    expect(wrapper.get('[role=status]').text()).toBe('Caps Lock is on');
    await input.trigger('blur');
    expect(wrapper.find('[role=status]').exists()).toBe(false);
  });
});
