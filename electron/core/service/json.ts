/** A JSON object as it came from the service. Read its keys with {@link own} alone. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a JSON value is an object, neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A key of the object itself, or undefined. Inherited names (`constructor`, `__proto__`) are never
 * answered, whatever the service puts into its keys or leaves out of them.
 */
export function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Whether an answer plainly says that there is nothing: an empty list, object or collection. */
export function holdsNothing(body: unknown): boolean {
  if (body === null || body === undefined) return true;
  if (Array.isArray(body)) return body.length === 0;
  if (!isJsonObject(body)) return false;
  const keys = Object.keys(body);
  if (keys.length === 0) return true;
  const inside = ['data', 'features', 'coordinates'].find((key) => Object.hasOwn(body, key));
  return inside !== undefined && holdsNothing(own(body, inside));
}
