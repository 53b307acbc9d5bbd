import { expect, vi } from 'vitest';
import { defineComponent, h } from 'vue';
import UnsavedDialog from '@/app/UnsavedDialog.vue';
import ProfileSection from '@/features/settings/service-profile/ProfileSection.vue';
import type { OfficeOptions } from '../../../../../mocked-main/office';
import { control, render, settled, theOffice } from '../../../render';

/** The file that the person chooses. */
export const profileFile = {
  version: 1,
  name: 'Vila Clara 2026',
  limits: { perMinute: 120 },
  publicKey: { place: 'query' },
  errors: { rateStatuses: [429, 503] },
  tracking: { speed: { unit: 'm/s' } },
  operations: { 'trajectories.data': { path: '/v3/vehicles/{id}/trajectories/detail' } },
  optionalOperations: { 'enterprises.list': {} },
};

/** The section and the question about what is not saved, which belongs to the whole app. */
const framed = defineComponent(() => () => [h(ProfileSection), h(UnsavedDialog)]);

export async function section(office: OfficeOptions = {}, at = '/settings'): Promise<void> {
  await render(framed, { office: { profile: {}, profileFile, ...office }, at });
  await answered();
}

/** Waits for calls that read or write a file. */
export async function answered(): Promise<void> {
  await vi.waitFor(async () => {
    await settled();
    expect(theOffice().main.ipc.underWay).toBe(0);
  });
  await settled();
}

export async function press(name: string): Promise<void> {
  control(name, 'button').click();
  await answered();
}

export const dialog = () => document.querySelector('[role=dialog]');
export const alert = () => document.querySelector('[role=alert]');
export const rows = () =>
  [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent.trim()),
  );
export const heading = () => document.querySelector('h3')?.textContent.trim();
