import type { Capabilities } from '@core/capabilities/capabilities';
import type { HandlersOf } from './registrar';

/** What the user can do at the service. */
export function capabilityHandlers(
  capabilities: Pick<Capabilities, 'tryAgain'>,
): HandlersOf<'capabilities'> {
  return {
    'capabilities.tryAgain': (verb) => {
      capabilities.tryAgain(verb);
    },
  };
}
