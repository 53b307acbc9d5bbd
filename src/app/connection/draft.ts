import {
  connectionDraftSchema,
  readBaseUrl,
  tidyBaseUrl,
  type BaseUrlProblem,
  type Connection,
  type ConnectionDraft,
} from '@contract/connections';
import { isTooLong } from '@/ui/too-long';

/** A connection as a form holds it: everything as text or choice, nothing refused yet. */
export type DraftForm = {
  name: string;
  /** Until a person names it, the connection is called after its host. */
  nameIsOwn: boolean;
  baseUrl: string;
  allowPlainHttp: boolean;
  timeZone: string;
  units: ConnectionDraft['units'];
  /** Empty for the whole budget. */
  share: string;
};

/** What is wrong with a field, as the last part of its sentence's key. */
export type DraftProblems = {
  name: 'empty' | 'too-long' | null;
  baseUrl: BaseUrlProblem | 'too-long' | null;
  share: 'number' | null;
};

/** So many characters at most go into a field; null where there is no limit. */
export const mostOf = {
  name: connectionDraftSchema.shape.name.maxLength,
  baseUrl: connectionDraftSchema.shape.baseUrl.maxLength,
};

const leastShare = 4;
const mostShare = 10_000;

/** An empty form. */
export function blankDraft(timeZone: string): DraftForm {
  return {
    name: '',
    nameIsOwn: false,
    baseUrl: '',
    allowPlainHttp: false,
    timeZone,
    units: 'km/h',
    share: '',
  };
}

/** The form of a saved connection. */
export function draftOf(connection: Connection): DraftForm {
  return {
    name: connection.name,
    nameIsOwn: true,
    baseUrl: connection.baseUrl,
    allowPlainHttp: connection.allowPlainHttp,
    timeZone: connection.timeZone,
    units: connection.units,
    share: connection.budgetShare === null ? '' : String(connection.budgetShare),
  };
}

/** `fleet.example.com/v2` as a person types it → with the scheme it surely has. */
export function completeBaseUrl(text: string): string {
  const typed = tidyBaseUrl(text);
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}(:\d+)?(\/\S*)?$/i.test(typed)
    ? `https://${typed}`
    : typed;
}

/** What to call a connection by its address: the host, or nothing while there is none. */
export function nameFromUrl(baseUrl: string): string {
  const read = readBaseUrl(baseUrl, true);
  return read.ok ? new URL(read.origin).host.slice(0, mostOf.name ?? undefined) : '';
}

/** Whether the address is plain HTTP to another machine, which a person has to confirm. */
export function needsPlainConsent(baseUrl: string): boolean {
  const read = readBaseUrl(baseUrl);
  return !read.ok && read.problem === 'plain-http';
}

/** What is wrong with each field at the moment. */
export function problemsOf(form: DraftForm): DraftProblems {
  const read = readBaseUrl(form.baseUrl, form.allowPlainHttp);
  const share = Number(form.share);
  const shareFits = Number.isInteger(share) && share >= leastShare && share <= mostShare;
  return {
    name: form.name.trim() === '' ? 'empty' : isTooLong(form.name, mostOf.name) ? 'too-long' : null,
    baseUrl: isTooLong(form.baseUrl, mostOf.baseUrl) ? 'too-long' : read.ok ? null : read.problem,
    share: form.share.trim() === '' || shareFits ? null : 'number',
  };
}

/** The draft that a form without problems stands for. */
export function toDraft(form: DraftForm): ConnectionDraft {
  return {
    name: form.name.trim(),
    baseUrl: tidyBaseUrl(form.baseUrl),
    timeZone: form.timeZone,
    units: form.units,
    budgetShare: form.share.trim() === '' ? null : Number(form.share),
    // Consent belongs to an address that needs it, not to the one typed before.
    allowPlainHttp: form.allowPlainHttp && needsPlainConsent(form.baseUrl),
  };
}
