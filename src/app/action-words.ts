import type { Verb } from '@contract/capabilities';
import type { OutboxEntry } from '@contract/outbox';
import { hasMessage, type Translate } from '@/i18n/i18n';
import { resourceOfSide } from './records/resource-of-side';

/** `delete vehicles`, as it is written in a sentence. */
export function actionOf(t: Translate, resource: string, verb: Verb): string {
  const own = `capabilities.own.${resource}.${verb}`;
  if (hasMessage(own)) return t(own);
  const things = `capabilities.things.${resource}`;
  return t(`capabilities.of.${verb}`, {
    things: t(hasMessage(things) ? things : 'capabilities.things.other'),
  });
}

/** `delete this record`. */
export function actionOnOne(t: Translate, resource: string, verb: Verb): string {
  const keys = [`capabilities.ownOne.${resource}.${verb}`, `capabilities.one.${verb}`];
  const key = keys.find(hasMessage);
  return key === undefined ? actionOf(t, resource, verb) : t(key);
}

const verbOfKind = {
  create: 'create',
  update: 'update',
  delete: 'delete',
  activate: 'activate',
  deactivate: 'activate',
  associate: 'create',
  makeMain: 'update',
  dissociate: 'delete',
} as const satisfies Record<OutboxEntry['kind'], Verb>;

/** What a queued change does, as it is written in a sentence. */
export function actionOfEntry(
  t: Translate,
  entry: Pick<OutboxEntry, 'kind' | 'side' | 'subject'>,
): string {
  const { side, subject } = entry;
  const resource = side === null ? subject.collection : resourceOfSide[side];
  return actionOf(t, resource, verbOfKind[entry.kind]);
}
