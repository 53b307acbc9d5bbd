import type { RequestBudget } from '../budget/request-budget';
import type { Clock } from '../ports/clock';
import type { HttpTransport } from '../ports/http-transport';
import type { Session } from '../session/session';
import type { OperationInput, OperationName, OperationOutput } from './operations';
import type { CallOptions, Choice, Service } from './service';

/** What the client needs. */
export interface ServiceClientOptions {
  clock: Clock;
  transport: HttpTransport;
  budget: RequestBudget;
  session: Session;
}

/** The service over HTTP. One for the life of the process; it follows the session. */
export class ServiceClient implements Service {
  readonly #options: ServiceClientOptions;

  constructor(options: ServiceClientOptions) {
    this.#options = options;
  }

  call<O extends OperationName>(
    operation: O,
    _input: OperationInput<O>,
    _options: CallOptions,
  ): Promise<OperationOutput<O>> {
    void this.#options;
    return Promise.reject(new Error(operation));
  }

  callNext<C extends Choice>(
    _choose: () => C | null,
    options: CallOptions,
  ): Promise<{ choice: C; output: OperationOutput<C['operation']> } | null> {
    return Promise.reject(new Error(options.lane));
  }
}
