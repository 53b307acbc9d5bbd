import { builtInCollections, type BuiltInCollection } from '@contract/collections';
import { usualForms } from '@contract/operation-form';
import { fieldsOf, type Field } from '@contract/resources';
import { builtInResources, takesOneACall, type WireAction, type WireResource } from '../resources';
import type { Operation, Optional, UsualForm } from './operation';
import {
  createOne,
  createRecords,
  deleteOne,
  deleteRecords,
  getRecord,
  listRecords,
  setStatus,
  updateRecord,
} from './record-operations';
import { writtenInput } from './written-input';

type BuiltIn = typeof builtInResources;

/** The entry of an action; `Form` is what the resource says of it. */
type EntryOf<Action extends WireAction, Form> = {
  list: ReturnType<typeof listRecords>;
  get: ReturnType<typeof getRecord>;
  create: ReturnType<
    Form extends { envelope: 'data-object' } ? typeof createOne : typeof createRecords
  >;
  update: ReturnType<typeof updateRecord>;
  delete: ReturnType<
    Form extends { path: `${string}{id}` } ? typeof deleteOne : typeof deleteRecords
  >;
  setStatus: ReturnType<typeof setStatus>;
}[Action];

type Marked<Entry, Form> = Form extends { isOptional: true } ? Optional<Entry> : Entry;

type Forms<Name extends BuiltInCollection> = BuiltIn[Name]['operations'];

type BuiltInName = {
  [Name in BuiltInCollection]: `${Name}.${keyof Forms<Name> & string}`;
}[BuiltInCollection];

type BuiltInOperation<
  Name extends BuiltInCollection,
  Action extends string,
> = Action extends keyof Forms<Name> & WireAction
  ? Marked<EntryOf<Action, Forms<Name>[Action]>, Forms<Name>[Action]>
  : never;

type BuiltInOperations = {
  [
    Operation in BuiltInName
  ]: Operation extends `${infer Name extends BuiltInCollection}.${infer Action}`
    ? BuiltInOperation<Name, Action>
    : never;
};

/** The operations of the built-in resources, by their names. */
export function builtInOperations(): BuiltInOperations {
  const all = builtInCollections.map((name) =>
    operationsOf(name, fieldsOf(name), builtInResources[name]),
  );
  return Object.assign({}, ...all) as BuiltInOperations;
}

/** The operations of a resource, by their names: `vehicles.list` and the like. */
export function operationsOf(
  name: string,
  fields: Readonly<Record<string, Field>>,
  wire: WireResource,
): Record<string, Operation> {
  const actions = Object.keys(wire.operations) as WireAction[];
  return Object.fromEntries(
    actions.map((action) => {
      const form = formOf(action, wire);
      const isOptional = wire.operations[action]?.isOptional === true;
      const entry: Operation = {
        ...entryOf(action, name, fields, wire),
        ...(form && { form }),
        ...(isOptional && { isOptional }),
      };
      return [`${name}.${action}`, entry];
    }),
  );
}

function entryOf(
  action: WireAction,
  name: string,
  fields: Readonly<Record<string, Field>>,
  wire: WireResource,
): Operation {
  switch (action) {
    case 'list':
      return listRecords(wire.operations.list?.query);
    case 'get':
      return getRecord(wire.operations.get?.query);
    case 'create': {
      const input = writtenInput(fields, wire, action);
      return takesOneACall(wire, action) ? createOne(input) : createRecords(input);
    }
    case 'update':
      return updateRecord(writtenInput(fields, wire, action));
    case 'delete':
      return takesOneACall(wire, action)
        ? deleteOne()
        : deleteRecords(wire.type ?? snakeCase(name));
    case 'setStatus':
      return setStatus();
  }
}

/** What the resource says of an action, laid over the usual form. */
function formOf(action: WireAction, wire: WireResource): UsualForm | undefined {
  const { path, method, envelope } = wire.operations[action] ?? {};
  if (path === undefined) return undefined;
  const usual: Pick<UsualForm, 'method' | 'envelope'> = usualForms[action];
  const hasBody = action !== 'delete' || !takesOneACall(wire, action);
  const wrapped = envelope ?? usual.envelope;
  return {
    method: method ?? usual.method,
    path,
    ...(hasBody && wrapped !== undefined && { envelope: wrapped }),
  };
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
