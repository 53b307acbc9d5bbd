import type { AppError } from '@contract/errors';
import {
  profileFormFields,
  type ProfileEdit,
  type ProfileForm,
  type ProfileFormField,
  type ProfileValue,
} from '@contract/profile-form';
import type { Translate } from '@/i18n/i18n';
import { problemWords } from './problem-words';

/** A service profile as it is being edited. */
export interface ProfileDraft {
  /** Numbers as they are typed. */
  values: Record<ProfileFormField, string | boolean>;
  /** Paths by operation; null for the usual one, and for an optional operation that is off. */
  paths: Record<string, string | null>;
}

/** What is edited at first: the profile as it is. */
export function draftOfProfile(form: ProfileForm): ProfileDraft {
  const values = form.fields.map(({ field, value }) => [field, textOf(value)] as const);
  const paths = form.operations.map(
    ({ operation, path, usual, isOptional }) =>
      [operation, !isOptional && path === usual ? null : path] as const,
  );
  return {
    values: Object.fromEntries(values) as ProfileDraft['values'],
    paths: Object.fromEntries(paths),
  };
}

/** What was changed. A number that is none goes as it was typed, and is told to be none. */
export function editOfProfile(form: ProfileForm, draft: ProfileDraft): ProfileEdit {
  const before = draftOfProfile(form);
  const fields: ProfileEdit['fields'] = {};
  for (const { field, control } of form.fields) {
    const value = draft.values[field];
    if (value === before.values[field]) continue;
    fields[field] = control.kind === 'number' ? numberOf(String(value)) : value;
  }
  const paths = Object.entries(draft.paths).filter(([name, path]) => path !== before.paths[name]);
  return {
    fields,
    paths: Object.fromEntries(paths.map(([name, path]) => [name, path?.trim() ?? null])),
  };
}

/** Whether nothing was changed. */
export function isUnchanged({ fields, paths }: ProfileEdit): boolean {
  return Object.keys(fields).length === 0 && Object.keys(paths).length === 0;
}

/** The place of an operation's path in a profile, as problems name it. */
export function placeOfPath({ operation, isOptional }: ProfileForm['operations'][number]): string {
  return `${isOptional ? 'optionalOperations' : 'operations'}.${operation}.path`;
}

/** What is wrong by its place in the profile, in the language in use. */
export function problemsOf(error: AppError | null, t: Translate): ReadonlyMap<string, string> {
  const fields = error?.fields ?? [];
  return new Map(fields.map(({ path, message }) => [path, problemWords(message, t)]));
}

/** Whether each problem belongs to something that the form shows. */
export function isAllShown(form: ProfileForm, problems: ReadonlyMap<string, string>): boolean {
  const places = new Set<string>([...profileFormFields, ...form.operations.map(placeOfPath)]);
  return problems.size > 0 && [...problems.keys()].every((place) => places.has(place));
}

function textOf(value: ProfileValue): string | boolean {
  return typeof value === 'number' ? String(value) : value;
}

function numberOf(text: string): ProfileValue {
  const plain = text.trim();
  return /^-?\d{1,15}(\.\d{1,6})?$/.test(plain) ? Number(plain) : plain;
}
