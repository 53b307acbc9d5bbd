import type { CollectionName } from '@contract/collections';
import type { RecordKey } from '@contract/records';
import { useRouter, type RouteLocationRaw } from 'vue-router';

/** Ways to a record's own screen. Not every collection has one. */
export function useRecordLinks() {
  const router = useRouter();
  const paths = new Map(
    router.getRoutes().flatMap(({ path, meta }) => {
      return meta.collection ? [[meta.collection, path] as const] : [];
    }),
  );

  /** Where a record is shown; null where its collection has no screen. */
  function linkTo(collection: CollectionName, key: RecordKey): RouteLocationRaw | null {
    const path = paths.get(collection);
    return path === undefined ? null : { path, query: { record: key } };
  }

  /** Opens a record on its screen; does nothing where there is none. */
  function open(collection: CollectionName, key: RecordKey): void {
    const link = linkTo(collection, key);
    if (link !== null) void router.push(link);
  }

  return { linkTo, open };
}
