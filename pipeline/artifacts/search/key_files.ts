import { formatOwners, type KeyOwner, keyPlace } from '../../../core/keys/key_files.ts'
import { WAYS } from '../../../core/keys/ways.ts'

/** Bytes of a file of keys, on average at most. */
const FILE_BYTES = 32_768
/** Files are named by three hexadecimal digits. */
const MAX_FILES = 4_096
/** Maximum number of owners of a key that are listed. */
const MAX_OWNERS = 20

interface PlacedOwner extends KeyOwner {
  /** Place in the order of find; null for an agent that departed. */
  position: number | null
}

/** Collects keys with their values, and spreads them over files. */
export class KeyFiles {
  readonly #hash: (text: string) => string
  readonly #owners = new Map<string, PlacedOwner[]>()
  readonly #values = new Map<string, string>()

  /** `hash` returns the SHA-256 of a text in hexadecimal. */
  constructor(hash: (text: string) => string) {
    this.#hash = hash
  }

  /** Adds an agent that has a key; it may be added in several ways, of which the best counts. */
  addOwner(text: string, { handle, way }: KeyOwner, position: number | null): void {
    const name = this.#hash(text)
    const owners = this.#owners.get(name)
    if (owners === undefined) this.#owners.set(name, [{ handle, way, position }])
    else owners.push({ handle, way, position })
  }

  /** Adds a key with a value. */
  add(text: string, value: string): void {
    this.#values.set(this.#hash(text), value)
  }

  /** Returns the number of files, and those that have a key, each as lines of a name and its value by name. */
  build(): { count: number; parts: [file: number, body: string][] } {
    for (const [name, owners] of this.#owners) this.#values.set(name, formatValue(owners))
    const bytes = [...this.#values.values()].reduce((sum, value) => sum + value.length + 26, 0)
    const count = Math.min(MAX_FILES, 2 ** Math.ceil(Math.log2(Math.max(1, bytes / FILE_BYTES))))
    const lines = new Map<string, string[]>()
    for (const [sha256, value] of [...this.#values].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const { path, name } = keyPlace(sha256, count)
      const others = lines.get(path)
      if (others === undefined) lines.set(path, [`${name} ${value}`])
      else others.push(`${name} ${value}`)
    }
    return { count, parts: toParts(lines) }
  }
}

const toParts = (lines: Map<string, string[]>): [number, string][] =>
  [...lines]
    .map(([path, lines]): [number, string] => [Number.parseInt(path.slice(5), 16), `\n${lines.join('\n')}\n`])
    .sort(([a], [b]) => a - b)

function formatValue(owners: PlacedOwner[]): string {
  const sorted = owners.toSorted(
    (a, b) =>
      WAYS[a.way].rank - WAYS[b.way].rank ||
      (a.position ?? Number.POSITIVE_INFINITY) - (b.position ?? Number.POSITIVE_INFINITY) ||
      Number(a.handle > b.handle) - Number(a.handle < b.handle),
  )
  const best = [...Map.groupBy(sorted, ({ handle }) => handle).values()].flatMap(([owner]) => owner ?? [])
  return formatOwners(best.slice(0, MAX_OWNERS), best.length - MAX_OWNERS)
}
