import { RequestBudget } from '@core/budget/request-budget';
import { ConnectionProfiles } from '@core/session/connection-profiles';
import { Connections } from '@core/session/connections';
import { Session } from '@core/session/session';
import { ServiceClient } from '@core/service/service-client';
import { DemoFleet } from './demo/demo-fleet';
import { drawStreets, startDemoWorker } from './demo/demo-worker';
import { OfferedConnections } from './offered-connections';
import type { OutsideWorld } from './outside';
import type { SettingsFile } from './settings-file';
import { SignedIn, type Belongings } from './signed-in';

/** Core on top of the outside world. */
export type UseCases = Awaited<ReturnType<typeof buildUseCases>>;

/** Builds core's use cases; `onChange` is told when somebody else is signed in, or nobody. */
export async function buildUseCases(
  world: OutsideWorld,
  settings: SettingsFile,
  onChange: (belongings: Belongings | null) => void,
) {
  const { clock, chance, transport, files } = world;
  const budget = new RequestBudget(world);
  const connections = new Connections(world);
  await connections.load();
  const session = new Session({ ...world, budget, connections });
  const service = new ServiceClient({ clock, transport, budget, session });
  const perMinute = () => budget.state().limit;
  const signedIn = new SignedIn({ session, service, clock, perMinute, onChange });
  const demo = new DemoFleet({
    session,
    startWorker: startDemoWorker,
    seedAt: (baseUrl) => transport.seedAt(baseUrl),
    drawStreets,
  });
  return {
    settings,
    budget,
    connections,
    profiles: new ConnectionProfiles({
      ...{ connections, session, files, chance },
      includesDevices: () => signedIn.peek()?.fleet.includesDevices ?? null,
    }),
    offered: new OfferedConnections({ connections, settingsSetAside: settings.setAside }),
    session,
    signedIn,
    demo,
    /** Ends all work, the last things built first, and waits for what is being written. */
    stop: async () => {
      signedIn.close();
      await Promise.allSettled([demo.stop(), session.close()]);
      await Promise.allSettled([budget.close()]);
      await files.idle();
    },
  };
}
