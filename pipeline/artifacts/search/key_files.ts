import {
  formatOwners,
  type KeyOwner,
  keyPlace,
  parseOwners,
  placePrefix,
  WHOLE_PLACE,
} from '../../../core/keys/key_files.ts'
import { WAYS } from '../../../core/keys/ways.ts'
import { GrowingText } from './growing_text.ts'

/** Bytes of a file of keys, on average at most. */
const FILE_BYTES = 32_768
/** Files are named by three hexadecimal digits. */
const MAX_FILES = 4_096
/** Maximum number of owners of a key that are listed. */
const MAX_OWNERS = 20
/** Hexadecimal digits of a hash that keys are grouped by while they are collected. */
const BUCKET_DIGITS = 3
/** Begins a value that is no owner. */
const VALUE = '='

interface PlacedOwner extends KeyOwner {
  /** Place in the order of find; null for an agent that departed. */
  position: number | null
}

/** Files of keys: how many there are, and the texts of those that have a key, by number. */
export interface BuiltKeyFiles {
  count: number
  parts: Generator<[file: number, body: string]>
}

/**
 * Collects keys with their values, and spreads them over files. A million agents have ten million keys: they are held as
 * text outside of the heap, in groups by the first digits of their hashes, and looked at one group at a time.
 */
export class KeyFiles {
  readonly #hash: (text: string) => string
  readonly #buckets: (GrowingText | undefined)[] = Array(16 ** BUCKET_DIGITS).fill(undefined)

  /** `hash` returns the SHA-256 of a text in hexadecimal. */
  constructor(hash: (text: string) => string) {
    this.#hash = hash
  }

  /** Adds an agent that has a key; it may be added in several ways, of which the best counts. */
  addOwner(text: string, owner: KeyOwner, position: number | null): void {
    this.#append(text, `${position ?? ''} ${formatOwners([owner], 0)}`)
  }

  /** Adds a key with a value. */
  add(text: string, value: string): void {
    this.#append(text, VALUE + value)
  }

  #append(text: string, entry: string): void {
    const place = this.#hash(text).slice(0, WHOLE_PLACE)
    const number = Number.parseInt(place.slice(0, BUCKET_DIGITS), 16)
    const bucket = this.#buckets[number] ?? new GrowingText()
    this.#buckets[number] = bucket
    bucket.append(`${place}${entry}\n`)
  }

  /** Returns the files, each as lines of a name and its value by name. What was collected is gone then. */
  build(): BuiltKeyFiles {
    const texts = new Map(this.#takeTexts())
    const bytes = texts.values().reduce((sum, text) => sum + text.length + 1, 0)
    const count = Math.min(MAX_FILES, 2 ** Math.ceil(Math.log2(Math.max(1, bytes / FILE_BYTES))))
    return { count, parts: joinTexts(texts, count) }
  }

  *#takeTexts(): Generator<[prefix: number, text: Buffer]> {
    for (const [number, bucket] of this.#buckets.entries()) {
      this.#buckets[number] = undefined
      if (bucket !== undefined) yield* formatTexts(bucket.toString())
    }
  }
}

/** Yields the lines of keys by what the numbers of their files follow from, sorted. */
function* formatTexts(entries: string): Generator<[prefix: number, text: Buffer]> {
  for (const [prefix, values] of Map.groupBy(readValues(entries), ([place]) => placePrefix(place))) {
    const lines = values.map(([place, value]) => `${keyPlace(place, 1).name} ${value}`)
    yield [prefix, Buffer.from(lines.join('\n'))]
  }
}

/** Returns the places of keys with their values, sorted. */
function readValues(text: string): [place: string, value: string][] {
  const entries = text.slice(0, -1).split('\n')
  const byPlace = Map.groupBy(entries, (entry) => entry.slice(0, WHOLE_PLACE))
  return [...byPlace]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([place, entries]) => [place, formatValue(entries.map((entry) => entry.slice(WHOLE_PLACE)))])
}

/** Joins the texts of each file, whose number is the remainder of their prefixes. */
function* joinTexts(
  texts: ReadonlyMap<number, Buffer>,
  count: number,
): Generator<[file: number, body: string]> {
  const byFile = Map.groupBy(texts.keys(), (prefix) => prefix % count)
  for (const [file, prefixes] of [...byFile].sort(([a], [b]) => a - b))
    yield [file, `\n${prefixes.map((prefix) => texts.get(prefix)).join('\n')}\n`]
}

function formatValue(entries: string[]): string {
  const [last = ''] = entries.slice(-1)
  return last.startsWith(VALUE) ? last.slice(VALUE.length) : formatBest(entries.flatMap(parseOwner))
}

function parseOwner(entry: string): PlacedOwner[] {
  const [position, text = ''] = entry.split(' ')
  return parseOwners(text).owners.map((owner) => ({
    ...owner,
    position: position === '' ? null : Number(position),
  }))
}

function formatBest(owners: PlacedOwner[]): string {
  const sorted = owners.sort(
    (a, b) =>
      WAYS[a.way].rank - WAYS[b.way].rank ||
      (a.position ?? Number.POSITIVE_INFINITY) - (b.position ?? Number.POSITIVE_INFINITY) ||
      Number(a.handle > b.handle) - Number(a.handle < b.handle),
  )
  const best = [...Map.groupBy(sorted, ({ handle }) => handle).values()].flatMap(([owner]) => owner ?? [])
  return formatOwners(best.slice(0, MAX_OWNERS), best.length - MAX_OWNERS)
}
