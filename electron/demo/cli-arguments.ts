import { parseArgs } from 'node:util';
import type { DemoOptions } from './options';

type Chosen = { -readonly [K in keyof DemoOptions]: DemoOptions[K] };

/** What `--help` prints. */
const USAGE = `Usage: npm run -s demo-service -- [options]

  --port N          port on 127.0.0.1; 0 lets the system choose (0)
  --vehicles N      size of the fleet, 1 to 50000 (120)
  --seed N          the same seed gives the same town, records and journeys (1)
  --rate N          requests answered in any 60 seconds (50)
  --latency MS      delay of every answer (0)
  --token-life S    life of an access token (900)
  --test-control    open /control/… for faults, clock and request log
  --help            this text`;

/** The command line as options, or the sentence that says what is wrong with it. */
export function readArguments(
  argv: readonly string[],
): { options: DemoOptions } | { problem: string } | { help: string } {
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
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) return { help: USAGE };
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
