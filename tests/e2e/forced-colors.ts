import type { Page } from '@playwright/test';

/**
 * What can't be seen once a person forces colours on the page: states that look like their opposite
 * beside them, and controls without words, sign, line or ground. The colours must be forced before.
 */
export function vanishedOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const states = [
      ["[aria-selected='true']", "[aria-selected='false'], :not([aria-selected])"],
      ["[aria-current]:not([aria-current='false'])", ":not([aria-current='page'])"],
      ["button[aria-pressed='true']", "button[aria-pressed='false']"],
      ["[aria-checked='true']", "[aria-checked='false']"],
    ] as const;
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.closest('.unseen, [inert]') === null;
    const describe = (element: Element) =>
      `${element.tagName.toLowerCase()}.${[...element.classList].join('.')} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40)}"`;
    const lines = (style: CSSStyleDeclaration) =>
      ['top', 'right', 'bottom', 'left']
        .map((side) => style.getPropertyValue(`border-${side}-width`))
        .concat(style.borderTopColor, style.borderBottomColor, style.outlineStyle);
    /** All that tells an element apart but its words. */
    const lookOf = (element: Element): string => {
      const parts = [element, ...element.children].map((part) =>
        ([undefined, '::before', '::after'] as const).map((pseudo) => {
          const style = getComputedStyle(part, pseudo);
          if (pseudo !== undefined && style.content === 'none') return '';
          return [style.backgroundColor, ...lines(style)].join();
        }),
      );
      return JSON.stringify([parts[0], element.querySelectorAll('svg').length, parts.slice(1)]);
    };
    const found: string[] = [];
    for (const [on, off] of states) {
      for (const element of document.querySelectorAll(on)) {
        if (!isShown(element)) continue;
        const { tagName, parentElement, className } = element;
        const like = [
          ...(parentElement?.children ?? []),
          ...(parentElement?.parentElement?.querySelectorAll(tagName) ?? []),
        ].find(
          (other) =>
            other !== element &&
            other.tagName === tagName &&
            other.matches(off) &&
            !other.matches(on) &&
            (other.classList[0] ?? '') === (String(className).split(' ')[0] ?? '') &&
            isShown(other),
        );
        if (like && lookOf(like) === lookOf(element))
          found.push(`as its like: ${describe(element)}`);
      }
    }
    const ground = getComputedStyle(document.body).backgroundColor;
    const isSeen = (element: Element): boolean => {
      const style = getComputedStyle(element);
      const line = style.borderTopWidth !== '0px' && style.borderTopStyle !== 'none';
      const ring = style.outlineStyle !== 'none';
      const filled = ![ground, 'rgba(0, 0, 0, 0)'].includes(style.backgroundColor);
      return line || ring || filled || style.backgroundImage !== 'none';
    };
    const controls =
      'button, input, a[href], [role=button], [role=switch], [role=checkbox], [role=radio], [role=slider], [role=separator]';
    for (const element of document.querySelectorAll(controls)) {
      if (!isShown(element) || element.closest('.leaflet-map-pane')) continue;
      const { width, height } = element.getBoundingClientRect();
      if (width < 2 || height < 2) continue;
      const hasWords = (element.textContent ?? '').trim() !== '';
      const hasSign = element.querySelector('svg, img, canvas') !== null;
      if (hasWords || hasSign) continue;
      // A field's frame is the line around it and around its label's icon.
      const frames = [element, element.parentElement, element.parentElement?.parentElement];
      const parts = [...frames.filter((each) => each !== null && each !== undefined)];
      const inside = [...element.querySelectorAll('*')];
      if (![...parts, ...inside].some(isSeen)) found.push(`nothing to see: ${describe(element)}`);
    }
    return [...new Set(found)];
  });
}

/** Goes through the page by Tab; answers where the focus could not be seen, or that it was nowhere. */
export async function focusLostOn(page: Page, steps: number): Promise<string[]> {
  const lost = new Set<string>();
  let landed = 0;
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press('Tab');
    const { isOnControl, unseen } = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!(focused instanceof HTMLElement) || focused === document.body)
        return { isOnControl: false, unseen: null };
      const looks = () => {
        const around: Element[] = [];
        for (let each: Element | null = focused; each && around.length < 4;) {
          around.push(each);
          each = each.parentElement;
        }
        const active = [...focused.querySelectorAll('.active, .cursor, [aria-selected=true]')];
        return JSON.stringify(
          [...around, ...active].map((each) =>
            ([undefined, '::after', '::before'] as const).map((pseudo) => {
              const { outlineStyle, outlineWidth, borderTopColor, borderTopWidth, content } =
                getComputedStyle(each, pseudo);
              return [outlineStyle, outlineWidth, borderTopColor, borderTopWidth, content];
            }),
          ),
        );
      };
      const withFocus = looks();
      focused.blur();
      const without = looks();
      focused.focus({ focusVisible: true } as FocusOptions);
      const name = (focused.getAttribute('aria-label') ?? focused.textContent).trim().slice(0, 40);
      const isUnseen = withFocus === without;
      const described = `${focused.tagName.toLowerCase()} "${name}"`;
      return { isOnControl: true, unseen: isUnseen ? described : null };
    });
    if (isOnControl) landed += 1;
    if (unseen !== null) lost.add(`no focus to see: ${unseen}`);
  }
  if (landed === 0) lost.add('no control took the focus');
  return [...lost];
}
