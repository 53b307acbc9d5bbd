import { describe, expect, it } from 'vitest';
import DateField from '@/ui/DateField.vue';
import { datePattern, readDate, writeDate } from '@/ui/date-text';
import { setLocale } from '@/i18n/i18n';
import { flushPromises } from '@vue/test-utils';
import { render } from '../render';

describe('a typed date', () => {
  it.each([
    ['en-US', '02291988'],
    ['en-US', '02/29/1988'],
    ['en-US', '2-29-1988'],
    ['en-GB', '29021988'],
    ['pt-BR', '29021988'],
    ['pt-BR', '29/02/1988'],
    ['pt-BR', '29.2.1988'],
    ['es', '29021988'],
    ['es-MX', '29 02 1988'],
    ['en-CA', '19880229'],
    ['en-US', '1988-02-29'],
    ['pt-BR', '1988-02-29'],
    ['es', ' 1988/2/29 '],
  ])('is February 29, 1988 in %s: %s', (locale, text) => {
    expect(readDate(text, locale)).toBe('1988-02-29');
  });

  it.each([
    ['en-US', '02291987'],
    ['en-US', '29021988'],
    ['pt-BR', '02291988'],
    ['pt-BR', '31/04/1990'],
    ['es', '29/02/88'],
    ['en-US', '0229'],
    ['en-US', '13/01/1990'],
    ['en-US', '00/00/0000'],
    ['en-US', '02/29/0088'],
    ['en-US', 'yesterday'],
    ['en-US', ''],
  ])('is no other date where it is none, in %s: %s', (locale, text) => {
    expect(readDate(text, locale)).toBeNull();
  });

  it('is written in the order of the place', () => {
    expect(writeDate('1988-02-29', 'en-US')).toBe('02/29/1988');
    expect(writeDate('1988-02-29', 'pt-BR')).toBe('29/02/1988');
    expect(writeDate('1988-02-30', 'en-US')).toBe('1988-02-30');
    expect(datePattern('pt-BR', { year: 'AAAA', month: 'MM', day: 'DD' })).toBe('DD/MM/AAAA');
  });
});

describe('a field for a date', () => {
  async function field(modelValue = '') {
    const wrapper = await render(DateField, {
      props: {
        ...{ label: 'Birth date', modelValue },
        'onUpdate:modelValue': (value: string) => wrapper.setProps({ modelValue: value }),
      },
    });
    return { wrapper, input: wrapper.get('input') };
  }

  /** As at a keyboard: one letter after the other. */
  async function typeInto(input: HTMLInputElement, text: string) {
    for (const letter of text) {
      input.value += letter;
      input.dispatchEvent(new Event('input', { bubbles: true }));
      await flushPromises();
    }
  }

  it('takes digits typed straight through: 02291988 is February 29, 1988', async () => {
    const { wrapper, input } = await field();
    expect(input.attributes('placeholder')).toBe('MM/DD/YYYY');
    await typeInto(input.element, '02291988');
    expect(wrapper.emitted('update:modelValue')?.at(-1)).toEqual(['1988-02-29']);
    expect(input.element.value).toBe('02291988');
    await input.trigger('blur');
    expect(input.element.value).toBe('02/29/1988');
    setLocale('pt-BR');
    await flushPromises();
    expect(input.element.value).toBe('29/02/1988');
  });

  it('hands on what is no date as it was typed, so that it is told and not saved', async () => {
    const { wrapper, input } = await field('1990-01-31');
    input.element.value = '';
    await typeInto(input.element, '02301988');
    await input.trigger('blur');
    expect(wrapper.emitted('update:modelValue')?.at(-1)).toEqual(['02301988']);
    expect(input.element.value).toBe('02301988');
  });
});
