/** The two notes of the sound, Hz, and when each begins, seconds. */
const notes = [
  { pitch: 784, at: 0 },
  { pitch: 1047, at: 0.16 },
] as const;
/** So long a note fades, seconds. */
const fade = 0.5;
/** The part of full volume that a note begins with, at 100 percent. */
const loudest = 0.4;

let context: AudioContext | undefined;

/** Plays the sound of an alert, so loud, percent: made here, so that there is no file to load. */
export async function playChime(volume: number): Promise<void> {
  if (volume <= 0 || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') await context.resume();
  const begin = context.currentTime + 0.02;
  for (const { pitch, at } of notes) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.type = 'triangle';
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime((loudest * volume) / 100, begin + at);
    gain.gain.exponentialRampToValueAtTime(0.001, begin + at + fade);
    tone.connect(gain).connect(context.destination);
    tone.start(begin + at);
    tone.stop(begin + at + fade);
  }
}
