import { lanes, type Lane } from '@contract/budget';
import { printResult } from '../print-result';
import { saturate, type SaturationFigures } from './saturation';
import { seeded } from '../seeded';

/** How much of the request budget a saturated app makes use of, and whether it ever breaks it. */

const SEED = 1;

/** The app is killed three times in the ten minutes. */
const RESTARTS = [95_000, 251_000, 433_000];

const MINUTE_AIM = 47;
const WINDOW_AIM = 50;

const mixes: [name: string, busy: readonly Lane[]][] = [
  ['every lane at once', lanes],
  ...lanes.map((lane): [string, Lane[]] => [`${lane} alone`, [lane]]),
];

async function measure(latency: number): Promise<Record<string, SaturationFigures>> {
  const figures: Record<string, SaturationFigures> = {};
  for (const [name, busy] of mixes) {
    const fraction = seeded(SEED);
    figures[name] = await saturate({ latency, busy, restarts: RESTARTS, fraction });
    const { admittedPerMinute, maxPer60s } = figures[name];
    console.error(
      `${latency} ms, ${name}: ${admittedPerMinute.toFixed(2)} a minute, at most ${maxPer60s}`,
    );
  }
  return figures;
}

const near = await measure(200);
const far = await measure(2_000);
const all = [...Object.values(near), ...Object.values(far)];

printResult('budget', {
  aims: {
    // The worst mix counts, at 0.2 s; no window of any mix or latency may hold more.
    admittedPerMinute: Math.min(...Object.values(near).map((mix) => mix.admittedPerMinute)),
    maxPer60s: Math.max(...all.map((mix) => mix.maxPer60s)),
  },
  figures: {
    targets: { admittedPerMinute: `>= ${MINUTE_AIM}`, maxPer60s: `<= ${WINDOW_AIM}` },
    seed: SEED,
    restarts: RESTARTS.length,
    starved: all.flatMap((mix) => mix.starved).length,
    'latency 0.2 s': near,
    'latency 2 s': far,
  },
});
