import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  autostartFolder,
  hasAutostart,
  renewAutostart,
  setAutostart,
} from '@adapters/desktop/autostart';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleetdesk-autostart-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('the start at log-in of a Linux desktop', () => {
  it('is a file in the folder of such programs, and gone when it is no longer wanted', async () => {
    const autostart = join(folder, 'autostart');
    await setAutostart({ command: ['/opt/fleetdesk', '--hidden'], name: 'Fleetdesk' }, autostart);
    const text = await readFile(join(autostart, 'fleetdesk.desktop'), 'utf8');
    expect(text.split('\n')).toContain('Exec="/opt/fleetdesk" "--hidden"');
    await setAutostart(null, autostart);
    await setAutostart(null, autostart);
    expect(await readdir(autostart)).toEqual([]);
  });

  it('names a program whose path holds spaces, quotes and percent signs', async () => {
    await setAutostart({ command: ['/opt/a "b" $c 5%\\d'], name: 'Fleetdesk' }, folder);
    const text = await readFile(join(folder, 'fleetdesk.desktop'), 'utf8');
    expect(text).toContain(String.raw`Exec="/opt/a \\"b\\" \\$c 5%%\\\\d"`);
  });

  it.each(['Hidden=true', 'X-GNOME-Autostart-enabled=false'])(
    'stays off where a person switched it off in the system: %s',
    async (line) => {
      const file = join(folder, 'fleetdesk.desktop');
      await writeFile(file, `[Desktop Entry]\nExec="/old/fleetdesk"\n${line}\n`);
      await renewAutostart(['/new/fleetdesk', '--hidden'], folder);
      expect(await readFile(file, 'utf8')).toBe(
        `[Desktop Entry]\nExec="/new/fleetdesk" "--hidden"\n${line}\n`,
      );
      expect(await hasAutostart(folder)).toBe(false);
    },
  );

  it('stays away where a person removed it in the system', async () => {
    await renewAutostart(['/opt/fleetdesk'], folder);
    expect([await readdir(folder), await hasAutostart(folder)]).toEqual([[], false]);
    await setAutostart({ command: ['/opt/fleetdesk'], name: 'Fleetdesk' }, folder);
    expect(await hasAutostart(folder)).toBe(true);
  });

  it('lies where the desktop looks, in the configuration of the system user', () => {
    expect(autostartFolder({ XDG_CONFIG_HOME: '/home/ana/cfg' })).toBe('/home/ana/cfg/autostart');
    expect(autostartFolder({ XDG_CONFIG_HOME: 'relative' })).toMatch(/\/\.config\/autostart$/);
  });
});
