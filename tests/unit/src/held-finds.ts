import { vi } from 'vitest';
import { useBridge } from '@/bridge';
import { settled } from './render';

/**
 * Holds back what the store finds; answers what lets the oldest words be answered, in every
 * collection that was searched for them.
 */
export function holdFinds(): () => Promise<void> {
  const { records } = useBridge();
  const find = records.find.bind(records);
  const held: { words: string; go: () => void }[] = [];
  vi.spyOn(records, 'find').mockImplementation(async (query) => {
    await new Promise<void>((go) => held.push({ words: query.search, go }));
    return find(query);
  });
  return async () => {
    const oldest = held[0]?.words;
    while (held[0] !== undefined && held[0].words === oldest) held.shift()?.go();
    await settled();
  };
}
