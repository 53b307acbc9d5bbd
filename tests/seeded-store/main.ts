import { seedFolder } from './seed-folder';

/**
 * `main.js FOLDER VEHICLES [SHIFT]` seeds a folder (SHIFT: what the app's clock is ahead of the
 * system's, ms). It says `ready`, and its service runs until it is ended.
 */
const [folder = '', vehicles = '', shift = '0'] = process.argv.slice(2);
await seedFolder(folder, Number(vehicles), { shift: Number(shift) });
console.log('ready');
