import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { clockFrom, clockSwitch, commandLine, makeUserData, workingDay } from './fleetdesk';
import { electronExecutable, environment } from './launch-electron';

/** The screens whose pictures are taken here: each kind once. */
const screens = [
  ...['alerts', 'calendar', 'chip', 'chips', 'deleted', 'map', 'outbox', 'palette', 'refused'],
  ...['replace-device', 'replay', 'roles', 'service-profile', 'settings', 'sign-in', 'vehicle'],
  ...['vehicles', 'zone-draw'],
];

/** Each light and large; one of them in a small window, too. */
const wanted = ['map-900x600', ...screens.map((screen) => `${screen}-light`)];

/** Width and height, as the first chunk of a PNG file tells them. */
function sizeOf(png: Buffer): [number, number] {
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

/** Starts the app for pictures; answers its exit code and what it said. */
async function takePictures(args: string[]): Promise<{ code: unknown; said: string }> {
  const child = spawn(electronExecutable(), commandLine(await makeUserData(), args), {
    env: environment(),
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  // Not `exit`: only now has all been read that it said.
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, said };
}

test('pictures of the screens that are asked for, without a hand on the mouse', async () => {
  test.setTimeout(420_000);
  const folder = join(await makeUserData(), 'pictures');
  const { code, said } = await takePictures([
    '--demo=20',
    // Some minutes of the demo fleet, at an hour when its vehicles move.
    clockSwitch(clockFrom(workingDay, 4)),
    `--shots=${folder}`,
    `--shots-only=${wanted.join(',')}`,
  ]);
  // Its last sentence tells why; a summary shows the first line alone.
  expect(code, [said.trim().split('\n').at(-1), said].join('\n')).toBe(0);
  expect(said).toMatch(/looked at \d+ of \d+ vehicles: the service allows 50 requests a minute/);
  const pictures = wanted.map((name) => `${name}.png`);
  expect((await readdir(folder)).sort()).toEqual(pictures.sort());
  const read = (name: string) => readFile(join(folder, name));
  expect(sizeOf(await read('map-900x600.png'))).toEqual([900, 600]);
  expect(sizeOf(await read('map-light.png'))).toEqual([1440, 900]);
  expect((await read('vehicles-light.png')).equals(await read('vehicle-light.png'))).toBe(false);
});

test('pictures of nothing are refused with a sentence', async () => {
  const folder = join(await makeUserData(), 'pictures');
  const { code, said } = await takePictures([`--shots=${folder}`]);
  expect(code).toBe(1);
  expect(said).toContain('Nobody is signed in. Add --demo, or sign in once before.');
});
