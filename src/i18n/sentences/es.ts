import { byTopic } from '../by-topic';
import type { Tree } from '../tree';

export default byTopic(
  import.meta.glob<Tree>(
    [
      '@resources/locales/es/*.json',
      // Spoken by main.
      '!@resources/locales/es/shell.json',
      // Templates: `described-messages` makes sentences of them.
      '!@resources/locales/es/profile-resources.json',
    ],
    { eager: true, import: 'default' },
  ),
);
