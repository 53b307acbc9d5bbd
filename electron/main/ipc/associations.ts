import type { Workspaces } from '@core/workspace/workspaces';
import type { HandlersOf } from './registrar';

/** Which devices and people are on which vehicles. */
export function associationHandlers(workspaces: Workspaces): HandlersOf<'associations'> {
  const associations = async () => (await workspaces.get()).associations;
  const outbox = async () => (await workspaces.toWrite()).outbox;
  return {
    'associations.ofVehicle': async (side) => (await associations()).ofVehicle(side),
    'associations.refresh': async (side, { signal }) =>
      (await associations()).refresh(side, signal),
    'associations.ofOther': async (side) => (await associations()).ofOther(side),
    'associations.former': async (of) => (await associations()).former(of),
    'associations.complete': async ({ side, isWanted }) => {
      await (await associations()).complete(side, isWanted);
    },
    'associations.add': async (association) => (await outbox()).associate(association),
    'associations.addSeveral': async (several) => (await outbox()).associateSeveral(several),
    'associations.makeMain': async (name) => (await outbox()).makeMain(name),
    'associations.remove': async (name) => (await outbox()).dissociate(name),
    'associations.replaceDevice': async (replacement) =>
      (await outbox()).replaceDevice(replacement),
  };
}
