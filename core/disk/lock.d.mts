export interface LockOwner {
  pid: number
  /** Start time of the process, in kernel ticks; null if unknown. */
  started: string | null
  attempt?: number
}

export declare function tryLock(
  path: string,
): { release: () => void; owner?: never } | { owner: LockOwner; release?: never }

export declare function lockOwner(path: string): LockOwner | null
