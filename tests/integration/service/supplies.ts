import { relationOf } from '@core/service/decoders/records';
import type { OperationInput, OperationName, OperationOutput } from '@core/service/operations';
import type { Office } from './office';

type Ids = Readonly<Record<'vehicle' | 'device' | 'enterprise' | 'user' | 'role' | 'chip', string>>;

/** Valid inputs for every operation, made again where an operation uses its record up. */
export class Supplies {
  readonly #office: Office;
  readonly #ids: Ids;
  readonly #acc: number;
  #count = 0;

  private constructor(office: Office, ids: Ids, acc: number) {
    this.#office = office;
    this.#ids = ids;
    this.#acc = acc;
  }

  /** The same for another office on the same service; what is made stays unique. */
  for(office: Office): Supplies {
    const supplies = new Supplies(office, this.#ids, this.#acc);
    this.#count += 1_000;
    supplies.#count = this.#count;
    return supplies;
  }

  /** Looks for what the demo service has: a vehicle with a device, and one of everything else. */
  static async gather(office: Office): Promise<Supplies> {
    const call = callOf(office);
    const first = async (name: 'users' | 'roles' | 'chips'): Promise<string> =>
      idOf(await call(`${name}.list`, {}));
    const { records } = await call('vehicles.list', { page: 1, limit: 10 });
    for (const record of records) {
      const { id } = record;
      const enterprise = relationOf(record, 'enterprises', 'enterprise')?.id;
      const associations = await call('deviceAssociations.list', { vehicleId: id });
      const main = associations.records.find(
        (each) => each.isMainDevice === true && each.deletedAt === null,
      );
      if (!main?.device || enterprise === undefined) continue;
      const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
      const ids = {
        vehicle: id,
        device: main.device.id,
        enterprise,
        user: await first('users'),
        role: await first('roles'),
        chip: await first('chips'),
      };
      const supplies = new Supplies(office, ids, Number(day.replaceAll('-', '')));
      if (await supplies.#hasDay()) return supplies;
    }
    throw new Error('No vehicle of the demo fleet has a device and a day.');
  }

  async #hasDay(): Promise<boolean> {
    try {
      await callOf(this.#office)('trajectories.get', this.#day());
      return true;
    } catch {
      return false;
    }
  }

  #day(): OperationInput<'trajectories.get'> {
    const filters = { acc: { eq: this.#acc }, did: { eq: this.#ids.device } };
    return { id: this.#ids.vehicle, filters };
  }

  /** An input with which an operation succeeds. */
  async inputFor(operation: OperationName): Promise<object> {
    const { vehicle, device, user, role, chip } = this.#ids;
    const { service } = this.#office;
    switch (operation) {
      case 'authentication.logIn':
        return { username: service.username, password: service.password };
      case 'authentication.refresh': {
        const call = callOf(this.#office);
        const login = { username: service.username, password: service.password };
        const { token, refreshToken } = await call('authentication.logIn', login);
        return { authToken: token, refreshToken };
      }
      case 'users.list':
      case 'roles.list':
      case 'vehicles.list':
      case 'devices.list':
      case 'chips.list':
        return {};
      case 'users.get':
        return { id: user };
      case 'roles.get':
        return { id: role };
      case 'vehicles.get':
        return { id: vehicle };
      case 'devices.get':
        return { id: device };
      case 'chips.get':
        return { id: chip };
      case 'users.update':
        return { id: user, data: { attributes: { phone2: this.#next() } } };
      case 'vehicles.update':
        return { id: vehicle, data: { attributes: { code: this.#next() } } };
      case 'devices.update':
        return { id: device, data: { attributes: { code: this.#next() } } };
      case 'chips.update':
        return { id: chip, data: { attributes: { batch: this.#next() } } };
      case 'users.setStatus':
        return { id: await this.#newUser(), situation: 'deactivation' };
      case 'devices.setStatus':
        return { id: device, situation: 'activation' };
      case 'users.create':
        return this.#user();
      case 'vehicles.create':
        return this.#vehicle();
      case 'devices.create':
        return this.#device();
      case 'users.delete':
        return { id: await this.#newUser() };
      case 'vehicles.delete':
        return { ids: [await this.#newVehicle()] };
      case 'devices.delete':
        return { ids: [await this.#newDevice()] };
      case 'deviceAssociations.list':
      case 'userAssociations.list':
        return { vehicleId: vehicle };
      case 'deviceAssociations.create':
        return this.#deviceAssociation();
      case 'userAssociations.create':
        return this.#userAssociation();
      case 'deviceAssociations.update': {
        const { vehicleId, id } = await this.#associatedDevice();
        return { vehicleId, associationId: id, isMainDevice: true };
      }
      case 'deviceAssociations.delete':
        return { ids: [(await this.#associatedDevice()).id] };
      case 'userAssociations.delete':
        return { ids: [await this.#associatedUser()] };
      case 'tracking.get':
        return { id: vehicle, deviceId: device };
      case 'trajectories.list':
        return { id: vehicle, filters: { fromAcc: this.#acc, toAcc: this.#acc } };
      case 'trajectories.get':
        return this.#day();
      case 'trajectories.data': {
        const { id, filters } = this.#day();
        return { id, filters: { ...filters, eid: { eq: this.#ids.enterprise } } };
      }
    }
  }

  #next(): string {
    this.#count += 1;
    return String(this.#count).padStart(6, '0');
  }

  #vehicle(): OperationInput<'vehicles.create'> {
    const number = this.#next();
    const plate = `Q${'ABCDEFGHIJ'[Number(number.at(-6))]}${'ABCDEFGHIJ'[Number(number.at(-5))]}`;
    return { data: [{ attributes: { plate: plate + number.slice(-4), typeName: 'car' } }] };
  }

  #device(): OperationInput<'devices.create'> {
    const digits = `35693803${this.#next()}`;
    return { data: [{ attributes: { name: digits, imei: digits + luhnDigit(digits) } }] };
  }

  #user(): OperationInput<'users.create'> {
    const username = `teste.${this.#next()}`;
    return { data: { attributes: { username, password: 'Senha-123456', name: 'Teste' } } };
  }

  async #newVehicle(): Promise<string> {
    return idOf(await callOf(this.#office)('vehicles.create', this.#vehicle()));
  }

  async #newDevice(): Promise<string> {
    return idOf(await callOf(this.#office)('devices.create', this.#device()));
  }

  async #newUser(): Promise<string> {
    return idOf(await callOf(this.#office)('users.create', this.#user()));
  }

  async #deviceAssociation(): Promise<OperationInput<'deviceAssociations.create'>> {
    const [vehicleId, deviceId] = [await this.#newVehicle(), await this.#newDevice()];
    return { data: [{ vehicleId, deviceId, isMainDevice: true }] };
  }

  async #userAssociation(): Promise<OperationInput<'userAssociations.create'>> {
    return { data: [{ vehicleId: await this.#newVehicle(), userId: await this.#newUser() }] };
  }

  async #associatedDevice(): Promise<{ id: string; vehicleId: string }> {
    const input = await this.#deviceAssociation();
    const vehicleId = input.data[0]?.vehicleId ?? '';
    await callOf(this.#office)('deviceAssociations.create', input);
    const list = await callOf(this.#office)('deviceAssociations.list', { vehicleId });
    return { id: idOf(list), vehicleId };
  }

  async #associatedUser(): Promise<string> {
    const input = await this.#userAssociation();
    const vehicleId = input.data[0]?.vehicleId ?? '';
    await callOf(this.#office)('userAssociations.create', input);
    return idOf(await callOf(this.#office)('userAssociations.list', { vehicleId }));
  }
}

function callOf(office: Office) {
  return <O extends OperationName>(
    operation: O,
    input: OperationInput<O>,
  ): Promise<OperationOutput<O>> => office.client.call(operation, input, { lane: 'interactive' });
}

function idOf(list: { records: readonly { id: string }[] }): string {
  const [record] = list.records;
  if (record === undefined) throw new Error('The list is empty.');
  return record.id;
}

/** The check digit of an IMEI. */
function luhnDigit(digits: string): string {
  const sum = [...digits].reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}
