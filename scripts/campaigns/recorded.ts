import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

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
}

/** What one source left on one date. */
export interface RecordedDay {
  date: string
  source: string
  outcome: string
  responses: Recorded[]
}

/** Reads an archive folder from its files alone, without the pipeline's code, so that the two check each other. */
export class RecordedArchive {
  readonly days: RecordedDay[]
  /** What is wrong with the recorded bodies, one line for each that was read. */
  readonly damages: string[] = []
  readonly #bodies = new Map<string, unknown>()
  readonly #provenances: Set<string>

  constructor(
    readonly root: string,
    last: string,
  ) {
    this.days = dates(root, last).flatMap((date) => readDate(root, date))
    this.#provenances = new Set(this.days.flatMap((day) => day.responses.map(provenanceOf)))
  }

  /** Whether some day recorded this very response: from this address, with this body, at this time. */
  holds(from: Pick<Recorded, 'url' | 'sha256' | 'retrieved_at'>): boolean {
    return this.#provenances.has(provenanceOf(from))
  }

  /** The parsed body of this name; null, and a damage, when the file is not what its name says or is no JSON. */
  body(hash: string): unknown {
    if (!this.#bodies.has(hash)) this.#bodies.set(hash, this.#readBody(hash))
    return this.#bodies.get(hash)
  }

  #readBody(hash: string): unknown {
    try {
      const bytes = gunzipSync(readFileSync(join(this.root, 'bodies', hash.slice(0, 2), `${hash}.gz`)))
      if (createHash('sha256').update(bytes).digest('hex') !== hash) throw new Error('another content')
      return JSON.parse(bytes.toString('utf8'))
    } catch (error) {
      this.damages.push(`the recorded body ${hash} is not what its name says: ${(error as Error).message}`)
      return null
    }
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
  const files = readdirSync(join(root, date)).filter((name) => name.endsWith('.ndjson'))
  return files.sort().map((file) => {
    const [header, ...lines] = readFileSync(join(root, date, file), 'utf8')
      .trimEnd()
      .split('\n')
    const { source, outcome } = JSON.parse(header ?? '') as { source: string; outcome: string }
    const responses = lines.map((line) => ({ ...JSON.parse(line), date, source }) as Recorded)
    return { date, source, outcome, responses }
  })
}

const provenanceOf = ({ url, sha256, retrieved_at }: Pick<Recorded, 'url' | 'sha256' | 'retrieved_at'>) =>
  `${url} ${sha256} ${retrieved_at}`
