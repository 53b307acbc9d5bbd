/** Where this computer's power comes from. */
export interface PowerSource {
  /** It runs on its battery; false as well where that is not known. */
  isOnBattery(): boolean;
  /** Hears when that may have changed. */
  subscribe(listener: () => void): void;
}
