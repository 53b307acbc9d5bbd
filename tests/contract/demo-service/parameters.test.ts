import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATIENT, messageOf, ServiceClient } from './service-client';

describe('parameters of reading operations', PATIENT, () => {
  let client: ServiceClient;

  beforeAll(async () => {
    client = await ServiceClient.start();
  });
  afterAll(() => client.close());

  const column = async (path: string, name: string): Promise<unknown[]> =>
    (await client.list(path)).map(({ attributes }) => attributes[name]);

  describe('attributes', () => {
    it('are asked for by the names of writing and answered by those of reading', async () => {
      const asked = ['plate', 'type', 'brand', 'model', 'registration_number', 'user_names'];
      const query = asked.map((name) => `attributes[]=${name}`).join('&');
      const { id, attributes } = await client.first(`/v2/vehicles?limit=1&${query}`);
      const answered = ['brand_name', 'model_name', 'plate', 'type_name'];
      expect(Object.keys(attributes).sort()).toEqual(answered);
      const one = await client.get(`/v2/vehicles/${id}?${query}`);
      expect((one.json as { data: { attributes: object } }).data.attributes).toEqual(attributes);
    });

    it('may be one value without brackets', async () => {
      const { attributes } = await client.first('/v2/devices?limit=1&attributes=imei');
      expect(Object.keys(attributes)).toEqual(['imei']);
    });

    it('that do not exist are refused, by place', async () => {
      const answer = await client.get('/v2/users?attributes[]=name&attributes[]=password');
      expect(answer.status).toBe(400);
      expect(messageOf(answer)).toMatch(/^query\.attributes\[1\] must be one of /);
    });

    it.each(['/v2/chips', '/v2/roles'])('are refused by %s, by name', async (path) => {
      const answer = await client.get(`${path}?attributes[]=name`);
      expect(answer.status).toBe(400);
      expect(messageOf(answer)).toBe('query.attributes is not allowed');
    });
  });

  describe('includes', () => {
    it('of devices come with the vehicles', async () => {
      const query = 'includes[device][]=name&includes[device][]=imei';
      const vehicles = await client.list(`/v2/vehicles?limit=100&${query}`);
      const devices = vehicles.flatMap(({ relationships }) => relationships.device ?? []);
      expect(devices.length).toBeGreaterThan(90);
      expect(devices.length).toBeLessThan(100);
      for (const { type, attributes } of devices) {
        expect(type).toBe('devices');
        expect(Object.keys(attributes as object).sort()).toEqual(['imei', 'name']);
      }
    });

    it('name the main device: of those in force that call themselves main, the newest', async () => {
      const vehicles = await client.list('/v2/vehicles?limit=100&includes[device][]=imei');
      let several = 0;
      for (const vehicle of vehicles) {
        const mains = (await client.list(`/v2/vehicles/${vehicle.id}/associations/devices`))
          .filter(({ attributes }) => attributes.is_main_device === true)
          .filter(({ attributes }) => attributes.deleted_at === null)
          .sort((a, b) =>
            String(b.attributes.created_at).localeCompare(String(a.attributes.created_at)),
          );
        if (mains.length > 1) several += 1;
        const newest = mains[0]?.relationships;
        expect(vehicle.relationships.device?.id).toBe((newest?.devices ?? newest?.device)?.id);
      }
      expect(several).toBeGreaterThan(0);
    });

    it('of anything else are refused', async () => {
      const answer = await client.get('/v2/vehicles?includes[driver][]=name');
      expect(messageOf(answer)).toBe('query.includes.driver is not allowed');
    });

    it.each(['/v2/users', '/v2/devices', '/v2/chips'])(
      'are refused by %s, by name',
      async (path) => {
        const answer = await client.get(`${path}?includes[enterprise][]=name`);
        expect(answer.status).toBe(400);
        expect(messageOf(answer)).toBe('query.includes is not allowed');
      },
    );
  });

  describe('filters', () => {
    it('know the operators eq, neq, ilk, sw, ew and btw', async () => {
      const all = (await column('/v2/vehicles?limit=100', 'plate')) as string[];
      const plate = all[7] ?? '';
      const filtered = (condition: string) =>
        column(`/v2/vehicles?limit=100&filters[plate]${condition}`, 'plate');
      expect(await filtered(`[eq]=${plate}`)).toEqual([plate]);
      expect(await filtered(`[neq]=${plate}`)).not.toContain(plate);
      expect(await filtered(`[ilk]=${plate.slice(2, 5).toLowerCase()}`)).toContain(plate);
      expect(await filtered(`[sw]=${plate.slice(0, 3)}`)).toContain(plate);
      expect(await filtered(`[sw]=${plate.slice(1, 4)}`)).not.toContain(plate);
      expect(await filtered(`[ew]=${plate.slice(-3)}`)).toContain(plate);
      const between = await filtered('[btw][]=C&filters[plate][btw][]=F');
      expect(between.length).toBeGreaterThan(0);
      for (const found of between as string[]) expect(found >= 'C' && found <= 'F').toBe(true);
    });

    it('find a vehicle by the IMEI of its device', async () => {
      const vehicle = (await client.list('/v2/vehicles?limit=5&includes[device][]=imei')).at(-1);
      const { imei } = vehicle?.relationships.device?.attributes as { imei: string };
      const found = await client.list(`/v2/vehicles?filters[devices.imei][eq]=${imei}`);
      expect(found.map(({ id }) => id)).toEqual([vehicle?.id]);
    });

    it('of unknown fields and operators are refused, by path', async () => {
      const message = async (query: string) => messageOf(await client.get(`/v2/vehicles?${query}`));
      expect(await message('filters[wheels][eq]=4')).toBe('query.filters.wheels is not allowed');
      expect(await message('filters[plate][like]=A')).toMatch(
        /^query\.filters\.plate\.like is not allowed/,
      );
      expect(await message('filters[plate][btw]=A')).toBe(
        'query.filters.plate.btw must have two values',
      );
      expect(await message('filters=4')).toBe('query.filters must be an object');
    });
  });

  it('sort goes up with 1 and down with -1', async () => {
    const up = (await column(
      '/v2/vehicles?limit=100&sort[created_at]=1',
      'created_at',
    )) as string[];
    const down = (await column(
      '/v2/vehicles?limit=100&sort[created_at]=-1',
      'created_at',
    )) as string[];
    expect(up).toEqual([...up].sort());
    expect(down).toEqual([...down].sort().reverse());
    expect(up[0]).not.toBe(down[0]);
    const wrong = await client.get('/v2/vehicles?sort[created_at]=up');
    expect(messageOf(wrong)).toBe('query.sort.created_at must be 1 or -1');
  });

  it('search finds parts of words, whatever their case and accents', async () => {
    const [user] = (await client.list('/v2/users?limit=100')).filter(({ attributes }) =>
      /[áãéíóôúç]/.test(String(attributes.name)),
    );
    const name = String(user?.attributes.name);
    const plain = name
      .normalize('NFD')
      .replace(/\p{Diacritic}/gu, '')
      .toUpperCase();
    const found = await client.list(`/v2/users?search=${encodeURIComponent(plain)}`);
    expect(found.map(({ id }) => id)).toContain(user?.id);
    const elsewhere = await client.list(
      `/v2/users?search=${encodeURIComponent(plain)}&searchables[]=username`,
    );
    expect(elsewhere.map(({ id }) => id)).not.toContain(user?.id);
  });

  it('user associations carry the attributes that are asked for', async () => {
    for (const { id } of await client.list('/v2/vehicles?limit=30')) {
      const path = `/v2/vehicles/${id}/associations/users`;
      const plain = await client.list(path);
      const asked = await client.list(
        `${path}?attributes[]=nature&attributes[]=created_at&sort[created_at]=1`,
      );
      expect(asked).toHaveLength(plain.length);
      for (const { attributes } of plain) expect(attributes).toEqual({});
      for (const { attributes } of asked) {
        expect(Object.keys(attributes).sort()).toEqual(['created_at', 'nature']);
      }
    }
  });

  it('tracking knows the format JSON alone', async () => {
    const { id } = await client.first('/v2/vehicles?limit=1');
    const answer = await client.get(`/v2/vehicles/${id}/tracking/000000000000000?format=XML`);
    expect(messageOf(answer)).toBe('query.format must be JSON');
  });
});
