import { flushPromises } from '@vue/test-utils';
import { vi } from 'vitest';
import { useBridge } from '@/bridge';

/** Holds back what the store finds; answers what lets the oldest search be answered. */
export function holdFinds(): () => Promise<void> {
  const { records } = useBridge();
  const find = records.find.bind(records);
  const held: (() => void)[] = [];
  vi.spyOn(records, 'find').mockImplementation(async (query) => {
    await new Promise<void>((go) => held.push(go));
    return find(query);
  });
  return async () => {
    held.shift()?.();
    await flushPromises();
  };
}
