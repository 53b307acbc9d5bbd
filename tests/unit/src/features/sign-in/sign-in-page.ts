import { flushPromises } from '@vue/test-utils';
import type { FakeOptions } from '@/bridge/fake';
import Page from '@/features/sign-in/Page.vue';
import { control, render, type } from '../../render';

/** A machine on which nobody has signed in yet. */
export const newcomer = {
  connections: { connections: [], preselected: null },
} satisfies FakeOptions;

/** Everything that a new connection needs, by the labels of its fields. */
export const whole = {
  'Base URL': 'https://fleet.example.com/v2',
  Username: 'ana',
  Password: 'secret',
};

/** Opens the page while nobody is signed in. */
export async function page(fake: FakeOptions = {}): Promise<void> {
  await render(Page, { fake: { signedIn: false, ...fake } });
  await flushPromises();
}

/** Presses a button by its name. */
export async function press(name: string): Promise<void> {
  control(name).click();
  await flushPromises();
}

/** Types into fields by their labels. */
export async function fill(fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) type(label, text);
  await flushPromises();
}
