import { z } from 'zod';
import { settingsSchema, type Settings } from '@contract/settings';

/** How a setting is entered, as its schema says. */
export type PlainKind =
  | { kind: 'switch' }
  /** null is what the system says. */
  | { kind: 'choice'; values: readonly (string | null)[] }
  /** One that is optional can be left empty, which is null. */
  | { kind: 'number'; min: number; max: number; isOptional: boolean };

/** How a setting is entered. @throws where its schema is of no plain kind */
export function plainKindOf(key: keyof Settings): PlainKind {
  const schema: z.ZodType = settingsSchema.shape[key];
  const isNullable = schema instanceof z.ZodNullable;
  const inner = isNullable ? schema.unwrap() : schema;
  if (inner instanceof z.ZodBoolean) return { kind: 'switch' };
  if (inner instanceof z.ZodEnum) {
    return {
      kind: 'choice',
      values: [...(isNullable ? [null] : []), ...inner.options.map(String)],
    };
  }
  if (inner instanceof z.ZodNumber) {
    const { minValue, maxValue } = inner;
    if (minValue !== null && maxValue !== null) {
      return { kind: 'number', min: minValue, max: maxValue, isOptional: isNullable };
    }
  }
  throw new Error(`The setting ${key} needs a control of its own.`);
}
