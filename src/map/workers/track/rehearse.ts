import type { TrackRequest } from './track-messages';

/** Fixes of the invented drive: so many that the engine compiles what draws them. */
const count = 20_000;
const rounds = 4;

/** A drive in narrow turns, at speeds that change: little of it is left out, and much is drawn. */
function drive(): TrackRequest {
  const at = Float64Array.from({ length: count }, (_, index) => index);
  return {
    kind: 'track',
    fixes: {
      at,
      latitude: at.map((index) => 0.2 * Math.sin(index / 800) + 0.02 * Math.sin(index / 15)),
      longitude: at.map((index) => 0.2 * Math.sin(index / 1100) + 0.02 * Math.cos(index / 15)),
      speed: Float32Array.from(at, (index) => 60 + 60 * Math.sin(index / 50)),
      gapAfter: new Uint32Array(),
    },
  };
}

/**
 * Draws an invented drive a few times. An engine compiles what it has run for a while; a day that is
 * drawn by what was never run before takes three times as long, and a person waits for it. What was
 * compiled holds for objects like those it was compiled with: copies, as messages are, and numbers
 * that are not whole.
 */
export function rehearse(take: (request: TrackRequest) => void): void {
  const black = '#000000';
  const track = drive();
  const scale = Array.from({ length: 24 }, () => black);
  const colours = { scale, unknown: black, paleScale: scale, paleUnknown: black };
  take({ kind: 'style', style: { ...colours, casing: black, gap: black, width: 4 } });
  for (let round = 0; round < rounds; round += 1) {
    const worldSize = 256 * 2 ** 10;
    const [left, top] = [worldSize / 2 - 200.3, worldSize / 2 - 200.3];
    const view = { worldSize, left, top, width: 400, height: 400, pixelRatio: 1.25 };
    const draw: TrackRequest = { kind: 'draw', view, whole: true, until: count / 2 };
    take(structuredClone(track));
    take(structuredClone(draw));
  }
}
