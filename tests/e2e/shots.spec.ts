import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { commandLine, makeUserData } from './fleetdesk';
import { electronExecutable, environment } from './launch-electron';

const pictures = [
  'chip-900x600.png',
  'chip-light.png',
  'chip-pt-BR.png',
  'deleted-dark.png',
  'deleted-light.png',
  'device-dark.png',
  'device-light.png',
  'enterprise-light.png',
  'map-900x600.png',
  'map-dark.png',
  'map-following-1.png',
  'map-following-2.png',
  'map-light.png',
  'map-pt-BR.png',
  'outbox-900x600.png',
  'outbox-dark.png',
  'outbox-light.png',
  'outbox-pt-BR.png',
  'replay-900x600.png',
  'replay-dark.png',
  'replay-light.png',
  'service-profile-dark.png',
  'service-profile-light.png',
  'settings-900x600.png',
  'settings-dark.png',
  'settings-light.png',
  'settings-pt-BR.png',
  'sign-in-dark.png',
  'sign-in-light.png',
  'users-light.png',
  'vehicle-900x600.png',
  'vehicle-dark.png',
  'vehicle-light.png',
  'vehicles-dark.png',
  'vehicles-light.png',
];

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
  const code = await new Promise((resolve) => child.on('exit', resolve));
  return { code, said };
}

test('pictures of every screen, without a hand on the mouse', async () => {
  test.setTimeout(420_000);
  const folder = join(await makeUserData(), 'pictures');
  const { code, said } = await takePictures(['--demo=40', `--shots=${folder}`]);
  expect(code, said).toBe(0);
  expect(said).toMatch(/looked at \d+ of \d+ vehicles: the service allows 50 requests a minute/);
  expect((await readdir(folder)).sort()).toEqual(pictures);
  const read = (name: string) => readFile(join(folder, name));
  expect(sizeOf(await read('map-900x600.png'))).toEqual([900, 600]);
  expect(sizeOf(await read('map-light.png'))).toEqual([1440, 900]);
  // The two pictures of a followed vehicle are not the same one twice.
  expect((await read('map-following-1.png')).equals(await read('map-following-2.png'))).toBe(false);
});

test('pictures of nothing are refused with a sentence', async () => {
  const folder = join(await makeUserData(), 'pictures');
  const { code, said } = await takePictures([`--shots=${folder}`]);
  expect(code).toBe(1);
  expect(said).toContain('Nobody is signed in. Add --demo, or sign in once before.');
});
