import { z } from 'zod';

/** One leading `/`; no scheme, `//`, `..`, query or fragment (what the app reaches out to). */
const pathSchema = z
  .string()
  .max(300)
  .regex(/^\/(?!\/)[A-Za-z0-9\-._~/{}]*$/, 'path')
  .refine((path) => !path.includes('//') && !path.split('/').some((part) => /^\.+$/.test(part)), {
    message: 'path',
  });

/** Methods of HTTP that an operation may use. */
export const methodSchema = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * How a body is wrapped: not at all, `{data: {…}}` for exactly one record, `{data: [{…}, …]}`.
 */
export const envelopeSchema = z.enum(['bare', 'data-object', 'data-array']);

/** Method, path and form of one operation. */
export const operationFormSchema = z.strictObject({
  method: methodSchema,
  /** `{name}` stands for an identifier of the input. */
  path: pathSchema,
  /** Absent for operations without a body. */
  envelope: envelopeSchema.optional(),
  /** False where the deployment is known to refuse the parameter; it is then never sent. */
  attributes: z.boolean().default(true),
  includes: z.boolean().default(true),
});

/** Method, path and form of one operation. */
export type OperationForm = z.output<typeof operationFormSchema>;

/** Method and envelope of what is done with records, where nothing else is said. */
export const usualForms = {
  list: { method: 'GET' },
  get: { method: 'GET' },
  create: { method: 'POST', envelope: 'data-array' },
  update: { method: 'PATCH', envelope: 'data-object' },
  delete: { method: 'DELETE', envelope: 'data-array' },
  setStatus: { method: 'PATCH' },
} as const;
