import { checkConfirmed } from '@core/fleet/confirmed-delete';
import { ViewKeeper } from '@core/fleet/saved-views';
import { ValueNameKeeper } from '@core/fleet/value-names';
import type { Workspaces } from '@core/workspace/workspaces';
import type { HandlersOf } from './registrar';

/** The kept records of all collections: read from the store, changed by way of the outbox. */
export function recordHandlers(workspaces: Workspaces): HandlersOf<'records'> {
  const records = async () => (await workspaces.get()).records;
  const lists = async () => (await workspaces.get()).lists;
  const views = new ViewKeeper();
  const names = new ValueNameKeeper();
  const outbox = async () => (await workspaces.toWrite()).outbox;
  return {
    'records.find': async (query) => (await lists()).find(query),
    'records.rows': async ({ collection, keys }) => (await lists()).rows(collection, keys),
    'records.read': async (name) => (await records()).read(name),
    'records.refresh': async (name, { signal }) => (await records()).refresh(name, signal),
    'records.values': async ({ collection, field }) => (await lists()).values(collection, field),
    'records.duplicates': async (given) => (await records()).duplicates(given),
    'records.places': async (others) => (await workspaces.get()).associations.places(others),
    'records.askService': async ({ collection, search }, { signal }) =>
      (await records()).askService(collection, search, signal),
    'records.views': async (collection) => views.read((await workspaces.get()).store, collection),
    'records.changeViews': async ({ collection, change }) =>
      views.change((await workspaces.toWrite()).store, collection, change),
    'records.sync': async (collection) => {
      (await records()).sync(collection);
    },
    'records.nameHere': async ({ name, ...record }) => {
      await (await workspaces.toWrite()).met.nameHere(record, name);
    },
    'records.valueNames': async () => names.read((await workspaces.get()).store),
    'records.nameValue': async (naming) => names.change((await workspaces.toWrite()).store, naming),
    'records.create': async (record) => (await outbox()).create(record),
    'records.update': async (change) => (await outbox()).update(change),
    'records.delete': async (asked) => {
      const keys = await checkConfirmed(await records(), asked);
      return (await outbox()).delete(asked.collection, keys);
    },
    'records.secondsToDelete': async ({ collection, count }) =>
      (await workspaces.get()).outbox.secondsToDelete(collection, count),
    'records.setActive': async ({ collection, key, isActive }) =>
      (await outbox()).setActive({ collection, key }, isActive),
    'records.history': async (name) => (await workspaces.get()).outbox.history(name),
    'records.deleted': async () => (await workspaces.get()).outbox.deleted(),
    'records.recreate': async ({ deletedId, password }) =>
      (await outbox()).recreate(deletedId, password),
  };
}
