/** What core uses of papaparse, whose own types ask for Node's and the browser's. */
declare module 'papaparse' {
  const papa: {
    parse(text: string, config: { delimitersToGuess: string[] }): { data: string[][] };
    unparse(
      rows: readonly (readonly (string | number | null)[])[],
      config: { delimiter: string; escapeFormulae: boolean },
    ): string;
  };
  export default papa;
}
