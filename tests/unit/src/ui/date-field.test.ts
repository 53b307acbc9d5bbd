import { beforeEach, describe, expect, it, vi } from 'vitest';
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

describe('the calendar of a field for a date', () => {
  const today = '2026-11-25';

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 25, 15) });
    return () => vi.useRealTimers();
  });

  const days = () => [
    ...document.querySelectorAll<HTMLElement>('[data-reka-calendar-cell-trigger]'),
  ];
  const day = (name: string) =>
    days().find((each) => each.getAttribute('aria-label')?.includes(name));
  const heading = () => document.querySelector('.heading')?.textContent;

  async function field(modelValue: string) {
    const wrapper = await render(DateField, {
      props: {
        ...{ label: 'Due date', today, modelValue },
        'onUpdate:modelValue': (value: string) => wrapper.setProps({ modelValue: value }),
      },
    });
    return wrapper;
  }

  async function openCalendar(wrapper: Awaited<ReturnType<typeof field>>) {
    await wrapper.get('[aria-label="Choose a day: Due date"]').trigger('click');
    await flushPromises();
  }

  async function turn(label: string) {
    document.querySelector<HTMLElement>(`[aria-label="${label}"]`)?.click();
    await flushPromises();
  }

  it('chooses a day with the mouse, by months and by years', async () => {
    const wrapper = await field('2026-12-31');
    await openCalendar(wrapper);
    expect(heading()).toBe('December 2026');
    await turn('Next year');
    expect(heading()).toBe('December 2027');
    await turn('Previous year');
    await turn('Next month');
    expect(heading()).toBe('January 2027');
    day('January 4, 2027')?.click();
    await flushPromises();
    expect(wrapper.emitted('update:modelValue')?.at(-1)).toEqual(['2027-01-04']);
    expect(wrapper.get('input').element.value).toBe('01/04/2027');
    expect(days(), 'it closes').toEqual([]);
  });

  it('opens at today where no date is entered, also for Alt+Down in the field', async () => {
    const wrapper = await field('soon');
    await wrapper.get('input').trigger('keydown', { key: 'ArrowDown', altKey: true });
    await flushPromises();
    expect(heading()).toBe('November 2026');
    expect(document.activeElement?.getAttribute('aria-label')).toContain('November 25, 2026');
    expect(wrapper.emitted('update:modelValue')).toBeUndefined();
  });

  it('speaks the language in use', async () => {
    const wrapper = await field('2026-12-31');
    setLocale('pt-BR');
    await flushPromises();
    await wrapper.get('[aria-label="Escolher um dia: Due date"]').trigger('click');
    await flushPromises();
    expect(heading()).toBe('dezembro de 2026');
  });
});

it('Enter in a field for a date says at once that it is none', async () => {
  const wrapper = await render(DateField, {
    props: { label: 'Due date', modelValue: '31/12/2022', problem: 'Enter a valid date' },
  });
  expect(wrapper.text()).not.toContain('Enter a valid date');
  await wrapper.get('input').trigger('keydown', { key: 'Enter' });
  expect(wrapper.text()).toContain('Enter a valid date');
});
