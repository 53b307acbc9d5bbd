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

  it('goes back to the screen that one came from, where the next could not be loaded', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const works = () => h('p', 'works');
    const { $router } = (await render(Page, { props: { screen: works } })).vm;
    const component = () => Promise.reject(new Error('gone'));
    $router.addRoute({ path: '/unloaded', component });
    await expect($router.push('/unloaded')).rejects.toThrow('gone');
    await flushPromises();
    expect(textOnPage()).toContain('This screen ran into a problem');
    await $router.push('/map');
    await flushPromises();
    expect(textOnPage()).toContain('works');
    expect(textOnPage()).not.toContain('ran into a problem');
  });
});
