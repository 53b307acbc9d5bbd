import { mount } from '@vue/test-utils';
import { defineComponent, h } from 'vue';
import { expect, it } from 'vitest';
import AppButton from '@/ui/AppButton.vue';

it.each<{ tip?: string }>([{}, { tip: 'More of it' }])(
  'takes the styles of who uses it, with %o',
  (props) => {
    const User = defineComponent({
      __scopeId: 'data-v-user',
      render: () =>
        h(
          'div',
          h(AppButton, { class: 'action', ...props }, () => 'Go'),
        ),
    });
    const button = mount(User, { attachTo: document.body }).get('button');
    expect(button.classes()).toContain('action');
    expect(button.attributes()).toHaveProperty('data-v-user');
  },
);
