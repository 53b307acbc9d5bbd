import { byTopic } from '../by-topic';
import type { Tree } from '../tree';

export default byTopic(
  import.meta.glob<Tree>(
    [
      '@resources/locales/en/*.json',
      // Spoken by main.
      '!@resources/locales/en/shell.json',
      // Templates: `described-messages` makes sentences of them.
      '!@resources/locales/en/profile-resources.json',
    ],
    { eager: true, import: 'default' },
  ),
);
