import { mkdir } from 'node:fs/promises';
import { fromAbsolute, toCalendarDate, type CalendarDate } from '@internationalized/date';
import type { LiveVehicle } from '@contract/fixes';
import type { Capabilities } from '@core/capabilities/capabilities';
import type { Service } from '@core/service/service';
import type { Workspace, SessionView } from '@core/workspace/workspace';
import type { Workspaces } from '@core/workspace/workspaces';
import { shootAlerts } from './alert-shots';
import { Camera, type CameraOptions } from './camera';
import { shootHelp } from './help-shots';
import { workForADay, type LeftOver } from './office-day';
import { shootMaps } from './map-shots';
import { shootOutbox } from './outbox-shots';
import { PageDriver, ShotsProblem } from './page-driver';
import { shootPermissions } from './permission-shots';
import { shootRecordParts } from './record-part-shots';
import { shootRecords } from './record-shots';
import { shootSettings } from './settings-shots';
import { shootZones } from './zone-shots';

/** What the pictures are taken of. */
export interface ShotsStage extends CameraOptions {
  session: SessionView;
  workspaces: Workspaces;
  service: Service;
  capabilities: Capabilities;
  /** The app's time of day, epoch milliseconds. */
  now(): number;
  /** Signs in to the demo fleet; null where it was not asked for. */
  startDemo: (() => Promise<unknown>) | null;
}

/** The map counts as filled after this time, ms, however few vehicles could be looked at. */
const fillAtMost = 170_000;
/** Progress is reported whenever so many more vehicles were looked at. */
const sayEvery = 12;
/** Between two looks at how full the map is, ms. */
const fillPause = 1_000;
/** So many new fixes of a followed vehicle are waited for. */
const fixesFollowed = 1;
/** A new fix of a followed vehicle comes within this time, ms, or the vehicle has stopped. */
const fixAtMost = 90_000;
/** The first moment worth a picture of a playing day: so fast, km/h. */
const cruising = 25;

/** Looks at every screen as a person would and writes what it sees to a folder. */
export async function takeShots(stage: ShotsStage): Promise<void> {
  const { folder, window, settings } = stage;
  const before = settings.state();
  const page = new PageDriver(window.webContents);
  const camera = new Camera(page, stage);
  await mkdir(folder, { recursive: true });
  await camera.setUp();
  try {
    await shootSignIn(stage, page, camera);
    await page.until('the map', '"__fleetdesk" in window && window.__fleetdesk.map !== undefined');
    await page.go('/map');
    await fillMap(stage);
    await shootMap(stage, page, camera);
    await shootMaps(page, camera);
    if (camera.wants('replay')) await shootReplay(stage, page, camera);
    await shootZones(page, camera, await stage.workspaces.get(), {
      mayDraw: isDemo(stage),
      meanwhile: () => shootAlertsOf(stage, page, camera),
    });
    await shootRecords(page, camera, await stage.workspaces.get());
    await shootRecordParts(page, camera, await stage.workspaces.get(), todayOf(stage));
    if (camera.wants('not-offered', 'refused')) await shootPermissionsOf(stage, page, camera);
    await shootSettings(page, camera);
    await shootHelp(page, camera);
    if (camera.wants('palette')) await shootPalette(stage, page, camera);
    if (camera.wants('outbox', 'deleted')) await shootOutbox(page, camera, await work(stage));
  } catch (fault) {
    // What stood in the way is often to be seen.
    await camera.picture('unfinished').catch(() => undefined);
    throw fault;
  } finally {
    await settings.update(before);
  }
  for (const name of stage.wanted.unknown()) stage.say(`no picture is called ${name}`);
  camera.complain();
}

/** The day it is at the connection. */
function todayOf({ session, now }: ShotsStage): CalendarDate {
  return toCalendarDate(fromAbsolute(now(), session.active()?.connection.timeZone ?? 'UTC'));
}

function isDemo({ session }: ShotsStage): boolean {
  return session.active()?.connection.isDemo === true;
}

async function shootAlertsOf(stage: ShotsStage, page: PageDriver, camera: Camera): Promise<void> {
  await shootAlerts(page, camera, await stage.workspaces.get(), {
    mayEnter: isDemo(stage),
    timeZone: stage.session.active()?.connection.timeZone ?? 'UTC',
  });
}

async function shootPermissionsOf(
  { workspaces, capabilities }: ShotsStage,
  page: PageDriver,
  camera: Camera,
): Promise<void> {
  const { vehicleId } = findMoving(await workspaces.get());
  await shootPermissions(page, camera, capabilities, vehicleId);
}

/** Nothing is ever entered except at the demo fleet, which forgets it. */
async function work(stage: ShotsStage): Promise<LeftOver | null> {
  const { session, workspaces, service, settings, say } = stage;
  if (!isDemo(stage)) return null;
  say('working a little at the demo fleet, so that its outbox holds something');
  const { username } = session.state();
  const workspace = await workspaces.get();
  const spared = findMoving(workspace).vehicleId;
  return workForADay({ workspace, service, settings, spared, username });
}

async function shootSignIn(stage: ShotsStage, page: PageDriver, camera: Camera): Promise<void> {
  const { session, startDemo } = stage;
  if (session.active() !== null) return;
  if (startDemo === null) {
    throw new ShotsProblem('Nobody is signed in. Add --demo, or sign in once before.');
  }
  await page.until(
    'the sign-in page',
    `[...document.querySelectorAll('button')].some((button) =>
      button.textContent.includes('Try the demo fleet'))`,
  );
  await camera.everyLook('sign-in');
  await startDemo();
}

/** Waits until every vehicle with a device was looked at once; says how far that is. */
async function fillMap({ workspaces, session, say }: ShotsStage): Promise<void> {
  const { fleet, live } = await workspaces.get();
  const perMinute = session.active()?.profile.limits.perMinute;
  const end = performance.now() + fillAtMost;
  let said = -1;
  for (;;) {
    const vehicles = live.snapshot().vehicles.filter(({ association }) => association !== 'none');
    const looked = vehicles.filter(({ lookedAt }) => lookedAt !== null).length;
    const isRead = fleet.snapshot().sync.phase === 'complete';
    const isFull = isRead && looked === vehicles.length && looked > 0;
    if (looked >= said + sayEvery || isFull) {
      const pace = `the service allows ${perMinute} requests a minute`;
      say(`looked at ${looked} of ${vehicles.length} vehicles: ${pace}`);
      said = looked;
    }
    if (isFull) return;
    if (performance.now() > end) {
      if (looked > 0) {
        say(`going on with ${looked} of ${vehicles.length} vehicles, after ${fillAtMost / 1000} s`);
        return;
      }
      throw new ShotsProblem('The service told no position, so there is no map to show.');
    }
    await new Promise((resolve) => setTimeout(resolve, fillPause));
  }
}

async function shootMap(stage: ShotsStage, page: PageDriver, camera: Camera): Promise<void> {
  const { workspaces } = stage;
  await page.until('the vehicles on the map', 'window.__fleetdesk.map().length > 0');
  await camera.everyLook('map');
  if (!camera.wants('map-card')) return;
  const { vehicleId } = findMoving(await workspaces.get());
  const plate = (await workspaces.get()).fleet.vehicle(vehicleId)?.plate ?? '';
  await page.fill('Filter', plate);
  await page.choose(plate);
  await page.fill('Filter', '');
  await page.press('Follow');
  await newFixes(await workspaces.get(), vehicleId, fixesFollowed);
  stage.say(`followed ${plate} over ${fixesFollowed} fixes`);
  await camera.everyLook('map-card');
}

/**
 * A vehicle on its way: of those that report often, which shows in the age of their fix when it was
 * looked at, the fastest, since it will still be moving in a minute.
 */
function findMoving({ live }: Workspace): LiveVehicle {
  const ageOf = ({ fix, lookedAt }: LiveVehicle) => (lookedAt ?? Infinity) - (fix?.at ?? 0);
  const moving = live
    .snapshot()
    .vehicles.filter(({ motion, connection }) => motion === 'moving' && connection === 'live')
    .sort((a, b) => ageOf(a) - ageOf(b));
  const [found] = moving
    .slice(0, Math.ceil(moving.length / 3))
    .sort((a, b) => (b.fix?.speed ?? 0) - (a.fix?.speed ?? 0));
  if (found === undefined) throw new ShotsProblem('No vehicle of this fleet is moving just now.');
  return found;
}

/** Waits until a vehicle has reported so many times more. */
async function newFixes({ live }: Workspace, vehicleId: string, wanted: number): Promise<void> {
  const fixAt = () =>
    live.snapshot().vehicles.find((vehicle) => vehicle.vehicleId === vehicleId)?.fix?.at;
  let [last, seen] = [fixAt(), 0];
  let release = () => undefined as unknown;
  try {
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        reject(new ShotsProblem('The followed vehicle reported nothing new.'));
      };
      let timer = setTimeout(giveUp, fixAtMost);
      const end = live.subscribe(() => {
        const now = fixAt();
        if (now === last) return;
        [last, seen] = [now, seen + 1];
        clearTimeout(timer);
        if (seen === wanted) resolve();
        else timer = setTimeout(giveUp, fixAtMost);
      });
      release = () => {
        clearTimeout(timer);
        end();
      };
    });
  } finally {
    release();
  }
}

async function shootReplay(stage: ShotsStage, page: PageDriver, camera: Camera): Promise<void> {
  const { workspaces } = stage;
  const { vehicleId } = findMoving(await workspaces.get());
  const day = await findDay(await workspaces.get(), vehicleId, todayOf(stage));
  await page.go(`/replay?vehicle=${vehicleId}&day=${day}`);
  await page.until('the day', 'window.__fleetdesk.player?.().position != null');
  await page.press('Next drive');
  await page.press('Play');
  await page.until(
    'the vehicle to drive in the replay',
    `(({ playing, speed }) => playing && speed >= ${cruising})(window.__fleetdesk.player())`,
  );
  await page.press('Pause');
  await camera.everyLook('replay');
}

/** The last day of a week on which a vehicle drove, today aside where another one is there. */
async function findDay(
  { trajectories }: Workspace,
  vehicleId: string,
  today: CalendarDate,
): Promise<string> {
  const from = today.subtract({ days: 7 }).toString();
  const to = today.toString();
  const { days } = await trajectories.days({ vehicleId, from, to });
  const driven = days.filter(({ distance }) => (distance ?? 0) > 0).map(({ day }) => day);
  const found =
    driven
      .filter((day) => day !== to)
      .sort()
      .at(-1) ?? driven[0];
  if (found === undefined) throw new ShotsProblem('The vehicle did not drive in the last week.');
  return found;
}

/** The search over everything, on the map, with a vehicle that it found. */
async function shootPalette(stage: ShotsStage, page: PageDriver, camera: Camera): Promise<void> {
  const { fleet, live } = await stage.workspaces.get();
  const { vehicleId } = live.snapshot().vehicles[0] ?? { vehicleId: '' };
  await page.go('/map');
  await page.until('the map', 'window.__fleetdesk.map?.().length > 0');
  page.key('K', 'control');
  await page.until('the palette', `document.querySelector('[role=dialog] input') !== null`);
  await page.fill('Search', fleet.vehicle(vehicleId)?.plate ?? '');
  await page.until('a vehicle', `document.querySelector('[role=option] .plate') !== null`);
  await camera.everyLook('palette');
  page.key('Escape');
  await page.until('the map alone', `document.querySelector('[role=dialog]') === null`);
}
