import { expect, it } from 'vitest';
import { SessionMarkerFile } from '@core/session/session-marker';
import { MemoryFiles } from '../memory-files';

const marker = { connectionId: 'one', account: 'a', place: 'keychain' } as const;

it('a look at the marker leaves one that cannot be read for whoever reads it', async () => {
  const files = new MemoryFiles();
  const file = new SessionMarkerFile(files);
  await expect(file.peek()).resolves.toBeNull();
  await file.write(marker);
  await expect(file.peek()).resolves.toMatchObject(marker);
  await files.write('session.json', '{"version":');
  await expect(file.peek()).resolves.toBeNull();
  await expect(file.read()).resolves.toBe('broken');
});
