/**
 * Says on stderr what went wrong inside Fleetdesk. It takes no data of the service and no input of
 * a person: a log must never hold a plate, a name or a secret.
 */
export function writeFault(where: string, fault: unknown): void {
  const what = fault instanceof Error ? (fault.stack ?? `${fault.name}: ${fault.message}`) : '';
  process.stderr.write(`Fleetdesk: ${where}${what === '' ? '' : `\n${what}`}\n`);
}
