import { FleetdeskError } from '@contract/errors';
import { entryOf, type CallableName } from './operations';
import type { Profile } from './profile-schema';

/** What an operation takes, once checked: path identifiers, query parameters and body. */
export type Input = Readonly<Record<string, unknown>>;

/** Inputs that were checked, with what their operation's schema made of them. */
const checked = new WeakMap<object, { operation: CallableName; input: Input }>();

/**
 * Checks an input against what its operation takes by the public API document. An input that was
 * checked before is not checked again, so it must not be changed afterwards.
 * @throws FleetdeskError `invalid-request` with the fields that break a limit
 */
export function checkInput(operation: CallableName, input: object, profile: Profile): Input {
  const known = checked.get(input);
  if (known?.operation === operation) return known.input;
  const entry = entryOf(operation, profile);
  const parsed = entry.input.safeParse(input);
  if (!parsed.success) {
    throw new FleetdeskError({
      code: 'invalid-request',
      message: `${operation} was not sent: its input breaks the documented limits.`,
      fields: parsed.error.issues.map(({ path, message }) => ({
        path: path.map(String).join('.'),
        message,
      })),
    });
  }
  const result = parsed.data as Input;
  checked.set(input, { operation, input: result });
  return result;
}
