import interLatin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import interLatinExt from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2?url';

const fallback = 'system-ui, sans-serif';
let family = fallback;

/**
 * The family that drawings use: the page's own font, loaded again since workers share none. Its name
 * is not used before it is there, since a canvas keeps what it made of a name the first time.
 */
export function drawingFont(): string {
  return family;
}

const files = [
  { url: interLatin, unicodeRange: 'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02DC, U+2000-206F' },
  { url: interLatinExt, unicodeRange: 'U+0100-02BA, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF' },
];

/** Loads the font into this worker; what was drawn before has to be drawn again. */
export async function loadDrawingFont(): Promise<void> {
  const { fonts } = self as unknown as { fonts: FontFaceSet };
  const loads = files.map(async ({ url, unicodeRange }) => {
    const face = new FontFace('Inter Drawing', `url(${url})`, { weight: '100 900', unicodeRange });
    fonts.add(await face.load());
  });
  await Promise.allSettled(loads);
  family = `"Inter Drawing", ${fallback}`;
}
