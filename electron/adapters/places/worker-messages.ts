import type { GroundPiece, GroundQuestion } from '@core/ports/named-ground';

/** What the worker that keeps names is told or asked. */
export type GroundCall =
  | { readonly kind: 'hold'; readonly key: string; readonly piece: GroundPiece }
  | { readonly kind: 'drop'; readonly keys: readonly string[] }
  | {
      readonly kind: 'locate';
      readonly questions: readonly GroundQuestion[];
      readonly language: string;
    };

/** A call with the number that its answer carries. */
export type ToGroundWorker = { readonly id: number; readonly call: GroundCall };

/** The answer to a call, or why there is none. */
export type FromGroundWorker =
  | { readonly id: number; readonly output: unknown }
  | { readonly id: number; readonly fault: string };
