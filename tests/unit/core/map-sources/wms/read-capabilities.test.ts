import { describe, expect, it } from 'vitest';
import { FleetdeskError, type AppError } from '@contract/errors';
import { readCapabilities } from '@core/map-sources/wms/read-capabilities';
import { capabilities, layer } from './wms-answers';

function refusalOf(text: string): AppError {
  try {
    readCapabilities(text);
  } catch (fault) {
    return FleetdeskError.from(fault);
  }
  throw new Error('It was read.');
}

const namesIn = (text: string) => readCapabilities(text).layers.map(({ name }) => name);

describe('what a WMS says that it offers', () => {
  it('is read: title, layers with their groups, formats, projections, and whose data it is', () => {
    const roads = layer(
      'roads',
      'Roads',
      '<Style><Name>default</Name><Title>Styles</Title></Style>',
    );
    const group = `<Layer><Title>Base &#233;</Title>${roads}${layer('water', 'Water')}</Layer>`;
    const linked = '© The city';
    expect(readCapabilities(capabilities(group + layer('air', 'Air &amp; space')))).toEqual({
      title: 'City & country GIS',
      version: '1.3.0',
      formats: ['image/png', 'image/jpeg'],
      layers: [
        ['roads', 'Roads', 'Base é'],
        ['water', 'Water', 'Base é'],
        ['air', 'Air & space', ''],
      ].map(([name, title, of]) => ({
        ...{ name, title, group: of, crs: ['EPSG:3857'] },
        attribution: `<a href="https://city.example/a?b=1&#38;c=2">${linked}</a>`,
      })),
    });
  });

  it('of version 1.1.1 is read with its document type, and projections in one element', () => {
    const text = `<?xml version='1.0' encoding="ISO-8859-1" standalone="no" ?>
      <!DOCTYPE WMT_MS_Capabilities SYSTEM "http://schemas.opengis.net/wms/1.1.1/capabilities.dtd" [
        <!ELEMENT VendorSpecificCapabilities EMPTY>
      ]>
      <WMT_MS_Capabilities version="1.1.1"><Service><Title>Old</Title></Service><Capability>
        <Request><GetMap><Format>image/gif</Format><Format>image/jpeg</Format></GetMap></Request>
        <Layer><Title>All</Title><SRS>EPSG:4326 EPSG:900913</SRS>${layer('007', 'Sea')}</Layer>
      </Capability></WMT_MS_Capabilities>`;
    expect(readCapabilities(text)).toMatchObject({
      ...{ title: 'Old', version: '1.1.1', formats: ['image/jpeg'] },
      layers: [{ name: '007', title: 'Sea', crs: ['EPSG:900913'], attribution: '' }],
    });
  });

  it('offers the formats first that let the map below be seen', () => {
    const formats = [
      ...['image/jpeg', 'image/svg+xml', 'image/webp', 'image/png; mode=8bit', 'image/png'],
      ...['image/png&evil=1', 'text/html', 'image/png'],
    ];
    const { formats: read } = readCapabilities(capabilities(layer('a', 'A'), { formats }));
    expect(read).toEqual(['image/png', 'image/png; mode=8bit', 'image/webp', 'image/jpeg']);
  });

  it('has layers that are offered in no projection of the map, and says so of each', () => {
    const own = layer('b', 'B', '<CRS>EPSG:3857</CRS>');
    const read = readCapabilities(capabilities(layer('a', 'A') + own, { crs: ['EPSG:25832'] }));
    expect(read.layers.map(({ name, crs }) => [name, crs])).toEqual([
      ['a', []],
      ['b', ['EPSG:3857']],
    ]);
  });

  it('leaves out names that a request could not hold, and a second layer of one name', () => {
    const layers = [
      ...[layer('', 'No name'), layer('a,b', 'Comma'), layer('a', 'A'), layer('a', 'Twin')],
      ...[layer('x\u202ey', 'Turned'), layer('n'.repeat(201), 'Long')],
    ];
    expect(namesIn(capabilities(layers.join('')))).toEqual(['a']);
  });

  it('has titles on one line, cut to what a screen can show, and never more than text', () => {
    const title = `<![CDATA[<img src=x onerror=alert(1)>]]>\n${'t'.repeat(300)}\u202e`;
    const [first] = readCapabilities(capabilities(layer('a', title))).layers;
    expect(first?.title).toHaveLength(200);
    expect(first?.title).toMatch(/^<img src=x onerror=alert\(1\)>t+$/);
  });

  it('is followed through as many layers as a person can read, and no deeper', () => {
    const nest = (depth: number): string =>
      depth === 0 ? '' : layer(`at${depth}`, 'x', nest(depth - 1));
    expect(namesIn(capabilities(nest(40)))).toHaveLength(20);
  });
});

describe('an answer that is no list of a WMS', () => {
  it.each([
    ['a web page', '<!DOCTYPE html><html><body><p>Sign in</p></body></html>', 'wms-answer'],
    ['nothing', '', 'wms-answer'],
    ['JSON', '{"layers":[]}', 'wms-answer'],
    ['a WMTS', '<?xml version="1.0"?><Capabilities version="1.0.0"/>', 'wms-answer'],
    ['one that ends early', capabilities(layer('a', 'A')).slice(0, -60), 'wms-damaged'],
    ['broken XML', '<?xml version="1.0"?><WMS_Capabilities><Layer', 'wms-damaged'],
    ['a name that would reach into objects', capabilities('<__proto__/>'), 'wms-damaged'],
    ['one without layers', capabilities(''), 'wms-no-layers'],
    ['layers without a name', capabilities('<Layer><Title>A</Title></Layer>'), 'wms-no-layers'],
    [
      'no layer in the projection of the map',
      capabilities(layer('a', 'A'), { crs: ['EPSG:4326'] }),
      'wms-projection',
    ],
    [
      'pictures that are not drawn',
      capabilities(layer('a', 'A'), { formats: ['image/tiff', 'image/gif'] }),
      'wms-format',
    ],
  ])('%s is told by its own sentence', (_name, text, reason) => {
    expect(refusalOf(text)).toMatchObject({ code: 'bad-response', reason });
  });

  it('entities are never unfolded', () => {
    const text = capabilities(layer('a', '&b;')).replace(
      '<WMS_Capabilities',
      '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><WMS_Capabilities',
    );
    expect(refusalOf(text)).toMatchObject({ reason: 'wms-damaged' });
  });

  it.each([
    '<ServiceExceptionReport version="1.3.0"><ServiceException code="Denied">No &lt;key&gt;\n given</ServiceException></ServiceExceptionReport>',
    '<ows:ExceptionReport version="1.1.0"><ows:Exception><ows:ExceptionText>No &lt;key&gt; given</ows:ExceptionText></ows:Exception></ows:ExceptionReport>',
  ])('a refusal is told in the words of the server', (text) => {
    expect(refusalOf(text)).toMatchObject({
      ...{ reason: 'wms-refused', serviceMessage: 'No <key> given' },
    });
  });
});
