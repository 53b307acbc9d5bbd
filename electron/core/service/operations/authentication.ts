import { z } from 'zod';
import { decodeTokens } from '../decoders/authentication';
import { operation } from './operation';

/** Log-in and refresh (public API, "Authentication operations"). */
export const authenticationOperations = {
  'authentication.logIn': operation({
    form: { method: 'POST', path: '/v2/auth/login', envelope: 'bare' },
    effect: 'authenticate',
    authenticated: false,
    input: z.strictObject({
      username: z.string().min(1).max(255),
      password: z.string().min(1).max(255),
    }),
    path: [],
    query: [],
    body: ({ username, password }) => ({ kind: 'bare', value: { username, password } }),
    decode: decodeTokens,
  }),
  'authentication.refresh': operation({
    form: { method: 'POST', path: '/v2/auth/refresh-token', envelope: 'bare' },
    effect: 'authenticate',
    authenticated: false,
    input: z.strictObject({
      authToken: z.string().min(1).max(500),
      refreshToken: z.string().min(1).max(500),
    }),
    path: [],
    query: [],
    body: ({ authToken, refreshToken }) => ({
      kind: 'bare',
      value: { auth_token: authToken, refresh_token: refreshToken },
    }),
    decode: decodeTokens,
  }),
};
