import { useRouter } from 'vue-router';
import { timeNow } from './clock';
import { dayAt } from './day-at';
import { useFormat } from './format';

/** Opens the replay of a vehicle at the day that it is at the connection. */
export function useReplayToday(): (vehicleId: string) => void {
  const { zone } = useFormat();
  const router = useRouter();
  return (vehicleId) => {
    const day = dayAt(timeNow(), zone.value);
    void router.push({ path: '/replay', query: { vehicle: vehicleId, day } });
  };
}
