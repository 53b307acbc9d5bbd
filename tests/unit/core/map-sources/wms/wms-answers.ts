/** A layer of {@link capabilities} as XML. */
export function layer(name: string, title: string, more = ''): string {
  return `<Layer queryable="1"><Name>${name}</Name><Title>${title}</Title>${more}</Layer>`;
}

/** What a WMS of version 1.3.0 says of itself; `layers` are in one layer that has no name. */
export function capabilities(
  layers: string,
  { formats = ['image/png', 'image/jpeg'], crs = ['EPSG:4326', 'EPSG:3857'] } = {},
): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms"
  xmlns:xlink="http://www.w3.org/1999/xlink">
  <Service><Name>WMS</Name><Title>City &amp; country GIS</Title><Abstract>A &lt;b&gt;</Abstract></Service>
  <Capability>
    <Request>
      <GetCapabilities><Format>text/xml</Format></GetCapabilities>
      <GetMap>${formats.map((format) => `<Format>${format}</Format>`).join('')}
        <DCPType><HTTP><Get><OnlineResource xlink:href="http://10.0.0.1/inside?"/></Get></HTTP></DCPType>
      </GetMap>
    </Request>
    <Exception><Format>XML</Format></Exception>
    <Layer><Title>The root</Title>
      ${crs.map((name) => `<CRS>${name}</CRS>`).join('')}
      <Attribution><Title>© The city</Title>
        <OnlineResource xlink:type="simple" xlink:href="https://city.example/a?b=1&amp;c=2"/></Attribution>
      ${layers}
    </Layer>
  </Capability>
</WMS_Capabilities>`;
}
