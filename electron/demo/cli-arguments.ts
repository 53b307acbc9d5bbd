import { parseArgs } from 'node:util';
import type { DemoOptions } from './options';

type Chosen = { -readonly [K in keyof DemoOptions]: DemoOptions[K] };

/** The command line as options, or the sentence that says what is wrong with it. */
export function readArguments(
  argv: readonly string[],
): { options: DemoOptions } | { problem: string } {
  try {
    const { values } = parseArgs({
      args: [...argv],
      allowPositionals: false,
      options: {
        port: { type: 'string' },
        vehicles: { type: 'string' },
        seed: { type: 'string' },
        rate: { type: 'string' },
        latency: { type: 'string' },
        'token-life': { type: 'string' },
        'test-control': { type: 'boolean' },
      },
    });
    const options: Chosen = {};
    const numbers = [
      ['port', 'port'],
      ['vehicles', 'vehicles'],
      ['seed', 'seed'],
      ['rate', 'ratePerMinute'],
      ['latency', 'latencyMs'],
      ['token-life', 'tokenLifeSeconds'],
    ] as const;
    for (const [name, key] of numbers) {
      const text = values[name];
      if (text === undefined) continue;
      if (!/^\d+$/.test(text)) return { problem: `--${name} needs a whole number, not "${text}".` };
      options[key] = Number(text);
    }
    if (values['test-control']) options.testControl = true;
    return { options };
  } catch (error) {
    return {
      problem: error instanceof Error ? `${error.message.split('. ')[0] ?? ''}.` : String(error),
    };
  }
}
