import { z } from 'zod';
import { alertsPatchSchema, alertsSnapshotSchema } from './alerts';
import { budgetStateSchema } from './budget';
import { capabilitiesStateSchema } from './capabilities';
import { connectionsStateSchema } from './connections';
import { desktopStateSchema } from './desktop';
import { journalStateSchema } from './journal';
import { livePatchSchema, liveSnapshotSchema } from './fixes';
import { graphicsStateSchema } from './graphics';
import { mapNamesStateSchema } from './map-names';
import { mapSourcesStateSchema } from './map-sources';
import { outboxPatchSchema, outboxSnapshotSchema } from './outbox';
import { proxyStateSchema } from './proxy';
import type { PackedPatch, PackedSnapshot, PackedTopic } from './packed/topics';
import { recordsPatchSchema, recordsSnapshotSchema } from './records';
import { resourcesStateSchema } from './resources';
import { regionCopiesStateSchema } from './region-copies';
import { sessionStateSchema } from './session';
import { settingsSchema } from './settings';
import { storeStateSchema } from './store';
import { updatesStateSchema } from './updates';
import { fleetPatchSchema, fleetSnapshotSchema } from './vehicles';
import { zonesPatchSchema, zonesSnapshotSchema } from './zones';

/**
 * State that changes on its own. A subscriber gets a snapshot, then patches, each with a sequence
 * number one above the last; small states send themselves whole as their patch.
 */
export const topics = {
  session: { snapshot: sessionStateSchema, patch: sessionStateSchema },
  connections: { snapshot: connectionsStateSchema, patch: connectionsStateSchema },
  settings: { snapshot: settingsSchema, patch: settingsSchema },
  budget: { snapshot: budgetStateSchema, patch: budgetStateSchema },
  capabilities: { snapshot: capabilitiesStateSchema, patch: capabilitiesStateSchema },
  resources: { snapshot: resourcesStateSchema, patch: resourcesStateSchema },
  proxy: { snapshot: proxyStateSchema, patch: proxyStateSchema },
  fleet: { snapshot: fleetSnapshotSchema, patch: fleetPatchSchema },
  live: { snapshot: liveSnapshotSchema, patch: livePatchSchema },
  zones: { snapshot: zonesSnapshotSchema, patch: zonesPatchSchema },
  alerts: { snapshot: alertsSnapshotSchema, patch: alertsPatchSchema },
  store: { snapshot: storeStateSchema, patch: storeStateSchema },
  records: { snapshot: recordsSnapshotSchema, patch: recordsPatchSchema },
  outbox: { snapshot: outboxSnapshotSchema, patch: outboxPatchSchema },
  graphics: { snapshot: graphicsStateSchema, patch: graphicsStateSchema },
  mapSources: { snapshot: mapSourcesStateSchema, patch: mapSourcesStateSchema },
  desktop: { snapshot: desktopStateSchema, patch: desktopStateSchema },
  mapNames: { snapshot: mapNamesStateSchema, patch: mapNamesStateSchema },
  journal: { snapshot: journalStateSchema, patch: journalStateSchema },
  regionCopies: { snapshot: regionCopiesStateSchema, patch: regionCopiesStateSchema },
  updates: { snapshot: updatesStateSchema, patch: updatesStateSchema },
} as const;

/** The name of a state that can be subscribed to. */
export type TopicName = keyof typeof topics;
/** What a topic's subscriber gets first. */
export type TopicSnapshot<T extends TopicName> = z.infer<(typeof topics)[T]['snapshot']>;
/** What a topic's subscriber gets from then on. */
export type TopicPatch<T extends TopicName> = z.infer<(typeof topics)[T]['patch']>;

/** A topic's name as input of a subscription. */
export const topicNameSchema = z.enum(Object.keys(topics) as TopicName[]);

/** A topic's snapshot as it crosses to a page: of large topics packed. */
export type SentSnapshot<T extends TopicName> = T extends PackedTopic
  ? PackedSnapshot<T>
  : TopicSnapshot<T>;
/** A topic's patch as it crosses to a page. */
export type SentPatch<T extends TopicName> = T extends PackedTopic ? PackedPatch<T> : TopicPatch<T>;

/** A numbered message of a topic. */
export type TopicMessage<T extends TopicName> = { topic: T; seq: number; patch: SentPatch<T> };
