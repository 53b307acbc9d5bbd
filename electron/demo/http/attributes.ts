import { z } from 'zod';
import { isObject, member, onlyMembers, type Complaints, type Found } from './checks';

/** Attributes of a record by their wire names, each with what it may be. */
export type Attributes = Readonly<Record<string, z.ZodType>>;

interface TextRules {
  /** Characters; 255 where nothing is said. */
  readonly most?: number;
  readonly pattern?: RegExp;
  /** What the pattern asks for, in words. */
  readonly form?: string;
}

/** A text with something in it. */
export function text({ most = 255, pattern, form = 'of another form' }: TextRules = {}) {
  const plain = z
    .string('must be a string')
    .refine((value) => value.trim() !== '', { error: 'must not be empty', abort: true })
    .refine((value) => value.length <= most, {
      error: `must have at most ${most} characters`,
      abort: true,
    });
  return pattern ? plain.regex(pattern, `must be ${form}`) : plain;
}

/** A text that may be null or empty; empty counts as null. */
export function optionalText(rules: TextRules = {}) {
  return z.preprocess((value) => (value === '' ? null : value), text(rules).nullable());
}

/**
 * The attributes of an item that are present and right. Complains of every wrong or unknown one,
 * and of every one that is required and missing.
 */
export function readAttributes<A extends Attributes>(
  item: Found,
  attributes: A,
  required: readonly string[],
  complaints: Complaints,
): { [K in keyof A]?: z.output<A[K]> } {
  const found = member(item, 'attributes');
  if (found.value !== undefined && !isObject(found.value)) {
    complaints.add(found.path, 'must be an object');
    return {};
  }
  onlyMembers(found, Object.keys(attributes), complaints);
  const read = Object.entries(attributes).flatMap(([name, type]) => {
    const { path, value } = member(found, name);
    if (required.includes(name) && (value ?? null) === null) {
      complaints.add(path, 'is required');
      return [];
    }
    if (value === undefined) return [];
    const parsed = type.safeParse(value);
    if (parsed.success) return [[name, parsed.data] as const];
    complaints.add(path, parsed.error.issues[0]?.message ?? 'is of another form');
    return [];
  });
  return Object.fromEntries(read) as { [K in keyof A]?: z.output<A[K]> };
}
