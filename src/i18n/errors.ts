import type { AppError } from '@contract/errors';
import { computed, toValue, type ComputedRef, type MaybeRefOrGetter } from 'vue';
import { hasMessage, useI18n, type Values } from './i18n';

/** What a person reads of an error. All of it is plain text. */
export type ErrorText = {
  /** What happened. */
  title: string;
  /** What it means and what to do. */
  action: string;
  /** The service's own words, where it had any. */
  serviceMessage: string | null;
  /** For those who open the details. */
  technical: string;
};

/** The sentences of an error: those of its reason where there are any, else those of its code. */
export function errorText(error: AppError): ErrorText {
  const { t } = useI18n();
  const values: Values = { status: error.status ?? '', redirectTo: error.redirectTo ?? '' };
  const say = (part: 'title' | 'action'): string => {
    const byReason = `errors.${error.code}.reasons.${error.reason ?? ''}.${part}`;
    const byCode = `errors.${error.code}.${part}`;
    if (error.reason && hasMessage(byReason)) return t(byReason, values);
    return t(hasMessage(byCode) ? byCode : `app.unknownError.${part}`, values);
  };
  const technical = [
    error.reason ? `${error.code} (${error.reason})` : error.code,
    error.status === undefined ? '' : `HTTP ${error.status}`,
    error.message,
  ];
  return {
    title: say('title'),
    action: say('action'),
    serviceMessage: error.serviceMessage?.trim() || null,
    technical: technical.filter((part) => part !== '').join('\n'),
  };
}

/** The sentences of an error in the language in use; null while there is none. */
export function useErrorText(
  error: MaybeRefOrGetter<AppError | null | undefined>,
): ComputedRef<ErrorText | null> {
  return computed(() => {
    const value = toValue(error);
    return value ? errorText(value) : null;
  });
}
