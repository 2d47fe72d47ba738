import { keysOfEntry, packEntry, type SearchEntry } from '../../../core/search/entry.ts'
import { cutKey, searchKeys } from '../../../core/search/keys.ts'
import { branchName, firstCharacter, leafName, type TreeItem } from '../../../core/search/tree.ts'

/** Maximum bytes of a file: with two of them and the tree a search is below 60 kB, compressed or not. */
export const PART_BYTES = 18_000

/** This share of a branch's file is for agents whose whole name or handle is its path. */
const NAMED_SHARE = 0.5

/** A file of the index. */
export interface SearchPart {
  name: string
  body: string
}

/** Positions in the sorted keys. */
interface Range {
  from: number
  to: number
}

/**
 * Divides agents among files by key prefix. Entries are numbered in display order; a range refers to the sorted list
 * of all keys.
 */
export class SearchTreeBuilder {
  readonly #rows: string[] = []
  readonly #bytes: number[] = []
  readonly #wholes: string[][] = []
  #keys: string[] = []
  #agents: number[] = []
  /** By agent, the number of the last pass that saw it. */
  #seen = new Uint32Array()
  #pass = 0

  add(entry: SearchEntry): void {
    const row = JSON.stringify(packEntry(entry))
    const agent = this.#rows.push(row) - 1
    // Includes the comma after it.
    this.#bytes.push(Buffer.byteLength(row) + 1)
    this.#wholes.push([entry.name, entry.handle].map((text) => cutKey(searchKeys(text)[0] ?? '')))
    for (const key of new Set(keysOfEntry(entry).map(cutKey))) {
      this.#keys.push(key)
      this.#agents.push(agent)
    }
  }

  /** Yields the files, and returns the tree. */
  *parts(): Generator<SearchPart, TreeItem[]> {
    this.#sort()
    this.#seen = new Uint32Array(this.#rows.length)
    return yield* this.#items({ from: 0, to: this.#keys.length }, '')
  }

  #sort(): void {
    const order = this.#keys
      .map((key, at) => ({ key, agent: this.#agents[at] as number }))
      .sort((a, b) => (a.key === b.key ? a.agent - b.agent : a.key < b.key ? -1 : 1))
    this.#keys = order.map(({ key }) => key)
    this.#agents = order.map(({ agent }) => agent)
  }

  /** Yields the files below a path: children that fit into one file together are a leaf, others a branch each. */
  *#items(range: Range, path: string): Generator<SearchPart, TreeItem[]> {
    const items: TreeItem[] = []
    let leaf: Range | null = null
    for (const child of this.#children(range, path)) {
      const joined: Range = { from: leaf?.from ?? child.from, to: child.to }
      if (this.#fits(joined)) {
        leaf = joined
        continue
      }
      if (leaf !== null) yield this.#leaf(leaf, path, items)
      leaf = this.#fits(child) ? child : null
      if (leaf === null) yield* this.#branch(child, path, items)
    }
    if (leaf !== null) yield this.#leaf(leaf, path, items)
    return items
  }

  #leaf(range: Range, path: string, items: TreeItem[]): SearchPart {
    const label = firstCharacter(this.#key(range.from).slice(path.length))
    items.push({ label, items: null })
    const agents = this.#agentsIn(range)
    return this.#part(leafName(path + label), agents.length, agents)
  }

  *#branch(range: Range, path: string, items: TreeItem[]): Generator<SearchPart> {
    const longer = sharedBeginning(this.#key(range.from), this.#key(range.to - 1))
    const agents = this.#agentsIn(range)
    yield this.#part(branchName(longer), agents.length, this.#best(agents, longer))
    items.push({ label: longer.slice(path.length), items: yield* this.#items(range, longer) })
  }

  /** Returns agents whose whole name or handle is the path, and the first of all, as many as fit into a file. */
  #best(agents: number[], path: string): number[] {
    const named = agents.filter((agent) => this.#wholes[agent]?.includes(path))
    const first = this.#selectFirst(named, PART_BYTES * NAMED_SHARE)
    return [...new Set(this.#selectFirst([...first, ...agents], PART_BYTES))].sort((a, b) => a - b)
  }

  #selectFirst(agents: number[], max: number): number[] {
    return agents.slice(0, this.#end(agents, { from: 0, to: agents.length }, max))
  }

  #fits(range: Range): boolean {
    return this.#end(this.#agents, range, PART_BYTES) === range.to
  }

  /** Returns the end of the longest start of a range whose agents, each counted once, fit into `max` bytes. */
  #end(agents: number[], { from, to }: Range, max: number): number {
    this.#pass += 1
    let bytes = FRAME_BYTES
    for (let at = from; at < to; at += 1) {
      const agent = agents[at] as number
      if (this.#seen[agent] !== this.#pass) bytes += this.#bytes[agent] as number
      if (bytes > max) return at
      this.#seen[agent] = this.#pass
    }
    return to
  }

  #agentsIn({ from, to }: Range): number[] {
    this.#pass += 1
    const found: number[] = []
    for (let at = from; at < to; at += 1) {
      const agent = this.#agents[at] as number
      if (this.#seen[agent] !== this.#pass) found.push(agent)
      this.#seen[agent] = this.#pass
    }
    return found.sort((a, b) => a - b)
  }

  /** Groups the keys of a range that are longer than a path by their next character. */
  #children({ from, to }: Range, path: string): Range[] {
    const children: Range[] = []
    let last = ''
    for (let at = from; at < to; at += 1) {
      const key = this.#key(at)
      if (key.length === path.length) continue
      const next = firstCharacter(key.slice(path.length))
      if (next !== last) children.push({ from: at, to: at })
      last = next
      ;(children.at(-1) as Range).to = at + 1
    }
    return children
  }

  #key(at: number): string {
    return this.#keys[at] as string
  }

  #part(name: string, of: number, agents: number[]): SearchPart {
    const rows = agents.map((agent) => this.#rows[agent] as string)
    return { name, body: `{"of":${of},"agents":[${rows.join(',')}]}\n` }
  }
}

/** Bytes around the rows. */
const FRAME_BYTES = 40

function sharedBeginning(text: string, other: string): string {
  let length = 0
  while (length < text.length && text[length] === other[length]) length += 1
  const shared = text.slice(0, length)
  return shared.isWellFormed() ? shared : shared.slice(0, -1)
}
