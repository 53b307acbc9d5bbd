import { argumentsOf, readHandedOver, withoutTestSwitches, type Switches } from './switches';

/** What becomes of a second start. */
export interface SecondStartOptions {
  /** The switches of tests are taken. */
  isTestable: boolean;
  /** Fleetdesk is ending and no longer takes anything in. */
  isEnding(): boolean;
  /** Starts Fleetdesk once more, with these arguments, as soon as it has ended. */
  startAgain(args: string[]): void;
  receive(switches: Switches): void;
  focus(): void;
}

/**
 * Takes a second start: the running app does what it asks for. One that is ending would open a
 * window on a store that closes; it starts again after its end instead.
 */
export function takeSecondStart(handedOver: unknown, options: SecondStartOptions): void {
  const read = readHandedOver(handedOver);
  const second = read === null || options.isTestable ? read : withoutTestSwitches(read);
  if (options.isEnding()) options.startAgain(second === null ? [] : argumentsOf(second));
  else if (second === null) options.focus();
  else options.receive(second);
}
