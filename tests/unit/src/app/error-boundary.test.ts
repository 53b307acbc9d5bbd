import { flushPromises } from '@vue/test-utils';
import { describe, expect, it, vi } from 'vitest';
import { defineComponent, h } from 'vue';
import ErrorBoundary from '@/app/ErrorBoundary.vue';
import { control, render, textOnPage } from '../render';

function Broken(): never {
  throw new Error('boom');
}

const Page = defineComponent({
  props: { screen: { type: Function, required: true } },
  setup: (props) => () => h(ErrorBoundary, () => h(props.screen as () => never)),
});

describe('the error boundary', () => {
  it('shows a calm page instead of a broken screen, until another screen is opened', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const wrapper = await render(Page, { props: { screen: Broken } });
    await flushPromises();
    expect(textOnPage()).toContain('This screen ran into a problem');
    expect(textOnPage()).toContain('boom');
    expect(control('Reload')).toBeDefined();

    await wrapper.setProps({ screen: () => h('p', 'works') });
    await wrapper.vm.$router.push('/settings');
    await flushPromises();
    expect(textOnPage()).toContain('works');
    expect(textOnPage()).not.toContain('ran into a problem');
  });
});
