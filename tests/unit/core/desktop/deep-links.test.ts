import { describe, expect, it } from 'vitest';
import { DeepLinks } from '@core/desktop/deep-links';
import { VirtualClock } from '../virtual-clock';

const link = (n: number) => `fleetdesk://vehicle/${String(n).padStart(15, 'v')}`;

function build() {
  const clock = new VirtualClock();
  const seen: string[] = [];
  const links = new DeepLinks({
    clock,
    ask: (asked) => seen.push(asked.screen === 'vehicle' ? asked.id.replaceAll('v', '') : '?'),
    refuse: (fault) => seen.push(fault),
  });
  return { clock, seen, links };
}

describe('links into the app', () => {
  it('load one screen in two seconds, the last that was asked for meanwhile', async () => {
    const { clock, seen, links } = build();
    for (const n of [1, 2, 3]) links.receive(link(n));
    expect(seen).toEqual(['1']);
    await clock.advance(1_999);
    expect(seen).toEqual(['1']);
    await clock.advance(1);
    expect(seen).toEqual(['1', '3']);
    links.receive(link(4));
    await clock.advance(2_000);
    expect(seen).toEqual(['1', '3', '4']);
  });

  it('that can’t be followed are told about no more often', async () => {
    const { clock, seen, links } = build();
    for (let n = 0; n < 50; n += 1) links.receive('fleetdesk://vehicle/<b>');
    await clock.advance(1_999);
    expect(seen).toEqual(['unknown']);
  });

  it('that can’t be read push no good one out that waits', async () => {
    const { clock, seen, links } = build();
    links.receive(link(1));
    links.receive(link(2));
    links.receive('fleetdesk://vehicle/<b>');
    await clock.advance(10_000);
    expect(seen).toEqual(['1', '2']);
  });

  it('are not followed once the app ends, even the first one', () => {
    const { seen, links } = build();
    links.close();
    links.receive(link(1));
    expect(seen).toEqual([]);
  });

  it('that wait are not followed once the app ends', async () => {
    const { clock, seen, links } = build();
    links.receive(link(1));
    links.receive(link(2));
    links.close();
    await clock.advance(10_000);
    expect(seen).toEqual(['1']);
  });
});
