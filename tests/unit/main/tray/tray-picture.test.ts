import { describe, expect, it } from 'vitest';
import { badgeText, dimmed, withBadge, type Picture } from '@main/tray/tray-picture';

const blue = [0xd0, 0x5b, 0x2f, 0xff] as const;

function square(size: number): Picture {
  const pixels = new Uint8Array(size * size * 4);
  for (let at = 0; at < pixels.length; at += 4) pixels.set(blue, at);
  return { width: size, height: size, pixels };
}

/** The picture as text: `r` red, `w` white, `.` the ground. */
function look({ width, height, pixels }: Picture): string[] {
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => {
      const [b, g, r] = pixels.subarray((y * width + x) * 4);
      if (b === 0xff && g === 0xff && r === 0xff) return 'w';
      return r === 0xc9 ? 'r' : '.';
    }).join(''),
  );
}

describe('the picture in the tray', () => {
  it('is as it is without alerts', () => {
    const picture = square(24);
    expect(withBadge(picture, 0)).toBe(picture);
  });

  it('carries the number of open alerts in its corner, on red', () => {
    const rows = look(withBadge(square(24), 3));
    expect(rows.slice(0, 6).every((row) => row === '.'.repeat(24))).toBe(true);
    expect(rows.join('\n')).toContain('w');
    expect(rows.at(-5)?.includes('r')).toBe(true);
    expect(look(withBadge(square(24), 3))).not.toEqual(look(withBadge(square(24), 4)));
  });

  it('says more than nine in two signs that fit, at either size', () => {
    expect([badgeText(9), badgeText(10), badgeText(500)]).toEqual(['9', '9+', '9+']);
    for (const size of [16, 24, 32, 48]) {
      const rows = look(withBadge(square(size), 500));
      expect(rows[0]).toBe('.'.repeat(size));
      expect(rows.some((row) => row.includes('w'))).toBe(true);
    }
  });

  it('loses its colors while the service cannot be reached, and keeps its outline', () => {
    const { pixels } = dimmed(square(2));
    const [b, g, r, a] = pixels;
    expect([b === g, g === r, a]).toEqual([true, true, 0xff]);
  });
});
