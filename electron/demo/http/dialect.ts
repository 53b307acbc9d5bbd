import { OPERATIONS, type OperationName } from './operations';

export type Route = readonly [method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string];

/**
 * How this service speaks where deployments of the real one differ. The standard one is that of
 * the service defaults; others exist to test clients that can be told of differences.
 */
export interface Dialect {
  readonly firstPage: 0 | 1;
  readonly publicKeyIn: 'header' | 'query';
  readonly errorShape: 'error' | 'message' | 'errors' | 'text';
  readonly rateStatus: 429 | 503;
  readonly retryAfter: 'seconds' | 'date';
  readonly routes: Readonly<Record<OperationName, Route>>;
}

export type DialectChoice = Partial<Omit<Dialect, 'routes'>> & {
  readonly routes?: Partial<Record<OperationName, Route>>;
};

export function chooseDialect(choice: DialectChoice = {}): Dialect {
  return {
    firstPage: choice.firstPage ?? 1,
    publicKeyIn: choice.publicKeyIn ?? 'header',
    errorShape: choice.errorShape ?? 'error',
    rateStatus: choice.rateStatus ?? 429,
    retryAfter: choice.retryAfter ?? 'seconds',
    routes: { ...OPERATIONS, ...choice.routes },
  };
}

/** The body of an error answer. */
export function errorBody(shape: Dialect['errorShape'], message: string): unknown {
  switch (shape) {
    case 'error':
      return { error: { message } };
    case 'message':
      return { message };
    case 'errors':
      return { errors: [{ detail: message }] };
    case 'text':
      return message;
  }
}
