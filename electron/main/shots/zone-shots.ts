import type { LiveVehicle } from '@contract/fixes';
import type { Zone } from '@contract/zones';
import type { Workspace } from '@core/workspace/workspace';
import type { Camera } from './camera';
import type { PageDriver } from './page-driver';

/** From the middle of an area to its edge, degrees: some 400 m. */
const reach = 0.004;

/**
 * The zones, with who is inside. Where there are none, some are drawn around vehicles for the
 * picture and removed after it, if `mayDraw`.
 */
export async function shootZones(
  page: PageDriver,
  camera: Camera,
  { zones, live }: Workspace,
  mayDraw: boolean,
): Promise<void> {
  if (!camera.wants('zones')) return;
  const isEmpty = zones.snapshot().zones.length === 0;
  const drawn = isEmpty && mayDraw ? aroundVehicles(live.snapshot().vehicles) : [];
  await zones.save(drawn);
  try {
    await page.go('/zones');
    await page.until('the map of zones', `document.querySelector('.leaflet-container') !== null`);
    if (drawn.length > 0) {
      await page.until('the zones', `document.querySelector('.leaflet-zones-pane path') !== null`);
    }
    await camera.everyLook('zones');
  } finally {
    await zones.remove(drawn.map(({ id }) => id));
  }
}

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
