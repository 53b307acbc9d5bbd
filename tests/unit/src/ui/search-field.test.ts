import { mount } from '@vue/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import SearchField from '@/ui/SearchField.vue';

let mounted: ReturnType<typeof mount> | undefined;
afterEach(() => mounted?.unmount());

/** The field in the page, with its input; `list` takes the focus when the field is left. */
function field(words: string, list?: HTMLElement) {
  const wrapper = mount(SearchField, {
    attachTo: document.body,
    props: {
      ...{ label: 'Search vehicles', clearLabel: 'Clear', modelValue: words },
      'onUpdate:modelValue': (modelValue: string) => void wrapper.setProps({ modelValue }),
      ...(list && {
        onLeave: () => {
          list.focus();
        },
      }),
    },
  });
  mounted = wrapper;
  const input = wrapper.get('input');
  input.element.focus();
  return input;
}

describe('a search field', () => {
  it('is emptied by Escape first, and left for the list then', async () => {
    const list = document.createElement('ul');
    list.tabIndex = 0;
    document.body.append(list);
    const input = field('abc', list);
    await input.trigger('keydown', { key: 'Escape' });
    expect(input.element.value).toBe('');
    expect(document.activeElement).toBe(input.element);
    await input.trigger('keydown', { key: 'Escape' });
    expect(document.activeElement).toBe(list);
    list.remove();
  });

  it('is left all the same where no list takes the focus, so that single keys work', async () => {
    const input = field('');
    await input.trigger('keydown', { key: 'Escape' });
    expect(document.activeElement).toBe(document.body);
  });
});
