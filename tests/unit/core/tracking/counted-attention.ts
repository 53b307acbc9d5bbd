import type { Attention } from '@contract/fixes';
import { AttentionBook } from '@core/tracking/attention-book';

/** A book that counts after each change; both answer the vehicles for which it made a difference. */
export function countedAttention() {
  const book = new AttentionBook();
  const count = (): string[] => {
    const told: string[] = [];
    Array.from(book.count((ids) => told.push(...ids)));
    return told;
  };
  return {
    book,
    attend: (windowId: number, attention: Attention): string[] => {
      book.attend(windowId, attention);
      return count();
    },
    release: (windowId: number): string[] => (book.release(windowId) ? count() : []),
  };
}
