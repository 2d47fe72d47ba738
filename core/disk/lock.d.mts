export interface LockOwner {
  pid: number
  /** When the process started, in the kernel's own ticks; null where that cannot be known. */
  started: string | null
  attempt?: number
}

export declare function tryLock(
  path: string,
): { release: () => void; owner?: never } | { owner: LockOwner; release?: never }

export declare function lockOwner(path: string): LockOwner | null
