/** How a screen is looked at. */
export const looks = ['light', 'dark', '900x600', 'pt-BR', 'es', 'pseudo'] as const;

export type Look = (typeof looks)[number];

const isLook = (name: string): name is Look => looks.some((look) => look === name);

/**
 * Which pictures are taken. `only` names screens (`map`), looks (`dark`) and single pictures
 * (`map-light`); screens and looks narrow each other, and an empty list asks for everything.
 */
export class Wanted {
  readonly #looks: readonly Look[];
  readonly #screens: readonly string[];
  readonly #single: readonly string[];
  /** Screens that were asked about: there are no others. */
  readonly #known = new Set<string>();

  constructor(only: readonly string[]) {
    const isSingle = (name: string) => looks.some((look) => name.endsWith(`-${look}`));
    this.#looks = only.filter(isLook);
    this.#single = only.filter((name) => !isLook(name) && isSingle(name));
    this.#screens = only.filter((name) => !isLook(name) && !isSingle(name));
  }

  /** Whether a picture of that name, such as `map-light`, is taken. */
  picture(screen: string, look: Look): boolean {
    this.#known.add(screen);
    if (this.#single.includes(`${screen}-${look}`)) return true;
    if (this.#screens.length + this.#looks.length === 0) return this.#single.length === 0;
    const isScreen = this.#screens.length === 0 || this.#screens.includes(screen);
    return isScreen && (this.#looks.length === 0 || this.#looks.includes(look));
  }

  /** Names that no picture has, once all of them were asked about. */
  unknown(): string[] {
    const singles = [...this.#known].flatMap((screen) => looks.map((look) => `${screen}-${look}`));
    return [...this.#screens, ...this.#single].filter(
      (name) => !this.#known.has(name) && !singles.includes(name),
    );
  }

  /** Whether any picture of one of these screens is taken. */
  any(...screens: string[]): boolean {
    for (const screen of screens) this.#known.add(screen);
    return screens.some((screen) => looks.some((look) => this.picture(screen, look)));
  }
}
