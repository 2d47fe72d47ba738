import { clean } from '../../../../core/domain/text.ts'
import type { Log } from '../../observe/log.ts'
import type { StateDatabase } from '../../store/database.ts'
import { type AcceptedRelease, type KnownLogState, KnownLogs } from './known_logs.ts'
import { type OfferedRelease, ReleaseRefused } from './offered_release.ts'
import { createProofMemo } from './proof_memo.ts'
import { type ProvenLog, proveRelease } from './prove_release.ts'

const MAX_WHY = 500

/** Decides which release may be served, and which vouched for. */
export interface ReleaseAdmission {
  /**
   * Stores the log of a release that may be served. Throws ReleaseRefused for one that the log does not allow, and
   * StoreUnavailable while the store is away.
   */
  admit(offered: OfferedRelease): Promise<void>
  /** Returns the release that was admitted last, or null. */
  lastAdmitted(): Promise<AcceptedRelease | null>
  /** True if no log is stored. */
  isEmpty(): Promise<boolean>
}

/** Counts of a guard. */
export interface GuardCounts {
  /** True while the offered release is not allowed by the log. */
  isRefusing: boolean
  /** Number of refusals. */
  refusals: number
  /** Number of entries of the stored log. */
  entries: number
}

/** The guard of a service. */
export interface Guard extends ReleaseAdmission {
  /** Returns the proven log of a release, or null if it has none; throws as `admit` does, and stores nothing. */
  prove(offered: OfferedRelease): Promise<ProvenLog | null>
  /** The last release that was offered and not admitted, in a sentence; null if none was. */
  readonly refusal: string | null
  /** Its counts; null for a guard that admits everything. */
  readonly counts: GuardCounts | null
  close(): Promise<void>
}

const proveAlone = createProofMemo()

/** The guard of invented data: it admits everything, and still vouches only for what its log has. */
export const UNGUARDED: Guard = {
  admit: async () => {},
  lastAdmitted: async () => null,
  isEmpty: async () => false,
  prove: (offered) => proveAlone(offered, { head: null, allowed: null, key: null }),
  refusal: null,
  counts: null,
  close: async () => {},
}

/** Options of a guard. */
export interface LogGuardOptions {
  /** Its store; closed with it. */
  db: StateDatabase
  /** Name of the index, as several may share a database. */
  index: string
  /** The operator's verifier key, or null. */
  key: string | null
  log: Pick<Log, 'note'>
  /** Milliseconds since 1970. */
  now(): number
}

/** Stores the log of an index, and checks every release against it. */
export class LogGuard implements Guard {
  readonly #o: LogGuardOptions
  readonly #known: KnownLogs
  readonly #prove = createProofMemo()
  #refused: { release: string; why: string } | null = null
  #refusals = 0
  #size = 0

  constructor(options: LogGuardOptions) {
    this.#o = options
    this.#known = new KnownLogs(options.db)
  }

  async admit(offered: OfferedRelease): Promise<void> {
    try {
      await this.#admit(offered)
      this.#refused = null
    } catch (error) {
      if (error instanceof ReleaseRefused) await this.#refuse(offered.id, error.message)
      throw error
    }
  }

  async lastAdmitted(): Promise<AcceptedRelease | null> {
    return (await this.#memory()).accepted
  }

  async isEmpty(): Promise<boolean> {
    return (await this.#memory()).head === null
  }

  async prove(offered: OfferedRelease): Promise<ProvenLog | null> {
    return this.#prove(offered, this.#expected(await this.#memory()))
  }

  get refusal(): string | null {
    return this.#refused && `${this.#refused.release} is refused: ${this.#refused.why}`
  }

  get counts(): GuardCounts {
    return { isRefusing: this.#refused !== null, refusals: this.#refusals, entries: this.#size }
  }

  close(): Promise<void> {
    return this.#o.db.close()
  }

  async #admit(offered: OfferedRelease): Promise<void> {
    const { index, now, log } = this.#o
    // A second time if another instance has seen more of the log between the two steps.
    for (const isLast of [false, true]) {
      const memory = await this.#memory()
      const proven = await proveRelease(offered, this.#expected(memory))
      if (proven === null) return this.#known.acceptWithoutLog(index)
      const { id, manifestSha256 } = offered
      if (await this.#known.advance(index, proven.head, { id, manifestSha256 }, now())) {
        this.#size = proven.head.size
        if (memory.head === null) log.note(firstLogMessage(id, proven.head, this.#o.key !== null))
        return
      }
      if (isLast) throw new ReleaseRefused('another instance remembers another log of this index')
    }
  }

  async #refuse(release: string, reason: string): Promise<void> {
    // It quotes files of the release's author.
    const cleanReason = clean(reason, MAX_WHY)
    this.#refusals += 1
    this.#refused = { release, why: cleanReason }
    await this.#known.refuse(this.#o.index, release, cleanReason, this.#o.now())
  }

  async #memory(): Promise<KnownLogState> {
    const memory = await this.#known.read(this.#o.index)
    this.#size = memory.head?.size ?? 0
    return memory
  }

  #expected = ({ head, allowed }: KnownLogState) => ({ head, allowed, key: this.#o.key })
}

const firstLogMessage = (
  release: string,
  { key, size }: { key: string; size: number },
  isSet: boolean,
): string =>
  `NO LOG WAS REMEMBERED (a first start, or the state was lost): from now on it is ${key}, with ${size} entries up to ${release}. ${
    isSet
      ? 'Its key is that of LOG_VERIFIER_KEY'
      : 'Nobody has vouched for this key: compare it with that of LOG_KEY_FILE, and set LOG_VERIFIER_KEY to it'
  }`
