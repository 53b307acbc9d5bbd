import { expect, it } from 'vitest';
import { axeFaults, control, textOnPage } from '../../render';
import { page, press } from './sign-in-page';

const held = { code: 'store-damaged', message: 'EBUSY: resource busy' } as const;

it('data that could not be erased at the sign-out are told of until they are', async () => {
  await page({ store: { phase: 'closed', error: held } });
  expect(textOnPage()).toContain('The cached data could not be erased');
  expect(textOnPage()).not.toContain('Your data can’t be read');
  expect(control('Sign in')).toBeDefined();
  expect(await axeFaults()).toEqual([]);
  await press('Try again');
  expect(textOnPage()).not.toContain('The cached data could not be erased');
});

it('nothing is told of a store that is closed, or that opens for a sign-in', async () => {
  await page({ store: { phase: 'closed' } });
  expect(textOnPage()).not.toContain('could not be erased');
});
