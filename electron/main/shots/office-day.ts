import type { CollectionName } from '@contract/collections';
import type { OutboxEntry } from '@contract/outbox';
import type { RecordKey } from '@contract/records';
import type { Outbox } from '@core/outbox/outbox';
import type { Service } from '@core/service/service';
import type { Workspace } from '@core/workspace/workspace';
import type { SettingsFile } from '../settings-file';
import { ShotsProblem } from './page-driver';

/** What an office works with. */
export interface Office {
  workspace: Workspace;
  service: Service;
  settings: SettingsFile;
  /** A vehicle that stays as it is. */
  spared: RecordKey;
  /** Who works: nobody deletes themselves. */
  username: string | null;
}

/** What a day of work leaves in the outbox to look at. */
export interface LeftOver {
  /** A change on which others disagree. */
  conflict: OutboxEntry;
  /** A name of what was deleted. */
  deleted: string;
}

/** A delete is held for ten seconds; reading, deciding and sending take their turn, ms. */
const settledAtMost = 90_000;

/**
 * Works a little at the demo fleet, so that its outbox has something to show: deletes, a change
 * that others gainsay, one that the service refuses, and what waits while the office is offline.
 */
export async function workForADay(office: Office): Promise<LeftOver> {
  const { workspace, settings, spared, username } = office;
  const { outbox } = workspace;
  const vehicles = (await keysOf(workspace, 'vehicles')).filter((key) => key !== spared);
  const users = await workspace.records.rows('users', await keysOf(workspace, 'users'));
  const [sold, gainsaid, mistyped, twin, washed] = vehicles;
  const [left, moved] = users
    .filter(({ fields }) => fields['username'] !== username)
    .map(({ key }) => key);
  if (!sold || !gainsaid || !mistyped || !twin || !washed || !left || !moved) {
    throw new ShotsProblem('This demo fleet is too small to work at.');
  }
  const deleted = await sell(workspace, sold, left);
  const conflict = await disagree(office, gainsaid);
  await mistype(workspace, mistyped, twin);
  await settings.update({ workOffline: true });
  await outbox.update({
    collection: 'vehicles',
    key: washed,
    fields: { color: '#F4F4F4', description: 'Delivery, south side' },
  });
  await outbox.update({ collection: 'users', key: moved, fields: { phone1: '+5511987654321' } });
  await outbox.create({
    collection: 'vehicles',
    fields: { plate: 'RIO2A18', typeName: 'van', brandName: 'Fiat', modelName: 'Ducato' },
  });
  return { conflict, deleted };
}

async function keysOf({ records }: Workspace, collection: CollectionName): Promise<RecordKey[]> {
  const query = { collection, search: '', filters: [], sort: [], withGone: false };
  return (await records.find(query)).keys;
}

/** Deletes a vehicle and a person for good; answers the plate. */
async function sell(
  { outbox, records }: Workspace,
  vehicle: RecordKey,
  user: RecordKey,
): Promise<string> {
  const [row] = await records.rows('vehicles', [vehicle]);
  const { entryIds: vehicles } = await outbox.delete('vehicles', [vehicle]);
  const { entryIds: users } = await outbox.delete('users', [user]);
  const ids = [...vehicles, ...users];
  await settled(outbox, 'the deletes', (entries) => !entries.some(({ id }) => ids.includes(id)));
  return String(row?.fields['plate']);
}

/** Two people change one color at a time. */
async function disagree(
  { workspace: { outbox }, service }: Office,
  key: RecordKey,
): Promise<OutboxEntry> {
  await outbox.pause(true);
  const { entryId } = await outbox.update({
    collection: 'vehicles',
    key,
    fields: { color: '#1F4E8C', description: 'Night shift, depot 2' },
  });
  const attributes = { color: '#B3261E', description: 'Spare vehicle' };
  await service.call('vehicles.update', { id: key, data: { attributes } }, { lane: 'outbox' });
  await outbox.pause(false);
  return needsAttention(outbox, entryId);
}

/** Gives a vehicle the plate of another one, which the service refuses. */
async function mistype(
  { outbox, records }: Workspace,
  key: RecordKey,
  twin: RecordKey,
): Promise<void> {
  const [row] = await records.rows('vehicles', [twin]);
  const plate = row?.fields['plate'] ?? null;
  const { entryId } = await outbox.update({ collection: 'vehicles', key, fields: { plate } });
  await needsAttention(outbox, entryId);
}

async function needsAttention(outbox: Outbox, entryId: string): Promise<OutboxEntry> {
  const find = (entries: readonly OutboxEntry[]) =>
    entries.find(({ id, state }) => id === entryId && state === 'attention');
  await settled(outbox, 'a change that needs a person', (entries) => find(entries) !== undefined);
  const found = find(outbox.snapshot().entries);
  if (found === undefined) throw new ShotsProblem('A change that needs a person was withdrawn.');
  return found;
}

/** Waits until the outbox has come so far. */
function settled(
  outbox: Outbox,
  what: string,
  isSo: (entries: readonly OutboxEntry[]) => boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (!isSo(outbox.snapshot().entries)) return;
      clearTimeout(timer);
      end();
      resolve();
    };
    const timer = setTimeout(() => {
      end();
      reject(new ShotsProblem(`Waited ${settledAtMost / 1000} seconds in vain for ${what}.`));
    }, settledAtMost);
    const end = outbox.subscribe(look);
    look();
  });
}
