/** A record as the service answers it. */
export interface Answer {
  id?: string;
  uuid?: string;
  type: string;
  attributes: Record<string, unknown>;
  relationships?: Record<string, Related>;
}

export interface Related {
  id: string;
  type: string;
  attributes: Record<string, unknown>;
}

export function related(
  type: string,
  id: string,
  attributes: Record<string, unknown> = {},
): Related {
  return { id, type, attributes };
}

/**
 * The attributes that were asked for. Names differ between asking and answering: `names` maps the
 * former to the latter, or to null where the service takes a name and never answers it.
 */
export function pickAttributes(
  all: Record<string, unknown>,
  wanted: readonly string[] | null,
  names: Readonly<Record<string, string | null>> = {},
): Record<string, unknown> {
  if (wanted === null) return all;
  const result: Record<string, unknown> = {};
  for (const name of wanted) {
    const answered = Object.hasOwn(names, name) ? names[name] : name;
    if (answered && Object.hasOwn(all, answered)) result[answered] = all[answered];
  }
  return result;
}
