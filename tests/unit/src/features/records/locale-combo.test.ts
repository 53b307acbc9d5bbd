import { flushPromises } from '@vue/test-utils';
import { describe, expect, it } from 'vitest';
import LocaleCombo from '@/features/records/LocaleCombo.vue';
import { render } from '../../render';

async function field(modelValue: string) {
  const wrapper = await render(LocaleCombo, { props: { label: 'Language', modelValue } });
  await flushPromises();
  const input = wrapper.get('input');
  return {
    wrapper,
    input,
    async search(text: string) {
      await input.setValue(text);
      await flushPromises();
      const all = [...document.querySelectorAll('[role=option]')];
      return all.map((each) => each.textContent.replace(/\s+/g, ' ').trim());
    },
  };
}

describe('the language of a user', () => {
  it('has its name in whatever form the service writes its code, and is offered once', async () => {
    const { input, search } = await field('pt_BR');
    expect(input.element.value).toBe('Brazilian Portuguese');
    expect(await search('braz')).toEqual([expect.stringMatching(/^Brazilian Portuguese ?pt_BR$/)]);
  });

  it('is no word that names none', async () => {
    const { search } = await field('es');
    expect(await search('fiat')).toEqual([]);
  });

  it('can be one that is not in the list, by its code', async () => {
    const { search } = await field('es');
    expect(await search('fi')).toContainEqual(expect.stringMatching(/^Finnish ?fi$/));
  });

  it('stays what it is where nobody knows the code', async () => {
    const { input } = await field('house-style-9');
    expect(input.element.value).toBe('house-style-9');
  });
});
