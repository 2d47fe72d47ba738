import { Heap } from './heap.ts'

/** Something that waits for its limits. */
export interface GateEntry {
  limits: readonly PaceLimit[]
  /** The smallest is first. */
  order: number
  start(): void
  /** Called in place of `start` where a limit is closed. */
  drop(): void
}

/** Bounds of a limit. */
export interface PaceBounds {
  atOnce: number
  /** Maximum number of starts in each window. None by default. */
  starts?: { max: number; windowMs: number }
}

/** A limit of what is under way at once and of what starts in a period, such as a host's or a platform's. */
export class PaceLimit {
  isClosed = false
  /** Of most hosts nothing ever waits. */
  #waiting: Heap<GateEntry> | null = null
  readonly #bounds: PaceBounds
  /** Times of the last starts, in a ring. */
  readonly #starts: number[] = []
  #next = 0
  #underWay = 0
  #restUntil = Number.NEGATIVE_INFINITY

  constructor(bounds: PaceBounds) {
    this.#bounds = bounds
  }

  /** The time from which something may start, of what is known by now; infinite until something ends. */
  get freeAt(): number {
    if (this.#underWay >= this.#bounds.atOnce) return Number.POSITIVE_INFINITY
    const { starts } = this.#bounds
    const oldest = starts && this.#starts.length === starts.max ? this.#starts[this.#next] : undefined
    return Math.max(
      this.#restUntil,
      oldest === undefined ? this.#restUntil : oldest + (starts?.windowMs ?? 0),
    )
  }

  get hasWaiting(): boolean {
    return this.#waiting !== null
  }

  /** Adds an entry to those that wait. */
  park(entry: GateEntry): void {
    this.#waiting ??= new Heap((a, b) => a.order < b.order)
    this.#waiting.push(entry)
  }

  /** Takes the first of those that wait. */
  unpark(): GateEntry | undefined {
    const entry = this.#waiting?.pop()
    if (this.#waiting?.size === 0) this.#waiting = null
    return entry
  }

  start(now: number): void {
    this.#underWay++
    const { starts } = this.#bounds
    if (!starts) return
    this.#starts[this.#next] = now
    this.#next = (this.#next + 1) % starts.max
  }

  end(): void {
    this.#underWay--
  }

  /** Lets nothing start before this time. */
  rest(until: number): void {
    this.#restUntil = Math.max(this.#restUntil, until)
  }
}

/** The destination of a request. */
export interface Place {
  host: string
  platform: string
  /** The public address of the server that the name resolves to; null where it is unknown, and for a stand-in. */
  server: string | null
}

/** The limits of all places: its host's own, its platform's and its server's. */
export class PlaceLimits {
  readonly #own: PaceBounds
  readonly #shared: PaceBounds
  readonly #limits = new Map<string, PaceLimit>()

  constructor(own: PaceBounds, shared: PaceBounds) {
    this.#own = own
    this.#shared = shared
  }

  /** Returns the limits of a place, its host's first. */
  find({ host, platform, server }: Place): PaceLimit[] {
    const limits = [this.findHost(host), this.#find(`platform ${platform}`, this.#shared)]
    return server === null ? limits : [...limits, this.#find(`server ${server}`, this.#shared)]
  }

  findHost(host: string): PaceLimit {
    return this.#find(`host ${host}`, this.#own)
  }

  #find(key: string, bounds: PaceBounds): PaceLimit {
    const limit = this.#limits.get(key) ?? new PaceLimit(bounds)
    this.#limits.set(key, limit)
    return limit
  }
}
