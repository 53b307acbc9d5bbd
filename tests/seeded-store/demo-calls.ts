import type { BuiltInCollection } from '@contract/collections';
import { catalogue } from '@core/service/operations';
import { defaultProfile } from '@core/service/profile';
import type { RecordBase, RecordList } from '@core/service/decoders/records';
import { toTold } from '@core/service/resources/codec';
import { wireOf } from '@core/service/resources';
import type { ToldRecord } from '@core/ports/store';
import { makeDemoService, type DemoHttp } from '../../electron/demo/start';

/** Records a page: the most that the service allows. */
const PAGE = 100;

/** A demo service without a socket and without a limit, read list by list. */
export class DemoLists {
  readonly #demo: DemoHttp;
  #token = '';

  private constructor(demo: DemoHttp) {
    this.#demo = demo;
  }

  static async open(vehicles: number): Promise<DemoLists> {
    const options = { vehicles, ratePerMinute: 10_000_000, tokenLifeSeconds: 86_400 };
    const lists = new DemoLists(await makeDemoService(options, { outage: () => undefined }));
    await lists.#signIn();
    return lists;
  }

  /** The world behind it. */
  get world(): DemoHttp['world'] {
    return this.#demo.world;
  }

  /** All records of a list, as the app takes them in, page by page. */
  async *pages(collection: BuiltInCollection): AsyncGenerator<ToldRecord[]> {
    for (let page = 1; ; page += 1) {
      const query = wireOf(collection).isPaged ? `?limit=${PAGE}&page=${page}` : '';
      const body = await this.#ask('GET', `/v2/${collection}${query}`);
      const context = { profile: defaultProfile, receivedAt: Date.now() };
      const { records } = catalogue[`${collection}.list`].decode(
        body,
        context,
      ) as RecordList<RecordBase>;
      if (records.length > 0) yield records.map((record) => toTold(collection, record));
      if (query === '' || records.length < PAGE) return;
    }
  }

  async close(): Promise<void> {
    await this.#demo.app.close();
  }

  async #signIn(): Promise<void> {
    const { username, password } = this.#demo;
    const answer = await this.#ask('POST', '/v2/auth/login', { username, password });
    this.#token = (answer as { data: { token: string } }).data.token;
  }

  async #ask(method: 'GET' | 'POST', url: string, payload?: object): Promise<unknown> {
    const answer = await this.#demo.app.inject({
      ...{ method, url },
      headers: { 'public-key': this.#demo.publicKey, authorization: `Bearer ${this.#token}` },
      ...(payload && { payload }),
    });
    if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.body}`);
    return answer.json();
  }
}
