/** What closing the window does: ends the app, leaves it in the tray, or nothing. */
export type Closing = 'close' | 'hide' | 'stay';

/** What decides about closing the window. */
export interface ClosingTerms {
  /** The page of somebody who is signed in is shown; the sign-in page has nothing to keep at work. */
  isSignedIn: boolean;
  /** What a person chose; null while nobody was asked. */
  closeToTray: boolean | null;
  /** Looks whether the desktop has a tray. */
  lookForTray(): Promise<boolean>;
  /** Asks the person. */
  ask(): Promise<Closing>;
  keep(closeToTray: boolean): Promise<unknown>;
}

/** Decides what closing the window does; a person is asked once. */
export async function decideClosing(terms: ClosingTerms): Promise<Closing> {
  if (!terms.isSignedIn || terms.closeToTray === false) return 'close';
  if (!(await terms.lookForTray())) return 'close';
  if (terms.closeToTray === true) return 'hide';
  const answer = await terms.ask();
  if (answer !== 'stay') await terms.keep(answer === 'hide');
  return answer;
}
