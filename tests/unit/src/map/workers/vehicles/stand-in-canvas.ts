import { vi } from 'vitest';
import { vehicleColorTokens, type VehicleColors } from '@/map/workers/vehicles/messages';
import { corner, zoom } from './fleet';

/** By how much the canvas is larger than the map's window, on each side. */
export const inset = 50;

/** The view of the tests. */
export const view = {
  zoom,
  left: corner.left - inset,
  top: corner.top - inset,
  width: 900,
  height: 700,
  inset,
  ratio: 1,
};

export const colors = Object.fromEntries(
  Object.keys(vehicleColorTokens).map((name) => [name, '#123456']),
) as VehicleColors;

/** A context that draws nothing: it counts what it is asked for, and notes which words. */
export function fakeContext() {
  const calls: Record<string, number> = {};
  const words: string[] = [];
  const context = new Proxy(
    {},
    {
      get: (_, name) => {
        if (name === 'measureText') return (text: string) => ({ width: text.length * 6 });
        return (first: unknown) => {
          calls[String(name)] = (calls[String(name)] ?? 0) + 1;
          if (name === 'fillText') words.push(String(first));
        };
      },
      set: () => true,
    },
  ) as unknown as OffscreenCanvasRenderingContext2D;
  return { context, calls, words };
}

/** Puts such a context behind every canvas, until the end of a test. */
export function stubCanvas(): () => void {
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => fakeContext().context;
    },
  );
  return () => {
    vi.unstubAllGlobals();
  };
}
