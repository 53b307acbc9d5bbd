import { flushPromises } from '@vue/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import { setLocale } from '@/i18n/i18n';
import NumberField from '@/ui/NumberField.vue';
import { readNumber, writeNumber } from '@/ui/number-text';
import { render } from '../render';

describe('a number that a person types', () => {
  it.each([
    ['en', '1,500', '1500'],
    ['en', '1500', '1500'],
    ['en', '1,234,567.25', '1234567.25'],
    ['en', '2.5', '2.5'],
    ['en', '-2.5', '-2.5'],
    ['pt-BR', '1.500', '1500'],
    ['pt-BR', '12,5', '12.5'],
    ['pt-BR', '1.234.567,25', '1234567.25'],
    ['pt-BR', '5.5', '5.5'],
    ['es', '1.500', '1500'],
    ['es', ' 12,5 ', '12.5'],
  ])('in %s as %s is %s', (locale, typed, plain) => {
    expect(readNumber(typed, locale)).toBe(plain);
  });

  it.each([
    ['en', '2,5'],
    ['en', '1,50'],
    ['en', '1500,000'],
    ['en', ',500'],
    ['en', '1.2.3'],
    ['pt-BR', '1,2,3'],
    ['pt-BR', '12,'],
    ['es', 'muchas'],
    ['es', ''],
  ])('in %s as %s is none', (locale, typed) => {
    expect(readNumber(typed, locale)).toBeNull();
  });
});

describe('a number for a person', () => {
  it.each([
    ['en', '5.5', '5.5'],
    ['pt-BR', '5.5', '5,5'],
    ['es', '-1500.25', '-1500,25'],
    ['pt-BR', 'many', 'many'],
    ['pt-BR', '', ''],
  ])('is written in %s: %s as %s, and read back', (locale, plain, written) => {
    expect(writeNumber(plain, locale)).toBe(written);
    expect(readNumber(written, locale) ?? written).toBe(plain);
  });
});

afterEach(() => {
  setLocale('en');
});

describe('a field for a number', () => {
  async function field(first: string) {
    const taken = { value: first };
    const wrapper = await render(NumberField, {
      props: {
        ...{ label: 'Hours', modelValue: first },
        'onUpdate:modelValue': (value: string) => {
          taken.value = value;
          return wrapper.setProps({ modelValue: value });
        },
      },
    });
    return { taken, input: wrapper.get('input') };
  }

  it('takes "1,500" in English for 1500, and shows what it took', async () => {
    const { taken, input } = await field('');
    await input.setValue('1,500');
    expect(taken.value).toBe('1500');
    expect(input.element.value).toBe('1,500');
    await input.trigger('blur');
    expect(input.element.value).toBe('1500');
    await input.setValue('1,50');
    expect(taken.value, 'no number: the form refuses it').toBe('1,50');
  });

  it('shows a decimal comma where the language has one', async () => {
    const { taken, input } = await field('5.5');
    setLocale('pt-BR');
    await flushPromises();
    expect(input.element.value).toBe('5,5');
    await input.setValue('12,5');
    await input.trigger('blur');
    expect(taken.value).toBe('12.5');
    expect(input.element.value).toBe('12,5');
  });
});
