import { describe, expect, it, vi } from 'vitest';
import type { AppError } from '@contract/errors';

vi.mock(import('@/i18n/i18n'), async (original) => {
  const real = await original();
  const known: Record<string, string> = {
    'errors.offline.title': 'No line',
    'errors.offline.action': 'Wait',
    'errors.offline.reasons.host-unknown.title': 'No such host',
    'app.unknownError.title': 'Oh',
    'app.unknownError.action': 'Again',
  };
  return {
    ...real,
    useI18n: () => ({ ...real.useI18n(), t: (key: string) => known[key] ?? key }),
    hasMessage: ((key: string) => key in known) as typeof real.hasMessage,
  };
});

const { errorText } = await import('@/i18n/errors');

describe('the words of an error', () => {
  it('are those of its reason, part by part, and else those of its code', () => {
    const error: AppError = { code: 'offline', reason: 'host-unknown', message: 'ENOTFOUND' };
    expect(errorText(error)).toMatchObject({ title: 'No such host', action: 'Wait' });
    expect(errorText({ ...error, reason: 'certificate' })).toMatchObject({ title: 'No line' });
  });

  it('are general ones where there are none', () => {
    expect(errorText({ code: 'conflict', message: '' })).toMatchObject({
      title: 'Oh',
      action: 'Again',
    });
  });

  it('keep the service’s words and the technical ones apart', () => {
    const text = errorText({
      code: 'offline',
      reason: 'refused',
      message: 'POST /v2/auth/login',
      status: 500,
      serviceMessage: ' <b>Unauthorized</b> ',
    });
    expect(text.serviceMessage).toBe('<b>Unauthorized</b>');
    expect(text.technical).toBe('offline (refused)\nHTTP 500\nPOST /v2/auth/login');
  });
});
