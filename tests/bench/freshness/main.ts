import type { Claim } from '@core/tracking/freshness-scheduler';
import { crowdFactors, weigh } from '@core/tracking/interest';
import { printResult } from '../print-result';
import { seeded } from '../seeded';
import { watch, type Watch, type WatchFigures } from './watch';

/**
 * How fresh a day of looks keeps fleets of 60 to 2,000 vehicles, against the least weighted age
 * that as many looks allow, (Σ√w)²/2R, and against equal turns.
 */

const SEED = 1;
const RATIO_AIM = 1.05;
const WINDOW_AIM = 50;
/** Of 48 requests a minute, what a busy office takes for other things. */
const OTHERS = 48 * 0.3;

const same = (count: number, weight: number): Claim[] =>
  Array.from({ length: count }, () => ({ weight, interval: 0 }));

const zipf = (count: number): Claim[] =>
  Array.from({ length: count }, (_, index) => ({ weight: 1000 / (index + 1), interval: 0 }));

/** A fleet of which some are shown and others on alert, in a row each; every third vehicle moves. */
function office(
  count: number,
  shown: number,
  { from = 0, onAlert = 0 }: { from?: number; onAlert?: number } = {},
): Claim[] {
  const sizes = { unseen: 0, 'on-screen': shown, 'off-screen': count - shown };
  const factors = crowdFactors(sizes);
  return Array.from({ length: count }, (_, index) => {
    const { group, weight } = weigh({
      onScreen: (index - from + count) % count < shown,
      selected: false,
      followed: false,
      moving: index % 3 === 0,
      pinned: false,
      unseen: false,
      onAlert: (index - shown + count) % count < onAlert,
    });
    return { weight: weight * factors[group] ** 2, interval: 0 };
  });
}

/** A view that jumps somewhere else each minute. */
function jumping(count: number, shown: number): Pick<Watch, 'claims' | 'view'> {
  const fraction = seeded(SEED);
  const view = (): Claim[] => office(count, shown, { from: Math.floor(fraction() * count) });
  return { claims: view(), view };
}

const important = [...same(5, 50), ...same(95, 1)];

/** One request in twenty fails, by chance, from a fixed seed. */
function oneInTwenty(): () => boolean {
  const fraction = seeded(SEED);
  return () => fraction() < 0.05;
}

const cases: [name: string, terms: Watch][] = [
  ['60 alike', { claims: same(60, 1) }],
  ['100, of which 5 matter much', { claims: important }],
  ['300 by Zipf', { claims: zipf(300) }],
  ['500, 25 on screen', { claims: office(500, 25) }],
  ['500, 25 on screen, 12 on alert', { claims: office(500, 25, { onAlert: 12 }) }],
  ['2,000 alike', { claims: same(2_000, 1) }],
  ['2,000, 100 on screen', { claims: office(2_000, 100) }],
  ['100, of which 5 matter much, at 2 s', { claims: important, latency: 2_000 }],
  ['500, 25 on screen, 5 % fail', { claims: office(500, 25), fails: oneInTwenty() }],
  ['500, 25 on screen, others take 30 %', { claims: office(500, 25), others: OTHERS }],
  [
    '500, 25 on screen, 5 % fail, others take 30 %',
    { claims: office(500, 25), fails: oneInTwenty(), others: OTHERS },
  ],
  ['500, 25 on screen, a person at work', { claims: office(500, 25), atWork: 10 }],
  ['500, 25 on screen, a person now and then', { claims: office(500, 25), atWork: 2 }],
  ['60, the view jumps', jumping(60, 15)],
  ['500, the view jumps', jumping(500, 25)],
  ['2,000, the view jumps', jumping(2_000, 100)],
];

const figures: Record<string, WatchFigures> = {};
for (const [name, terms] of cases) {
  const found = await watch(terms);
  figures[name] = found;
  console.error(
    `${name}: ${found.ratio.toFixed(3)} × the least, equal turns ${found.roundRobin.toFixed(2)} ×,` +
      ` ${found.looksPerMinute.toFixed(1)} looks a minute` +
      ` (${(100 * found.positionShare).toFixed(0)} % of the budget), at most ${found.maxPer60s} requests,` +
      ` oldest ${found.oldest.toFixed(0)} min, ${found.avoidableCapMisses} avoidable`,
  );
}
const all = Object.values(figures);

printResult('freshness', {
  aims: {
    worstRatioToBound: Math.max(...all.map(({ ratio }) => ratio)),
    maxPer60s: Math.max(...all.map(({ maxPer60s }) => maxPer60s)),
    avoidableCapMisses: all.reduce((sum, { avoidableCapMisses }) => sum + avoidableCapMisses, 0),
  },
  figures: {
    targets: {
      worstRatioToBound: `<= ${RATIO_AIM}`,
      maxPer60s: `<= ${WINDOW_AIM}`,
      avoidableCapMisses: '0',
    },
    seed: SEED,
    hours: 24,
    ...figures,
  },
});
