import type { OfficeOptions } from '../../../../mocked-main/office';
import Page from '@/features/sign-in/Page.vue';
import { control, render, settled, type } from '../../render';

/** A machine on which nobody has signed in yet. */
export const newcomer = {
  connections: { connections: [], preselected: null },
  account: { publicKey: '', username: 'ana' },
} satisfies OfficeOptions;

/** Everything that a new connection needs, by the labels of its fields. */
export const whole = {
  'Base URL': 'https://fleet.example.com/v2',
  Username: 'ana',
  Password: 'secret',
};

/** Opens the page while nobody is signed in. */
export async function page(office: OfficeOptions = {}): Promise<void> {
  await render(Page, { office: { signedIn: false, ...office } });
  await settled();
}

/** Presses a button by its name. */
export async function press(name: string): Promise<void> {
  control(name).click();
  await settled();
}

/** Types into fields by their labels. */
export async function fill(fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) type(label, text);
  await settled();
}
