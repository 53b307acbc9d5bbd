import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Arguments, wantsHelp } from '../arguments.mjs';
import { makeKey, readKey, signFeed } from '../packaging/feed-keys.mjs';
import { Problem } from '../problem.mjs';
import { say } from '../terminal.mjs';

const USAGE = `Usage: npm run sign-feed -- FILE...
       npm run sign-feed -- --new-key FILE

Signs the update feeds of a release: writes FILE.sig beside each. A feed that is changed later, such
as to hand a version out in steps, has to be signed again. The private key comes from the environment:
  FLEETDESK_UPDATE_PRIVATE_KEY   as PEM; a secret of the maintainers
  FLEETDESK_UPDATE_KEY           its public half, where it is to be compared

  --new-key FILE   makes a key instead: writes the private half to FILE and prints the public half,
                   which goes into packages as FLEETDESK_UPDATE_KEY
  --help           this text`;

/** @param {string[]} args */
function parse(args) {
  const given = new Arguments(args, 'npm run sign-feed --');
  /** @type {{newKey: string | undefined, feeds: string[]}} */
  const wanted = { newKey: undefined, feeds: [] };
  for (let option = given.next(); option; option = given.next()) {
    if (option.name === '--new-key') {
      wanted.newKey = given.valueOf(option);
      if (wanted.newKey === undefined) throw given.wrong('--new-key needs the name of a file.');
    } else if (option.whole.startsWith('-')) throw given.unknown(option);
    else wanted.feeds.push(option.whole);
  }
  if (wanted.newKey === undefined && wanted.feeds.length === 0) {
    throw given.wrong('Name the feeds to sign.');
  }
  return wanted;
}

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {(line: string) => void} print
 */
export async function main(args, env = process.env, print = say) {
  if (wantsHelp(args)) {
    console.log(USAGE);
    return 0;
  }
  const folder = env['INIT_CWD'] ?? process.cwd();
  const { newKey, feeds } = parse(args);
  if (newKey !== undefined) {
    const { privateKey, publicKey } = makeKey();
    const file = path.resolve(folder, newKey);
    // Never over another: what it signed could not be followed by anything.
    await writeFile(file, privateKey, { mode: 0o600, flag: 'wx' });
    print(`The private key is in ${file}. Keep it secret, and never in the repository.`);
    print(`The public key: ${publicKey}`);
    return 0;
  }
  const pem = env['FLEETDESK_UPDATE_PRIVATE_KEY'];
  if (pem === undefined || pem === '') {
    throw new Problem(
      'There is no key to sign with.',
      'set FLEETDESK_UPDATE_PRIVATE_KEY, or make a key with --new-key FILE.',
    );
  }
  const key = readKey(pem, env['FLEETDESK_UPDATE_KEY'] || undefined);
  for (const feed of feeds) {
    const file = path.resolve(folder, feed);
    const signature = signFeed(path.basename(file), await readFile(file), key);
    await writeFile(`${file}.sig`, `${signature}\n`);
    print(`Signed ${path.basename(file)}.`);
  }
  return 0;
}
