/**
 * Keeps the focus near where a person works. A control that goes away, or that can no longer be
 * pressed, drops the focus to the body of the page: the next Tab would begin at the top, and the
 * next letter would be taken for a key of the screen. So what took its place gets the focus, else
 * the nearest control that is left in the same part of the page. Where another part with a heading
 * takes the place of the whole part, as the record does that a form has made, that heading gets it.
 * Where the part just goes, as a dialog or a banner does, it returns to what had it last on the screen, such as the menu that the
 * dialog was opened from; else the part itself gets it.
 */

/** Parts of the page beyond which nobody looks for the focus. */
const parts = '[role=dialog], [role=alertdialog], [role=tabpanel], section, aside, main';
const controls =
  'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex^="-"])';
const fields = 'input, select, textarea';
/** Headings that tell where a person is now. */
const headings = ':is(h1, h2)[tabindex]';

/** The element that had the focus last, with all that it lay in. */
let last: { element: HTMLElement; chain: HTMLElement[] } | null = null;
/** Elements of the screen that had the focus, the last one first. */
let earlier: HTMLElement[] = [];
/** So many are tried: those that came before have nothing to do with what was done. */
const earlierAtMost = 6;
/** What came since the focus was lost. */
let added: HTMLElement[] = [];
/** Tells what comes and goes on the whole page. */
let comings: MutationObserver | null = null;
/**
 * Tells what hides or switches off the focused element: only its own attributes and those of what
 * it is in can, so a map that moves hundreds of other elements costs nothing.
 */
let hidings: MutationObserver | null = null;
const hiding = {
  attributes: true,
  attributeFilter: ['disabled', 'hidden', 'style', 'inert', 'aria-hidden'],
};

function isUsable(element: HTMLElement): boolean {
  return (
    element.isConnected &&
    !element.matches(':disabled, [aria-hidden=true], [aria-hidden=true] *, [inert] *') &&
    element.checkVisibility({ visibilityProperty: true })
  );
}

function isLost(): boolean {
  const { activeElement, body } = document;
  if (last === null || !document.hasFocus()) return false;
  const isNowhere = activeElement === null || activeElement === body;
  // A button that is at work is disabled for a moment, and has the focus again after it.
  return (isNowhere || activeElement === last.element) && !isUsable(last.element);
}

function usableIn(element: HTMLElement, selector: string): HTMLElement[] {
  const own = element.matches(selector) ? [element] : [];
  return [...own, ...element.querySelectorAll<HTMLElement>(selector)].filter(
    (each) => isUsable(each) && each.getAttribute('tabindex') !== '-1',
  );
}

/** What took the place of the lost control: a form rather than a button, its field first. */
function replacementIn(place: HTMLElement): HTMLElement | undefined {
  const come = added.filter((element) => element.isConnected && place.contains(element));
  const inside = (selector: string) =>
    come.flatMap((element) => usableIn(element, selector)).find((each) => each !== place);
  return inside(fields) ?? inside(controls);
}

/** The heading of the part that came instead of the one that went. */
function headingThere(main: HTMLElement): HTMLElement | undefined {
  return added
    .filter((element) => main.contains(element))
    .map((element) => element.querySelector<HTMLElement>(headings))
    .find((heading): heading is HTMLElement => heading !== null && isUsable(heading));
}

/** The control after the lost one in what is left, else the one before. */
function neighbourIn(place: HTMLElement, before: readonly HTMLElement[]): HTMLElement | undefined {
  const left = usableIn(place, controls).filter((each) => each !== place);
  const gone = last?.element;
  if (gone?.isConnected === true) {
    const isAfter = (each: HTMLElement) =>
      (gone.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    return left.find(isAfter) ?? left.at(-1);
  }
  const known = before.filter((each) => left.includes(each));
  return known[0] ?? left[0];
}

/** Controls that followed the focused one in its part of the page, then those before it. */
let around: HTMLElement[] = [];

function note(element: HTMLElement): void {
  const chain: HTMLElement[] = [];
  for (let each = element.parentElement; each !== null; each = each.parentElement) chain.push(each);
  last = { element, chain };
  if (element.closest('main') !== null && !element.matches(parts)) {
    const others = earlier.filter((each) => each !== element && each.isConnected);
    earlier = [element, ...others].slice(0, earlierAtMost);
  }
  comings?.takeRecords();
  added = [];
  hidings?.disconnect();
  for (const each of [element, ...chain]) hidings?.observe(each, hiding);
  const part = element.parentElement?.closest<HTMLElement>(parts);
  const all = part ? [...part.querySelectorAll<HTMLElement>(controls)] : [];
  const at = all.indexOf(element);
  around = at < 0 ? [] : [...all.slice(at + 1), ...all.slice(0, at).reverse()];
}

function collect(records: readonly MutationRecord[]): void {
  for (const { addedNodes } of records) {
    for (const node of addedNodes) if (node instanceof HTMLElement) added.push(node);
  }
}

/** Gives a lost focus back; true where it had been lost. */
export function mendFocus(): boolean {
  if (last === null || !isLost()) return false;
  collect(comings?.takeRecords() ?? []);
  const place = last.chain.find((each) => each.isConnected && each.matches(parts));
  const home = place ?? document.querySelector<HTMLElement>('main');
  if (!home) return true;
  const isOtherScreen = home.matches('main');
  const near = isOtherScreen
    ? headingThere(home)
    : (replacementIn(home) ?? neighbourIn(home, around));
  const found = near ?? earlier.find(isUsable);
  const target = found ?? home;
  if (target === home && !home.hasAttribute('tabindex')) home.tabIndex = -1;
  target.focus({ preventScroll: target === home && isOtherScreen });
  return true;
}

/** Watches the focus for the life of the page; ends with what it returns. */
export function keepFocus(): () => void {
  let frame = 0;
  const mendLater = () => {
    if (frame !== 0 || !isLost()) return;
    // The component that changed may hand the focus on by its own, better knowledge.
    frame = requestAnimationFrame(() => {
      frame = 0;
      mendFocus();
    });
  };
  // Made first, so that it is asked first where an element is hidden and another one comes.
  hidings = new MutationObserver(mendLater);
  comings = new MutationObserver((records) => {
    if (last === null || (frame === 0 && last.element.isConnected)) return;
    collect(records);
    mendLater();
  });
  comings.observe(document.body, { subtree: true, childList: true });
  const noteFocus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && target !== document.body) note(target);
  };
  /** A press beside all controls lets the focus go on purpose. */
  const letGo = ({ target }: PointerEvent) => {
    if (target instanceof Element && target.closest(`${controls}, [tabindex]`) === null)
      last = null;
  };
  document.addEventListener('focusin', noteFocus);
  document.addEventListener('pointerdown', letGo, true);
  return () => {
    cancelAnimationFrame(frame);
    hidings?.disconnect();
    comings?.disconnect();
    hidings = comings = null;
    document.removeEventListener('focusin', noteFocus);
    document.removeEventListener('pointerdown', letGo, true);
    last = null;
    earlier = [];
  };
}
