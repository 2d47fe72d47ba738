import { bitmapSize } from '../../../core/interface/find/index_format.ts'
import { normalizeText } from '../../../core/interface/find/words.ts'

/** Agents whose name equals the query, and those whose handle and name contain it, as bitmaps. */
export interface NameMatches {
  named: Uint32Array
  holding: Uint32Array
}

/** The concatenated lines of some agents, and the start of each. */
interface Block {
  text: string
  starts: Uint32Array
}

const BLOCK_LINES = 4096

/** Handles and names of agents in find's order, searched for substrings. */
export class NameLines {
  readonly #blocks: Block[] = []
  readonly #length: number

  /** `agents` are in the order of find. */
  constructor(agents: readonly { handle: string; name: string }[]) {
    this.#length = agents.length
    for (let at = 0; at < agents.length; at += BLOCK_LINES)
      this.#blocks.push(buildBlock(agents.slice(at, at + BLOCK_LINES)))
  }

  /** Returns the agents that contain every word of `query`, of one or more: the rarest is first. */
  search(query: string, [rarest = '', ...others]: readonly string[]): NameMatches {
    const name = normalizeText(query.trim())
    const size = bitmapSize(this.#length)
    const matches = { named: new Uint32Array(size), holding: new Uint32Array(size) }
    for (const [nth, { text, starts }] of this.#blocks.entries())
      for (let at = text.indexOf(rarest), place = 0; at >= 0; at = text.indexOf(rarest, starts[place])) {
        while ((starts[place + 1] as number) <= at) place += 1
        const start = starts[place] as number
        const end = (starts[place + 1] as number) - 1
        if (others.length === 0 || hasAll(text.slice(start, end), others)) {
          add(matches.holding, nth * BLOCK_LINES + place)
          if (isNamed(text, start, end, name)) add(matches.named, nth * BLOCK_LINES + place)
        }
        place += 1
      }
    return matches
  }
}

/** A line is a handle, a space and a name. */
function buildBlock(agents: readonly { handle: string; name: string }[]): Block {
  const lines = agents.map(({ handle, name }) => `${handle.toLowerCase()} ${normalizeText(name)}`)
  const starts = new Uint32Array(lines.length + 1)
  for (const [at, line] of lines.entries()) starts[at + 1] = (starts[at] as number) + line.length + 1
  return { text: lines.join('\n'), starts }
}

const hasAll = (line: string, words: readonly string[]): boolean => words.every((word) => line.includes(word))

const isNamed = (text: string, start: number, end: number, name: string): boolean =>
  text.startsWith(name, end - name.length) && text.indexOf(' ', start) === end - name.length - 1

function add(bitmap: Uint32Array, at: number): void {
  bitmap[at >>> 5] = (bitmap[at >>> 5] as number) | (1 << (at & 31))
}
