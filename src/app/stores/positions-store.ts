import { defineStore } from 'pinia';
import { ref } from 'vue';

/** How old what the map shows is; kept up by the live map, shown by the frame around it. */
export const usePositionsStore = defineStore('positions', () => {
  /** When a vehicle was last looked at, epoch milliseconds; null: none was yet. */
  const lookedAt = ref<number | null>(null);
  return { lookedAt };
});
