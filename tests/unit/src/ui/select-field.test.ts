import { describe, expect, it } from 'vitest';
import SelectField from '@/ui/SelectField.vue';
import { render } from '../render';

describe('a field with a list to choose from', () => {
  it('shows what is chosen in the words of its options, also once these change', async () => {
    const wrapper = await render(SelectField, {
      props: { label: 'Sort by', modelValue: 'name', options: [{ value: 'name', label: 'Name' }] },
    });
    const control = wrapper.get('[role=combobox]');
    expect(control.text()).toBe('Name');
    await wrapper.setProps({ options: [{ value: 'name', label: 'Nombre' }] });
    expect(control.text()).toBe('Nombre');
  });
});
