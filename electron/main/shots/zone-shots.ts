import type { LiveVehicle } from '@contract/fixes';
import type { Zone } from '@contract/zones';
import type { Workspace } from '@core/workspace/workspace';
import type { Camera } from './camera';
import type { PageDriver } from './page-driver';

/** From the middle of an area to its edge, degrees: some 400 m. */
const reach = 0.004;

/**
 * The zones, with who is inside, and one that is being drawn; then what needs zones, too. Where
 * there are none, some are drawn around vehicles for the pictures and removed after them, if
 * `mayDraw`.
 */
export async function shootZones(
  page: PageDriver,
  camera: Camera,
  { zones, live }: Workspace,
  { mayDraw, meanwhile }: { mayDraw: boolean; meanwhile(): Promise<void> },
): Promise<void> {
  const isEmpty = zones.snapshot().zones.length === 0;
  const drawn = isEmpty && mayDraw ? aroundVehicles(live.snapshot().vehicles) : [];
  await zones.save(drawn);
  try {
    if (camera.wants('zones', 'zone-draw')) await shootMapOfZones(page, camera, drawn.length > 0);
    await meanwhile();
  } finally {
    await zones.remove(drawn.map(({ id }) => id));
  }
}

async function shootMapOfZones(page: PageDriver, camera: Camera, hasZones: boolean): Promise<void> {
  await page.go('/zones');
  await page.until('the map of zones', `document.querySelector('.leaflet-container') !== null`);
  if (hasZones) {
    await page.until('the zones', `document.querySelector('.leaflet-zones-pane path') !== null`);
  }
  await camera.everyLook('zones');
  if (!camera.wants('zone-draw')) return;
  await page.take('New zone', 'Polygon');
  await page.until('the panel', `document.querySelector('section[aria-label="Zone"]') !== null`);
  for (const [x, y] of corners) await page.clickIn('Map of zones', x, y);
  await page.until(
    'the corners',
    `document.querySelectorAll('.marker-icon:not(.cursor-marker)').length >= ${corners.length}`,
  );
  await camera.everyLook('zone-draw');
  await page.press('Close the zone');
}

/** Where the corners of an area are set, as parts of the map's width and height. */
const corners = [
  [0.35, 0.3],
  [0.62, 0.36],
  [0.58, 0.66],
] as const;

/** A depot, an area and a route, each with a vehicle inside. */
function aroundVehicles(vehicles: readonly LiveVehicle[]): Zone[] {
  const [depot, center, near] = vehicles.flatMap(({ fix }) => {
    const { latitude = null, longitude = null } = fix ?? {};
    return latitude === null || longitude === null ? [] : [{ latitude, longitude }];
  });
  if (!depot || !center || !near) return [];
  const corner = (north: number, east: number) => ({
    latitude: center.latitude + north * reach,
    longitude: center.longitude + east * reach,
  });
  return [
    {
      ...{
        id: 'shot-depot',
        name: 'North depot',
        color: '#2F5BD0',
        group: 'Depots',
        isShown: true,
      },
      shape: { kind: 'circle', center: depot, radius: 350 },
    },
    {
      ...{ id: 'shot-center', name: 'Old town', color: '#0E8A6D', group: null, isShown: true },
      shape: {
        kind: 'polygon',
        corners: [
          corner(1, -1),
          corner(1.3, 0.4),
          corner(0.2, 1.2),
          corner(-1, 0.8),
          corner(-1, -1),
        ],
      },
    },
    {
      ...{ id: 'shot-route', name: 'Delivery route', color: '#B4540A', group: null, isShown: true },
      shape: { kind: 'corridor', path: [depot, near], width: 120 },
    },
  ];
}
