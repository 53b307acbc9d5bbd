/**
 * What crosses between the page and a mocked main as JSON. Columns of numbers, which Electron's IPC
 * carries as they are, travel as their bytes.
 */

const columns = { Float64Array, Float32Array, Uint32Array, Uint8Array };
type ColumnName = keyof typeof columns;

type Packed = { readonly column: ColumnName; readonly bytes: string };

function isPacked(value: object): value is Packed {
  return 'column' in value && 'bytes' in value && Object.keys(value).length === 2;
}

function nameOf(value: object): ColumnName | undefined {
  return (Object.keys(columns) as ColumnName[]).find((name) => value instanceof columns[name]);
}

function packColumn(column: ColumnName, { buffer, byteOffset, byteLength }: Uint8Array): Packed {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return { column, bytes: btoa(text) };
}

function unpackColumn({ column, bytes }: Packed): object {
  const { buffer } = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
  return new columns[column](buffer);
}

/** A message as text. */
export function packMessage(message: unknown): string {
  return JSON.stringify(message, (_name, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    const column = nameOf(value);
    return column === undefined ? value : packColumn(column, value as Uint8Array);
  });
}

/** The message in a text. */
export function unpackMessage(text: string): unknown {
  return JSON.parse(text, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && isPacked(value) ? unpackColumn(value) : value,
  );
}

/** What a page of `npm run dev:mocked` sends. */
export type ToMockedMain =
  /** The first thing: the page's address, which names the state to look at. */
  | { readonly kind: 'open'; readonly page: string; readonly search: string }
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly channel: string;
      readonly input: unknown;
      readonly callId: number | undefined;
    }
  | { readonly kind: 'cancel'; readonly callId: number };

/** What it hears. */
export type FromMockedMain =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'event'; readonly message: unknown }
  /** Another document belongs to the session, as main would load it. */
  | { readonly kind: 'show'; readonly page: 'index' | 'sign-in' };

/** The name under which both sides speak over the WebSocket of Vite. */
export const mockedMainEvent = 'fleetdesk:main';
