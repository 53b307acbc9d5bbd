/**
 * Whether what a person typed names what is meant: case, spaces and dashes may differ. What is
 * empty names nothing.
 */
export function matchesConfirmation(typed: string, wanted: string): boolean {
  const squeezed = squeeze(wanted);
  return squeezed === '' ? wanted !== '' && typed === wanted : squeezed === squeeze(typed);
}

function squeeze(text: string): string {
  return text.replace(/[\s-]/g, '').toLowerCase();
}
