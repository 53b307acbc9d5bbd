import type { Files } from './files';

/**
 * Small files of one line that all processes of one system user share, wherever each keeps its own
 * data. A write is durable. Where the power fails amid one, the file reads as damaged at worst: as
 * empty, as with {@link Files}.
 */
export interface SharedFiles extends Pick<Files, 'read' | 'write'> {
  /** False where that can't be had, and only processes with the same data share them. */
  readonly isShared: boolean;
  /** Names this process; no other process ever has the same name. */
  readonly ownId: string;
  /** Whether the process of that name may still be running. */
  isRunning(id: string): boolean;
  /**
   * Runs a task while no other process runs one. The system frees the lock when its process ends.
   * Rejects where the lock can't be taken for several seconds.
   */
  alone<T>(task: () => Promise<T>): Promise<T>;
}
