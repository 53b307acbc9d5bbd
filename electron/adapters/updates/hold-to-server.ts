import type { Session } from 'electron';

/** Lets a session reach one server alone, wherever an answer or a redirect would lead it. */
export function holdToServer(session: Pick<Session, 'webRequest'>, base: string): void {
  session.webRequest.onBeforeRequest(({ url }, decide) => {
    decide({ cancel: !url.startsWith(base) });
  });
}
