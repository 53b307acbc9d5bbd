import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Announcement } from '@contract/alerts';
import { judgeFix, type ZoneState } from '@contract/rules/zone-judge';
import { ZoneIndex } from '@core/zones/zone-index';
import { depot, entersDepot, leavesDepot, openHouse, tooFast, vehicleId } from './alert-house';

const v = vehicleId(1);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Degrees of longitude of a meter on the equator. */
const METER = 1 / 111_195;

/** Where a vehicle is when it reports: meters east of the date line, within and around the depot. */
const report = fc.record({
  kind: fc.constant('report' as const),
  east: fc.integer({ min: -1_500, max: 1_500 }),
  north: fc.integer({ min: -600, max: 600 }),
  speed: fc.constantFrom(40, 79, 90),
});
const step = fc.oneof(
  { weight: 6, arbitrary: report },
  // The service tells an older report, or the same once more.
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('late' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('again' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('jump' as const) }) },
);
const kill = fc.oneof(
  fc.record({ kind: fc.constant('kill' as const) }),
  // The app is killed after it has judged a report, before or after that is kept and announced.
  fc
    .tuple(report, fc.integer({ min: 0, max: 3 }))
    .map(([each, writes]) => ({ ...each, writes, kind: 'killed-report' as const })),
);

/** Minutes for which rules rest; there is a report a minute. */
const rests = fc.constantFrom(0, 3);

interface Place {
  east: number;
  north: number;
  speed: number;
}

/** A report as it was told. */
interface Told {
  at: number;
  longitude: number;
  latitude: number;
  speed: number;
}

/** Plays a schedule and answers the alerts that are kept, the first one first. */
async function play(
  schedule: readonly (
    | (Place & { kind: 'report' })
    | (Place & { kind: 'killed-report'; writes: number })
    | { kind: 'late' | 'again' | 'restart' | 'jump' | 'kill' }
  )[],
  restMinutes: number,
) {
  const { begin, clock, fleet, kept, store, told, world } = await openHouse();
  let mortal = { writesLeft: Infinity };
  const start = async () => {
    const own = (mortal = { writesLeft: Infinity });
    world.store = {
      ...store,
      commit: (changes) => {
        own.writesLeft -= 1;
        return own.writesLeft < 0 ? new Promise(() => undefined) : store.commit(changes);
      },
    };
    return begin();
  };
  let run = await start();
  await run.zones.save([depot]);
  for (const rule of [entersDepot, leavesDepot, tooFast]) {
    await run.alerts.saveRule({ ...rule, restMinutes });
  }
  const reports: Told[] = [];
  const began = clock.now();
  let ahead = 0;
  for (const each of schedule) {
    await clock.advance(MINUTE);
    const [before, last] = reports.slice(-2);
    switch (each.kind) {
      case 'report':
      case 'killed-report': {
        const longitude = 180 + each.east * METER;
        const said = {
          at: clock.now() - ahead,
          longitude: longitude > 180 ? longitude - 360 : longitude,
          latitude: each.north * METER,
          speed: each.speed,
        };
        reports.push(said);
        if (each.kind === 'killed-report') mortal.writesLeft = each.writes;
        fleet.look(v, said);
        if (each.kind === 'report') break;
        await clock.advance(0);
        mortal.writesLeft = 0;
        run.zones.stop();
        run = await start();
        break;
      }
      case 'late':
        if (before && last) fleet.look(v, { ...before, speed: 200, longitude: 0 });
        break;
      case 'again':
        if (last) fleet.look(v, last);
        break;
      case 'jump':
        ahead = ahead === 0 ? 5 * HOUR : 0;
        clock.setWallClock(began + clock.monotonic() + ahead);
        break;
      case 'restart':
        run.zones.stop();
        await run.alerts.stop();
        run = await start();
        break;
      case 'kill':
        mortal.writesLeft = 0;
        run.zones.stop();
        run = await start();
        break;
    }
  }
  await kept();
  // Groups and summaries wait for more.
  await clock.advance(5 * MINUTE);
  return { alerts: await kept(), reports, told };
}

/** Which alerts were announced, in order; a summary that is told again takes the place of itself. */
function announced(told: readonly Announcement[]): string[] {
  const ids = new Map<string, Set<string>>();
  for (const { id, kind, alerts, count } of told) {
    expect(alerts).toHaveLength(count);
    if (kind !== 'summary') expect(ids.has(id)).toBe(false);
    ids.set(id, new Set([...(ids.get(id) ?? []), ...alerts.map((alert) => alert.id)]));
  }
  return [...ids.values()].flatMap((each) => [...each]).sort();
}

/** What the reports alone say, judged in one go. */
function expected(reports: readonly Told[], restMinutes: number): string[] {
  const rest = restMinutes * MINUTE;
  const index = new ZoneIndex();
  index.set(depot);
  let state: ZoneState | null = null;
  let isFast = false;
  /** When a zone was crossed last each way, and when the vehicle was slow again. */
  const last = { entered: -Infinity, left: -Infinity, slow: -Infinity };
  const found: { at: number; what: string }[] = [];
  for (const { at, longitude, latitude, speed } of reports) {
    const judged: ReturnType<typeof judgeFix> = judgeFix(state, { at, longitude, latitude }, index);
    state = judged.state;
    for (const { kind, at: moment } of judged.crossings) {
      const what = `${kind === 'entered' ? 'in' : 'out'} ${String(moment)}`;
      if (moment - last[kind] >= rest) found.push({ at: moment, what });
      last[kind] = moment;
    }
    const wasFast = isFast;
    isFast = speed > 80 || (isFast && speed > 76);
    if (isFast && !wasFast && at - last.slow >= rest)
      found.push({ at, what: `fast ${String(at)}` });
    if (wasFast && !isFast) last.slow = at;
  }
  return found.map(({ what }) => what).sort();
}

describe('any schedule of reports, looks, restarts and clock jumps', () => {
  it('gives each crossing and each excess of speed once, and announces each once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), rests, async (schedule, rest) => {
        const { alerts, reports, told } = await play(schedule, rest);
        const found = alerts.map(({ ruleId, at }) => `${ruleId} ${String(at)}`).sort();
        expect(found).toEqual(expected(reports, rest));
        expect(announced(told)).toEqual(alerts.map(({ id }) => id).sort());
      }),
      { numRuns: 40 },
    );
  });

  it('with kills gives and announces no crossing twice and loses none: they come by turns', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 4, arbitrary: step }, { weight: 1, arbitrary: kill }), {
          maxLength: 25,
        }),
        rests,
        async (schedule, rest) => {
          const { alerts, reports, told } = await play(schedule, rest);
          expect(announced(told)).toEqual(alerts.map(({ id }) => id).sort());
          expect(new Set(alerts.map(({ id }) => id)).size).toBe(alerts.length);
          const turns = alerts.filter(({ kind }) => kind !== 'speed').map(({ ruleId }) => ruleId);
          // What is told after a rest may be the same way as the time before.
          if (rest === 0) {
            turns.forEach((turn, index) => {
              if (index > 0) expect(turn).not.toBe(turns[index - 1]);
            });
          }
          const found = alerts.map(({ ruleId, at }) => `${ruleId} ${String(at)}`).sort();
          expect(found).toEqual(expected(reports, rest));
        },
      ),
      { numRuns: 40 },
    );
  });
});
