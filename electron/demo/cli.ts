import { readArguments } from './cli-arguments';
import { startDemoService } from './start';

/** The demo service alone: one line of JSON says where it is, then it runs until it is stopped. */
const BAD_START = 2;

async function run(): Promise<void> {
  const read = readArguments(process.argv.slice(2));
  if ('problem' in read) {
    console.error(`The demo service did not start: ${read.problem}`);
    process.exitCode = BAD_START;
    return;
  }
  try {
    const service = await startDemoService(read.options);
    const { url, publicKey, username, password, vehicles, seed } = service;
    console.log(JSON.stringify({ url, publicKey, username, password, vehicles, seed }));
    const stop = (): void => void service.close();
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(`The demo service did not start: ${reason}`);
    process.exitCode = BAD_START;
  }
}

void run();
