import { describe, expect, it } from 'vitest';
import { FirstRound } from '@core/tracking/first-round';
import { VirtualClock } from '../virtual-clock';
import { HOUR, ids, MINUTE, SECOND, TrackedFleet, attention } from './tracked-fleet';

const nobody = (): string[] => [];

describe('the first round', () => {
  it('is under way until every vehicle that nothing was known of was looked at', () => {
    const round = new FirstRound({ clock: new VirtualClock() });
    round.start();
    expect(round.isUnderWay(nobody)).toBe(false);
    round.add('one', false);
    round.add('two', false);
    expect(round.looked('one')).toBe(true);
    expect(round.looked('one')).toBe(false);
    expect(round.isUnderWay(nobody)).toBe(true);
    round.remove('two');
    expect(round.isUnderWay(nobody)).toBe(false);
    expect(round.unseen).toBe(0);
  });

  it('asks only for what is watched where an earlier run saw the vehicles', () => {
    const round = new FirstRound({ clock: new VirtualClock() });
    round.start();
    round.add('one', true);
    round.add('two', false);
    round.recall('two');
    expect(round.isUnderWay(nobody)).toBe(false);
    expect(round.isUnderWay(() => ['two'])).toBe(true);
    expect(round.looked('two')).toBe(false);
    expect(round.isUnderWay(() => ['two'])).toBe(false);
  });

  it('ends after 20 minutes, whatever never answers', async () => {
    const clock = new VirtualClock();
    const round = new FirstRound({ clock });
    round.start();
    round.add('one', false);
    await clock.advance(20 * MINUTE);
    expect(round.isUnderWay(nobody)).toBe(true);
    await clock.advance(SECOND);
    expect(round.isUnderWay(nobody)).toBe(false);
  });
});

describe('the map', () => {
  it('is filled before people and drivers are listed that nobody asked for', async () => {
    const tracked = await TrackedFleet.open();
    const { clock, service, kept } = tracked;
    service.on('userAssociations.list', () => ({ data: [] }));
    await tracked.start(60);
    const isFilled = (): boolean =>
      new Set(service.of('tracking.get').map(({ input }) => input['id'])).size === 60;
    while (!isFilled()) {
      expect(service.of('userAssociations.list')).toEqual([]);
      await clock.advance(SECOND);
    }
    kept.associations.complete('users', true);
    await clock.advance(MINUTE);
    expect(service.of('userAssociations.list')).toHaveLength(60);
    tracked.stop();
  });

  it('keeps nobody waiting who wants the lists, or who sees all that is watched', async () => {
    const first = await TrackedFleet.open();
    first.service.on('userAssociations.list', () => ({ data: [] }));
    await first.start(200);
    await first.clock.advance(MINUTE);
    expect(first.service.of('userAssociations.list')).toEqual([]);
    first.kept.associations.complete('users', true);
    await first.clock.advance(MINUTE);
    expect(first.service.of('userAssociations.list')).toHaveLength(200);
    await first.clock.advance(HOUR);
    first.stop();
    const again = await TrackedFleet.open(first.clock, first.kept.store);
    again.live.attend(1, attention({ onScreen: ids(1, 10) }));
    await again.start(200);
    await again.clock.advance(MINUTE);
    expect(again.live.snapshot().vehicles).toHaveLength(200);
    // A newcomer's lists are missing, and the ten on the screen were looked at.
    again.count = 201;
    again.kept.records.sync('vehicles');
    again.service.on('userAssociations.list', () => ({ data: [] }));
    await again.clock.advance(2 * MINUTE);
    expect(again.service.of('userAssociations.list')).toHaveLength(1);
    again.stop();
  });
});
