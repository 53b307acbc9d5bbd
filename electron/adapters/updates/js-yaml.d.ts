/** What is used of js-yaml, which brings no types. */
declare module 'js-yaml' {
  /** The schema of YAML's core: texts, numbers, lists and maps; no dates, no binaries. */
  export const CORE_SCHEMA: object;
  /** @throws where the text is no YAML */
  export function load(text: string, options: { schema: object }): unknown;
}
