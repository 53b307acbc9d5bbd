import type { StoreKeeper } from '@core/store/store-keeper';
import type { Workspaces } from '@core/workspace/workspaces';
import type { HandlersOf } from './registrar';

/** The encrypted store: what a person can do about one that is not open, or too full of things. */
export function storeHandlers(keeper: StoreKeeper, workspaces: Workspaces): HandlersOf<'store'> {
  return {
    'store.retry': async () => {
      await keeper.retry();
      return keeper.state();
    },
    'store.startOver': async () => {
      await keeper.startOver();
      return keeper.state();
    },
    'store.acknowledge': async () => {
      await keeper.acknowledge();
    },
    'store.acknowledgeDamage': async (rows) => {
      await keeper.acknowledgeDamage(rows);
    },
    'store.erase': async () => {
      await workspaces.erase();
    },
  };
}
