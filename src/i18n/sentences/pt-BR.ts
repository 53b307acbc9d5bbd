import { byTopic } from '../by-topic';
import type { Tree } from '../tree';

export default byTopic(
  import.meta.glob<Tree>(
    [
      '@resources/locales/pt-BR/*.json',
      // Spoken by main.
      '!@resources/locales/pt-BR/shell.json',
      // Templates: `described-messages` makes sentences of them.
      '!@resources/locales/pt-BR/profile-resources.json',
    ],
    { eager: true, import: 'default' },
  ),
);
