import type { IndexedChain } from '../../../pipeline/catalog/chains.ts'
import type { RecordedArchive, RecordedDay } from '../recorded.ts'
import { type BlocksKept, type Head, missingPieces, type Range, type RangeRead } from './blocks.ts'
import { PortalDay } from './portal.ts'
import { NodeDay } from './rpc.ts'

/** A piece of a chain as far as it was read, and what is in it. */
export interface PieceRead<T> extends BlocksKept {
  items: T[]
}

/** Pieces without what is in them. */
export const toBlocksRead = <T>(pieces: PieceRead<T>[]): BlocksKept[] =>
  pieces.map(({ items: _, ...kept }) => kept)

/** The recording of one chain by one source on a day: from the portal, and from nodes where it did not answer. */
export class ChainDay {
  readonly #portal: PortalDay
  readonly #nodes: NodeDay
  readonly #head: Head | null

  readonly day: RecordedDay
  readonly chain: IndexedChain

  constructor(archive: RecordedArchive, day: RecordedDay, chain: IndexedChain) {
    this.day = day
    this.chain = chain
    this.#portal = new PortalDay(archive, day.responses, chain.dataset ?? '')
    this.#nodes = new NodeDay(archive, day.responses, chain.id, chain.rpc)
    this.#head = this.#portal.head ?? this.#nodes.head
  }

  /** Reads a range on from answer to answer: final blocks, then the newest, and from a node what the portal lacks. */
  read(kind: string, { from, to }: Range): RangeRead {
    const whole: RangeRead = { to: from - 1, lines: [] }
    while (whole.to < to) {
      const next = whole.to + 1
      const part =
        this.#portal.final(kind, next, to) ??
        this.#portal.fresh(kind, next, to) ??
        this.#nodes.read(kind, next, to)
      if (part === null || part.to < next) break
      whole.lines = whole.lines.concat(part.lines)
      whole.to = part.to
    }
    return whole
  }

  /** The lists of accounts whose transfers were asked for, from the first block of a range. */
  kindsFrom(from: number): string[] {
    const asked = [...this.#portal.answers, ...this.#nodes.stretches].filter((answer) => answer.from === from)
    return [...new Set(asked.map(({ kind }) => kind))]
  }

  /**
   * Reads what earlier days have not read while it was final, the newest piece first.
   */
  readPieces<T>(
    kind: string,
    size: number,
    earlier: BlocksKept[],
    read: (piece: Range) => { to: number; items: T[] },
  ): PieceRead<T>[] {
    const kept = earlier.filter(({ chain }) => chain === this.chain.id)
    const from = Math.min(...(kept.length > 0 ? kept : this.#asked(kind)).map((range) => range.from))
    const head = this.#head
    if (head === null || from === Number.POSITIVE_INFINITY) return []
    const pieces: PieceRead<T>[] = []
    for (const piece of missingPieces({ from, to: head.number }, kept, size)) {
      const { to, items } = read(piece)
      if (to >= piece.from)
        pieces.push({
          ...{ date: this.day.date, chain: this.chain.id, from: piece.from, to },
          ...{ final: Math.min(to, head.final), items },
        })
    }
    return pieces
  }

  #asked(kind: string): Range[] {
    return [...this.#portal.answers, ...this.#nodes.stretches].filter((answer) => answer.kind === kind)
  }
}
