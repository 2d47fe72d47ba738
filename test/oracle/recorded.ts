import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** One response as a line of the archive states it, with the date and the source it was recorded for. */
export interface Recorded {
  date: string
  source: string
  method: string
  url: string
  request: string | null
  status: number
  sha256: string
  retrieved_at: string
  content_type?: string | null
  /** Outcome of a visit to an address that an agent supplied. */
  outcome?: string
  headers?: Record<string, string>
  /** Final URL after redirects. */
  final_url?: string | null
}

/** The recording of one source on one date. */
export interface RecordedDay {
  date: string
  source: string
  outcome: string
  responses: Recorded[]
}

/** The response that a value was read from. */
export type From = Pick<Recorded, 'url' | 'sha256' | 'retrieved_at'>

/** Bodies above this many bytes are parsed again each time: a day of payments would fill the memory. */
const MAX_KEPT = 50_000

/** Reads an archive folder from its files alone, without the pipeline's code, so that the two check each other. */
export class RecordedArchive {
  readonly days: RecordedDay[]
  /** Errors in the recorded bodies, one line for each that was read. */
  readonly damages = new Set<string>()
  readonly #bodies = new Map<string, unknown>()
  readonly #responses: Map<string, Recorded>

  readonly root: string

  constructor(root: string, last: string) {
    this.root = root
    this.days = dates(root, last).flatMap((date) => readDate(root, date))
    const all = this.days.flatMap((day) => day.responses)
    // Of two sources that recorded one response the first by name made the request.
    this.#responses = new Map(all.toReversed().map((response) => [formatProvenance(response), response]))
  }

  /** The response that some day recorded from this address, with this body, at this time. */
  find(from: From): Recorded | undefined {
    return this.#responses.get(formatProvenance(from))
  }

  /** The parsed body of this hash; null, and a damage, if the file does not match its hash or is not JSON. */
  body(hash: string): unknown {
    const found = this.json(hash)
    if (found === undefined) this.#damage(hash, 'it is no JSON')
    return found ?? null
  }

  /** The same for a body that need not be JSON: undefined when it is none. */
  json(hash: string): unknown {
    if (this.#bodies.has(hash)) return this.#bodies.get(hash)
    const bytes = this.#read(hash)
    const found = bytes === null ? null : parsed(bytes)
    if ((bytes?.length ?? 0) <= MAX_KEPT) this.#bodies.set(hash, found)
    return found
  }

  /** The bytes of the body of this name; null where the archive has no such body, or another under its name. */
  bytes(hash: string): Buffer | null {
    const path = this.#pathOf(hash)
    return existsSync(`${path}.gz`) || existsSync(`${path}.br`) ? this.#read(hash) : null
  }

  /** The whole lines of a body of lines of JSON, each parsed; a last one that was cut off is left out. */
  lines(hash: string): unknown[] {
    const texts = (this.#read(hash)?.toString('utf8') ?? '').split('\n').slice(0, -1)
    const found = texts.map((text) => parsed(text))
    if (found.includes(undefined)) this.#damage(hash, 'a line of it is no JSON')
    return found.filter((line) => line !== undefined)
  }

  #pathOf(hash: string): string {
    return join(this.root, 'bodies', hash.slice(0, 2), hash)
  }

  #read(hash: string): Buffer | null {
    try {
      const bytes = unpacked(this.#pathOf(hash))
      if (createHash('sha256').update(bytes).digest('hex') !== hash) throw new Error('another content')
      return bytes
    } catch (error) {
      this.#damage(hash, (error as Error).message)
      return null
    }
  }

  #damage(hash: string, reason: string): void {
    this.damages.add(`the recorded body ${hash} is not what its name says: ${reason}`)
  }
}

/** Large bodies are packed with brotli, all others with gzip. */
const unpacked = (path: string): Buffer =>
  existsSync(`${path}.gz`)
    ? gunzipSync(readFileSync(`${path}.gz`))
    : brotliDecompressSync(readFileSync(`${path}.br`))

function parsed(text: Buffer | string): unknown {
  try {
    return JSON.parse(text.toString())
  } catch {
    return undefined
  }
}

/** The dates of an archive up to and including `last`, oldest first. */
function dates(root: string, last: string): string[] {
  if (!existsSync(root)) return []
  return readdirSync(root)
    .filter((name) => /^\d{4}-\d\d-\d\d$/.test(name) && name <= last)
    .sort()
}

function readDate(root: string, date: string): RecordedDay[] {
  const files = readdirSync(join(root, date)).filter((name) => /\.ndjson(\.gz)?$/.test(name))
  return files.sort().map((file) => {
    const bytes = readFileSync(join(root, date, file))
    const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
    const [header, ...lines] = text.trimEnd().split('\n')
    const { source, outcome } = JSON.parse(header ?? '') as { source: string; outcome: string }
    const read = lines.map((line) => ({ ...JSON.parse(line), date, source }) as Recorded)
    // An address that could not be visited is recorded, but is not an observation.
    const responses = read.filter((response) => response.outcome !== 'not_observed')
    return { date, source, outcome, responses }
  })
}

const formatProvenance = ({ url, sha256, retrieved_at }: From): string => `${url} ${sha256} ${retrieved_at}`
