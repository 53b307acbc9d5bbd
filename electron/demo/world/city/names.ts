import { pickAt, RandomStream } from '../random';

const CITY_NAMES = [
  'Porto Sereno',
  'Serra Clara',
  'Ipê Dourado',
  'Campos do Cedro',
  'Pedra Alvorada',
  'Monte Sereno',
  'Cedro Real',
  'Vale do Ipê',
];

// prettier-ignore
const PLANTS = [
  'das Acácias', 'das Amoreiras', 'das Araucárias', 'das Aroeiras', 'das Azaleias', 'das Begônias',
  'das Bromélias', 'dos Buritis', 'dos Cajueiros', 'das Camélias', 'dos Cedros', 'das Cerejeiras',
  'das Figueiras', 'dos Flamboyants', 'das Gardênias', 'das Gameleiras', 'dos Girassóis',
  'das Hortênsias', 'dos Ipês', 'das Jabuticabeiras', 'dos Jacarandás', 'dos Jasmins',
  'dos Jequitibás', 'das Laranjeiras', 'dos Lírios', 'das Magnólias', 'das Mangueiras',
  'das Margaridas', 'das Orquídeas', 'das Paineiras', 'das Palmeiras', 'dos Paus-Brasil',
  'das Perobas', 'das Pitangueiras', 'das Primaveras', 'das Quaresmeiras', 'das Rosas',
  'das Sapucaias', 'das Seringueiras', 'das Sibipirunas', 'dos Tamarindeiros', 'das Tulipas',
  'dos Umbuzeiros', 'das Violetas',
];

// prettier-ignore
const GIVEN = [
  'Abílio', 'Adelaide', 'Afonso', 'Amélia', 'Antônio', 'Aurora', 'Benedito', 'Carlota',
  'Cecília', 'Clemente', 'Domingos', 'Estêvão', 'Eulália', 'Euclides', 'Felício', 'Francisco',
  'Genésio', 'Getúlio', 'Helena', 'Henrique', 'Inácio', 'Isaura', 'Joaquim', 'João', 'José',
  'Júlia', 'Laurindo', 'Leopoldo', 'Luísa', 'Manoel', 'Maria', 'Mariana', 'Matias', 'Olegário',
  'Otávio', 'Pedro', 'Raimundo', 'Rita', 'Rosa', 'Sebastião', 'Silvério', 'Teodoro', 'Teresa',
  'Valentim', 'Vicente', 'Virgílio',
];

// prettier-ignore
const FAMILY = [
  'Albuquerque', 'Alencar', 'Amaral', 'Andrade', 'Barreto', 'Bittencourt', 'Brandão', 'Camargo',
  'Carvalho', 'Cavalcanti', 'Coutinho', 'Dantas', 'Drummond', 'Falcão', 'Figueiredo', 'Fonseca',
  'Galvão', 'Guimarães', 'Junqueira', 'Lacerda', 'Leitão', 'Linhares', 'Macedo', 'Medeiros',
  'Meireles', 'Menezes', 'Monteiro', 'Moura', 'Nogueira', 'Pacheco', 'Peixoto', 'Pimentel',
  'Prado', 'Queiroz', 'Rezende', 'Sampaio', 'Siqueira', 'Tavares', 'Teixeira', 'Toledo', 'Valadares',
  'Vasconcelos', 'Vieira', 'Xavier',
];

const TITLES = ['Doutor', 'Professor', 'Coronel', 'Engenheiro', 'Vereador', 'Padre', 'Maestro', ''];

// prettier-ignore
const GRAND = [
  'Brasil', 'da Liberdade', 'das Nações', 'do Estado', 'Independência', 'Central', 'Tiradentes',
  'Sete de Setembro', 'Quinze de Novembro', 'dos Bandeirantes', 'dos Expedicionários',
  'Treze de Maio', 'Vinte e Um de Abril', 'Castro Alves', 'Rio Branco', 'do Contorno',
  'dos Estados', 'das Américas', 'Goiás', 'Tocantins', 'Bahia', 'Minas Gerais', 'Pernambuco',
  'Araguaia', 'São Francisco', 'do Comércio', 'da Saudade', 'Beira-Mata', 'Primeiro de Maio',
];

// prettier-ignore
const SAINTS = [
  'Santa Rita', 'São José', 'Santo Antônio', 'Santa Luzia', 'São Bento', 'São Miguel',
  'Santa Clara', 'São Jorge', 'Santa Cecília', 'São Caetano', 'Santa Bárbara', 'São Roque',
];

// prettier-ignore
const PLEASANT = [
  'Bela Vista', 'Boa Esperança', 'Alvorada', 'Aurora', 'Primavera', 'Esmeralda', 'Planalto',
  'Horizonte', 'Progresso', 'Industrial', 'Operária', 'das Flores', 'dos Pássaros', 'Imperial',
  'das Nascentes', 'do Sol', 'Atlântica', 'Panorama', 'Tropical', 'América', 'Europa', 'Itália',
  'dos Lagos', 'das Pedras', 'Real', 'Colonial', 'Universitária', 'do Bosque', 'da Serra',
];

// prettier-ignore
const VILLAGES = [
  'Arraial da Barra', 'Capela Nova', 'Ribeirão Fundo', 'Olhos-d’Água', 'Três Ranchos do Norte',
  'Pouso Velho', 'Lagoa Comprida', 'Cachoeirinha do Meio', 'Córrego das Antas', 'Pau-d’Alho',
  'Morro Redondo', 'Vargem Bonita do Leste', 'São Tomé dos Campos', 'Estância Velha',
  'Buriti Alegre de Cima', 'Ponte Queimada', 'Fazenda Nova da Mata', 'Campo Limpo do Sul',
];

/** Gives every road, district and village a name of its own, in Portuguese. */
export class NameGiver {
  readonly #random: RandomStream;
  readonly #used = new Set<string>();
  readonly #villages: string[];
  #numbered = 0;

  constructor(seed: number) {
    this.#random = new RandomStream(seed, 201);
    this.#villages = this.#random.shuffle([...VILLAGES]);
  }

  avenue(): string {
    return this.#unique(() =>
      this.#random.chance(0.5)
        ? `Avenida ${this.#random.pick(GRAND)}`
        : `Avenida ${this.#person(true)}`,
    );
  }

  street(): string {
    return this.#unique(() => {
      const kind = this.#random.next();
      if (kind < 0.3) return `Rua ${this.#random.pick(PLANTS)}`;
      if (kind < 0.36) return `Rua ${this.#random.pick(SAINTS)}`;
      if (kind < 0.44) return `Alameda ${this.#random.pick(PLANTS)}`;
      if (kind < 0.9) return `Rua ${this.#person(this.#random.chance(0.3))}`;
      return `Travessa ${this.#person(false)}`;
    });
  }

  /** Newer quarters number their streets. */
  numberedStreet(): string {
    this.#numbered += 1;
    return `Rua ${this.#numbered}`;
  }

  track(): string {
    return this.#unique(() => {
      const kind = this.#random.pick(['Estrada da Fazenda', 'Caminho do Sítio', 'Estrada Vicinal']);
      return `${kind} ${this.#random.pick([...SAINTS, ...FAMILY, ...PLANTS])}`;
    });
  }

  district(): string {
    return this.#unique(() => {
      const kind = this.#random.pick(['Jardim', 'Vila', 'Parque', 'Setor', 'Residencial', 'Alto']);
      const rest = this.#random.next();
      if (rest < 0.4) return `${kind} ${this.#random.pick(PLEASANT)}`;
      if (rest < 0.6) return `${kind} ${this.#random.pick(SAINTS)}`;
      if (rest < 0.8) return `${kind} ${this.#random.pick(PLANTS)}`;
      return `${kind} ${this.#random.pick(FAMILY)}`;
    });
  }

  park(): string {
    return this.#unique(() => `Parque ${this.#random.pick(PLANTS)}`);
  }

  square(): string {
    return this.#unique(() =>
      this.#random.chance(0.5)
        ? `Praça ${this.#random.pick(SAINTS)}`
        : `Praça ${this.#person(true)}`,
    );
  }

  village(): string {
    return this.#villages.pop() ?? this.#unique(() => `Povoado ${this.#random.pick(SAINTS)}`);
  }

  #person(withTitle: boolean): string {
    const title = withTitle ? this.#random.pick(TITLES) : '';
    const name = `${this.#random.pick(GIVEN)} ${this.#random.pick(FAMILY)}`;
    return title ? `${title} ${name}` : name;
  }

  #unique(make: () => string): string {
    let name = make();
    for (let tries = 0; this.#used.has(name); tries += 1) {
      name = tries < 12 ? make() : `${make()} ${romanNumeral(2 + (tries % 18))}`;
    }
    this.#used.add(name);
    return name;
  }
}

/** The city's own name; the first seed has the first name. */
export function cityName(seed: number): string {
  return pickAt(CITY_NAMES, seed < 1 ? 0 : seed - 1);
}

function romanNumeral(value: number): string {
  const tens = ['', 'X', 'XX'];
  const ones = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX'];
  return `${tens[Math.floor(value / 10)] ?? ''}${ones[value % 10] ?? ''}`;
}
