import type { Page } from '@playwright/test';

/** Everything that the scripts of a page hold, those of its preload included, as one text. */
export async function heapOf(page: Page): Promise<string> {
  const client = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  client.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await client.send('HeapProfiler.enable');
  // What nobody holds any more is not in a snapshot, unless it was not collected yet.
  await client.send('HeapProfiler.collectGarbage');
  await client.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await client.detach();
  return chunks.join('');
}

/** Which of the texts lie in a heap; a snapshot is JSON, and writes them as such. */
export function findInHeap(heap: string, texts: readonly string[]): string[] {
  return texts.filter((text) => heap.includes(JSON.stringify(text).slice(1, -1)));
}
