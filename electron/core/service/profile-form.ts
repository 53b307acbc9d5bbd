import { z } from 'zod';
import { FleetdeskError } from '@contract/errors';
import { usualForms } from '@contract/operation-form';
import {
  profileFormFields,
  type ProfileEdit,
  type ProfileForm,
  type ProfileFormField,
  type ProfileValue,
} from '@contract/profile-form';
import { isJsonObject, own, type JsonObject } from './json';
import { callableNames, catalogue, isOptional, type CallableName } from './operations';
import type { Operation } from './operations/operation';
import { defaultProfile, type Profile } from './profile';
import { profileSchema } from './profile-schema';

/** What the form of a profile begins with: its settings, and the paths of all operations. */
export function formOfProfile(profile: Profile): ProfileForm {
  return {
    fields: profileFormFields.map((field) => ({
      ...{ field, control: controlOf(field) },
      value: valueAt(profile, field),
      builtIn: valueAt(defaultProfile, field),
    })),
    operations: callableNames.map((operation) => {
      const form = isOptional(operation)
        ? profile.optionalOperations[operation]
        : profile.operations[operation];
      return {
        ...{ operation, isOptional: isOptional(operation) },
        method: (form ?? usualForm(operation)).method,
        path: form?.path ?? null,
        usual: entry(operation).form?.path ?? null,
      };
    }),
  };
}

/**
 * The content of a profile file with what a person changed. What the form does not show stays as it
 * was written. A value as the built-in profile has it is not repeated.
 * @throws FleetdeskError `not-found` for an operation that there is none of
 */
export function editProfile(content: JsonObject, { fields, paths }: ProfileEdit): JsonObject {
  let edited = content;
  for (const field of profileFormFields) {
    const value = fields[field];
    if (value === undefined) continue;
    edited = withValue(edited, field.split('.'), isBuiltIn(field, value) ? undefined : value);
    // Somebody compared the old meaning with real vehicles, not this one.
    if (field.startsWith('tracking.')) {
      edited = withValue(edited, ['tracking', 'confirmed'], undefined);
    }
  }
  for (const [name, path] of Object.entries(paths)) edited = withPath(edited, name, path);
  return edited;
}

function withPath(content: JsonObject, name: string, path: string | null): JsonObject {
  const operation = callableNames.find((each) => each === name);
  if (operation === undefined) {
    throw new FleetdeskError({ code: 'not-found', message: `There is no operation ${name}.` });
  }
  const isUsual = path === null || path === entry(operation).form?.path;
  if (!isOptional(operation)) {
    return withValue(content, ['operations', operation, 'path'], isUsual ? undefined : path);
  }
  const place = ['optionalOperations', operation];
  if (path === null) return withValue(content, place, undefined);
  const group = own(content, 'optionalOperations');
  const said = isJsonObject(group) ? own(group, operation) : undefined;
  // Naming one switches it on; what is known of its form need not be said.
  const form = isJsonObject(said) ? said : entry(operation).form ? {} : usualForm(operation);
  return withValue(content, place, withValue(form, ['path'], isUsual ? undefined : path));
}

/** An object with one value set, or left out; groups that hold nothing any more go with it. */
function withValue(object: JsonObject, [key = '', ...rest]: string[], value: unknown): JsonObject {
  const others = Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
  if (rest.length === 0) return value === undefined ? others : { ...object, [key]: value };
  const below = own(object, key);
  const group = withValue(isJsonObject(below) ? below : {}, rest, value);
  return Object.keys(group).length === 0 ? others : { ...object, [key]: group };
}

function isBuiltIn(field: ProfileFormField, value: ProfileValue): boolean {
  return valueAt(defaultProfile, field) === value;
}

function valueAt(profile: Profile, field: ProfileFormField): ProfileValue {
  const found = field
    .split('.')
    .reduce<unknown>((value, key) => (isJsonObject(value) ? own(value, key) : undefined), profile);
  return found as ProfileValue;
}

/** How a setting is entered, as its schema says. */
function controlOf(field: ProfileFormField): ProfileForm['fields'][number]['control'] {
  const schema = field
    .split('.')
    .reduce<unknown>(
      (group, key) => (group instanceof z.ZodObject ? (group.shape as JsonObject)[key] : undefined),
      profileSchema,
    );
  if (schema instanceof z.ZodBoolean) return { kind: 'switch' };
  if (schema instanceof z.ZodNumber) return { kind: 'number' };
  if (schema instanceof z.ZodEnum) return { kind: 'choice', values: schema.options.map(String) };
  return { kind: 'text' };
}

function entry(name: CallableName): Operation {
  return catalogue[name];
}

/** Method and envelope where nothing is known of an operation's form but what it does. */
function usualForm(name: CallableName): JsonObject & { method: string } {
  const { form, verb } = entry(name);
  if (form !== undefined) return { ...form };
  const [, action = ''] = name.split('.');
  const usual = Object.entries(usualForms).find(([each]) => each === action || each === verb);
  return { ...(usual?.[1] ?? usualForms.list) };
}
