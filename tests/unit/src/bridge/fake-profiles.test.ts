import { expect, it } from 'vitest';
import { connectionProfileSchema, profileOfferSchema } from '@contract/profile';
import { defaultProfile } from '@core/service/profile';
import { optionalOperationNames } from '@core/service/operations';
import { createFakePreload } from '@/bridge/fake';

const id = 'transportes-clara';

it('answers what the contract promises of service profiles', async () => {
  const { profile } = createFakePreload();
  const offer = await profile.import(id);
  expect(offer.ok).toBe(true);
  const { offerId } = profileOfferSchema.parse(offer.ok ? offer.data : null);
  for (const answer of [
    await profile.view(id),
    await profile.accept(offerId),
    await profile.confirm(id),
    await profile.reset(id),
  ]) {
    expect(answer.ok).toBe(true);
    if (answer.ok) expect(connectionProfileSchema.parse(answer.data)).toEqual(answer.data);
  }
});

it('has the built-in profile of the app itself', async () => {
  const answer = await createFakePreload().profile.view(id);
  if (!answer.ok) throw new Error(answer.error.message);
  const { name, version, tracking, optionalOperations } = answer.data;
  expect({ name, version, tracking }).toEqual({
    name: defaultProfile.name,
    version: defaultProfile.version,
    tracking: defaultProfile.tracking,
  });
  expect(optionalOperations.map(({ operation }) => operation)).toEqual(optionalOperationNames);
});
