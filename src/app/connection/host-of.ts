/** The host of a base URL as a person names it; what was typed when it is no URL. */
export function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}
