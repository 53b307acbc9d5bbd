/**
 * The browser map that *Open in browser map* shows a position in. Fixed, HTTPS; only the two
 * numbers vary, so no text of the service can become part of an address.
 */
export function browserMapAddress({
  latitude,
  longitude,
}: {
  latitude: number;
  longitude: number;
}): string {
  const [lat, lng] = [latitude.toFixed(6), longitude.toFixed(6)];
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`;
}
