import type { Locator, Page } from '@playwright/test';
import type { Colour } from '../integration/tiles/map-server';

/** The part of what is on the screen that has a colour, 0 to 1. */
export async function shareOf(
  page: Page,
  place: Locator,
  [red, green, blue]: Colour,
): Promise<number> {
  const picture = (await place.screenshot()).toString('base64');
  return page.evaluate(
    async ({ base64, wanted }) => {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      if (!context) return 0;
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      let hits = 0;
      for (let i = 0; i < data.length; i += 4) {
        if (wanted.every((value, part) => Math.abs((data[i + part] ?? 0) - value) < 8)) hits += 1;
      }
      return hits / (data.length / 4);
    },
    { base64: picture, wanted: [red, green, blue] },
  );
}
