import { describe, expect, it } from 'vitest';
import { builtInCollections } from '@contract/collections';
import { fieldsOf } from '@contract/resources';
import { formOf, isInProfile } from '@core/service/operation-forms';
import { callableNames, verbOf, type CallableName } from '@core/service/operations';
import { defaultProfile } from '@core/service/profile';
import { operationFor, wireOf } from '@core/service/resources';
import { fieldOfRelation, readName, writeFields, writeNames } from '@core/service/resources/codec';

describe.each(builtInCollections)('the wire names of %s', (name) => {
  const fields = fieldsOf(name);
  const { relations, writtenAs = {} } = wireOf(name);

  it('are those of fields that there are', () => {
    const named = [...Object.keys(relations), ...Object.keys(writtenAs)];
    expect(named.filter((field) => !Object.hasOwn(fields, field))).toEqual([]);
  });

  it('say how each reference travels', () => {
    const references = Object.entries(fields).filter(([, { kind }]) =>
      ['reference', 'identifier'].includes(kind),
    );
    expect(references.map(([field]) => field).sort()).toEqual(Object.keys(relations).sort());
  });

  it('lead back from what is sent to the field it came from', () => {
    for (const [field, { write, read }] of Object.entries(relations)) {
      const sent = writeFields(name, { [field]: 'ent000000000001' });
      expect(sent.relationships).toEqual({ [write]: 'ent000000000001' });
      for (const relation of [write, ...read]) expect(fieldOfRelation(name, relation)).toBe(field);
    }
  });
});

it('names of attributes are the field in snake case, but for what a resource says', () => {
  expect(readName('emergencyContact')).toBe('emergency_contact');
  expect(readName('phone1')).toBe('phone1');
  expect(writeNames(fieldsOf('vehicles'), wireOf('vehicles'))).toMatchObject({
    typeName: 'type',
    brandName: 'brand',
    registrationNumber: 'registration_number',
  });
});

it('the declaration of a resource gives its operations, and the built-in profile their paths', () => {
  for (const name of builtInCollections) {
    const declared = Object.entries(wireOf(name).operations);
    for (const [action, { path, isOptional }] of declared) {
      const operation = `${name}.${action}` as CallableName;
      expect(callableNames).toContain(operation);
      const form = isInProfile(operation, defaultProfile)
        ? formOf(operation, defaultProfile).path
        : undefined;
      expect(form, operation).toBe(isOptional === true ? undefined : path);
    }
    const known = callableNames.filter((operation) => operation.startsWith(`${name}.`));
    expect(known).toHaveLength(declared.length);
  }
});

it('what an operation does is said by the operation, whatever it is called', () => {
  expect(verbOf('users.setStatus', defaultProfile)).toEqual({
    resource: 'users',
    verb: 'activate',
  });
  expect(verbOf('trajectories.list', defaultProfile)).toEqual({
    ...{ resource: 'trajectories', verb: 'read' },
  });
  expect(verbOf('tracking.listAll', defaultProfile)?.verb).toBe('list');
  expect(verbOf('authentication.logIn', defaultProfile)).toBeNull();
  const unnamed = callableNames.filter((name) => verbOf(name, defaultProfile) === null);
  expect(unnamed).toEqual(['authentication.logIn', 'authentication.refresh']);
});

it('a verb that no service offers has no operation', () => {
  expect(operationFor('users', 'setStatus')).toBe('users.setStatus');
  expect(operationFor('roles', 'update')).toBeNull();
  expect(operationFor('chips', 'setStatus')).toBeNull();
});
