import { afterFirstPicture } from './app/first-picture';

await afterFirstPicture();
await import('./main');
