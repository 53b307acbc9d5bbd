import type { Reply } from '../scripted-transport';
import type { House } from './house';

/** Where tokens are refreshed. */
export const REFRESH = '/v2/auth/refresh-token';

/** Answers refreshes by a script and everything else as the service does. */
export function answerRefresh(house: House, script: (attempt: number) => Reply | null): void {
  const usual = house.transport.script;
  let attempt = 0;
  house.transport.script = (request) => {
    if (request.plainPath !== REFRESH) return usual(request);
    attempt += 1;
    return script(attempt) ?? usual(request);
  };
}
