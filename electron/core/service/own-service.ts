import { signedOutError } from './authority';
import type { Service } from './service';

/**
 * The service for one who is signed in: what was begun for them, and went on after they had left,
 * is never asked under the name of the next user. Calls reject with `unauthenticated`/
 * `signed-out` then, as they do while nobody is signed in.
 * @param isThere whether it is they who are signed in
 */
export function ownService(service: Service, isThere: () => boolean): Service {
  const refuseOthers = (): void => {
    if (!isThere()) throw signedOutError();
  };
  return {
    call: async (...terms) => {
      refuseOthers();
      return service.call(...terms);
    },
    callNext: async (...terms) => {
      refuseOthers();
      return service.callNext(...terms);
    },
  };
}
