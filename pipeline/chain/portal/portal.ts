import { z } from 'zod'
import { UpstreamChanged, UpstreamDown } from '../../../core/domain/errors.ts'
import type { IndexedChain } from '../../catalog/chains.ts'
import type { BytesAnswer, Http } from '../../http/http.ts'
import { listAt, pick } from '../../source/pick.ts'
import type { BlockRange, Provenance } from '../../source/source.ts'
import { NoDataset } from '../failures.ts'
import type { ChainHead, ReadRange } from '../provider.ts'
import { parseJsonOrNull } from '../values.ts'
import { findBodyProblem, findEmptyProblem, parseEnds, parseLines } from './lines.ts'

/** The public portal. */
export const PORTAL = 'https://portal.sqd.dev/datasets'
const NOTHING_YET = 204
const FORKED = 409
const NO_DATASET = 404
/** A longer answer is cut here, and the next one goes on from its last whole line. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024
// What has come by then is kept too.
const PART_TIMEOUT_MS = 120_000
const MAX_FORKS = 5
const BLOCK = { number: true, hash: true, timestamp: true } as const

const Reference = z.looseObject({ number: z.int().min(0) }).nullable()
const Found = z.looseObject({ block_number: z.int().min(0) })

/** Chunks of an answer with whole transactions: those of the busiest chains then have some 60 MB. */
export const MAX_DENSE_CHUNKS = 4

/** The fields besides those of blocks, and the items of a query, without its range. */
export interface PortalQuery extends Record<string, unknown> {
  fields?: Record<string, Record<string, true>>
}

/** A query of the portal's stream, and how its answers are read. */
interface StreamRequest {
  path: string
  body: PortalQuery
  isBackground: boolean
}

/** The lines of one answer, without those of a replaced branch. */
export interface PortalPart {
  from: Provenance
  lines: Iterable<unknown>
  to_block: number
  from_time: number
  to_time: number
}

/** A chain that the portal has, as far as its list of datasets is known. */
export type PortalChain = Pick<IndexedChain, 'kind'> & { dataset: string }

/** True if a dataset of the portal is named for the chain. */
export const hasDataset = <Chain extends Pick<IndexedChain, 'dataset'>>(
  chain: Chain,
): chain is Chain & { dataset: string } => chain.dataset !== null

/** The address of a chain's dataset. */
export const toPortalUrl = ({ dataset }: Pick<PortalChain, 'dataset'>): URL => new URL(`${PORTAL}/${dataset}`)

/** A dataset of the SQD Portal: blocks as newline-delimited JSON, in parts of the portal's choice. */
export class Portal {
  readonly name: string
  readonly #kind: IndexedChain['kind']
  #head: Promise<ChainHead> | null = null

  readonly http: Http

  constructor(http: Http, chain: PortalChain) {
    this.http = http
    this.name = toPortalUrl(chain).href
    this.#kind = chain.kind
  }

  head(): Promise<ChainHead> {
    this.#head ??= this.#fetchHead()
    return this.#head
  }

  async blockAt(seconds: number): Promise<number> {
    // An unknown dataset is noticed at the first request, and costs no other.
    await this.head()
    const { data } = await this.http.json(`${this.name}/timestamps/${seconds}/block`, Found)
    return (data as z.infer<typeof Found>).block_number
  }

  async getBlockTime(block: number): Promise<number> {
    const range = { from_block: block, to_block: block }
    for await (const part of this.read({}, range)) return part.from_time
    throw new UpstreamDown(this.name, `it does not tell the time of block ${block}: run again later`)
  }

  /**
   * Yields final blocks as they arrive; the newest ones, which may still be replaced, together once all have arrived.
   */
  async *read(query: PortalQuery, range: ReadRange, maxChunks?: number): AsyncGenerator<PortalPart> {
    const { final } = await this.head()
    const { from_block, to_block, isHistory = false, isAgain = false } = range
    const limit = maxChunks === undefined ? '' : `?max_chunks=${maxChunks}`
    // The default, which makes it another request.
    const again = isAgain ? { includeAllBlocks: false } : {}
    const body = { ...query, ...again, type: this.#kind, fields: { ...query.fields, block: BLOCK } }
    const request = { body, isBackground: isHistory }
    const settled = { from_block, to_block: Math.min(to_block, final) }
    const fresh = { from_block: Math.max(from_block, final + 1), to_block }
    if (settled.from_block <= settled.to_block)
      yield* this.#stream({ ...request, path: `finalized-stream${limit}` }, settled)
    if (fresh.from_block <= fresh.to_block)
      yield* this.#readFresh({ ...request, path: `stream${limit}` }, fresh)
  }

  async #fetchHead(): Promise<ChainHead> {
    const number = await this.#fetchNumber('head')
    return { number, final: Math.min(await this.#fetchNumber('finalized-head'), number) }
  }

  async #fetchNumber(path: string): Promise<number> {
    const { url, status, data } = await this.http.json(`${this.name}/${path}`, Reference, {
      accept: [NO_DATASET],
    })
    if (status === NO_DATASET) throw new NoDataset(url)
    if (data) return data.number
    // For a moment after a restart there is none.
    throw new UpstreamDown(url, 'it does not know its newest block yet: run again later')
  }

  async *#stream(request: StreamRequest, range: BlockRange): AsyncGenerator<PortalPart> {
    let next = range.from_block
    let parent: string | null = null
    while (next <= range.to_block) {
      const answer = await this.#query(request, next, range.to_block, parent)
      if (answer.status === FORKED) throw new Fork(answer)
      const part = toPart(answer, range.to_block)
      // Blocks without a number do not exist: an empty answer covers the whole rest.
      if (part === null) return
      if (part.to_block < next)
        throw new UpstreamChanged(answer.url, `its answer ends before block ${next}, which was asked for`)
      yield part
      next = part.to_block + 1
      parent = part.hash
    }
  }

  /** On a fork, drops the parts read from the replaced branch. */
  async *#readFresh(request: StreamRequest, range: BlockRange): AsyncGenerator<PortalPart> {
    let collected: PortalPart[] = []
    let next = range.from_block
    for (let forks = 0; next <= range.to_block; forks++) {
      try {
        for await (const part of this.#stream(request, { ...range, from_block: next })) {
          collected.push(part)
          next = part.to_block + 1
        }
        break
      } catch (error) {
        if (!(error instanceof Fork) || forks === MAX_FORKS) throw error
        collected = cutParts(collected, error.newestCommon(collected))
        next = (collected.at(-1)?.to_block ?? range.from_block - 1) + 1
      }
    }
    yield* collected
  }

  async #query(
    { path, body, isBackground }: StreamRequest,
    fromBlock: number,
    toBlock: number,
    parent: string | null,
  ) {
    const url = `${this.name}/${path}`
    const parentBlockHash = parent === null ? {} : { parentBlockHash: parent }
    const answer = await this.http.bytes(url, {
      body: { ...body, fromBlock, toBlock, ...parentBlockHash },
      accept: [NOTHING_YET, FORKED],
      acceptsTruncated: true,
      // Every block of an EVM chain exists, so an answer has at least the first one requested.
      check: this.#kind === 'evm' ? findEmptyProblem : findBodyProblem,
      timeoutMs: PART_TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
      isBackground,
    })
    if (answer.status === NOTHING_YET)
      throw new UpstreamDown(url, `it has no block ${fromBlock} yet: run again later`)
    return answer
  }
}

/** The requested blocks do not follow those already read: the chain was reorganised. */
class Fork extends UpstreamDown {
  readonly #known: Map<number, string>

  constructor(answer: BytesAnswer) {
    super(answer.url, 'the chain was reorganised while it was read: run again later')
    // Without blocks to go back to, all that is not final is read again.
    const blocks = listAt(parseJsonOrNull(answer.data), 'previousBlocks')
    this.#known = new Map(blocks.map((block) => [Number(pick(block, 'number')), String(pick(block, 'hash'))]))
  }

  /** Returns the newest block that both we and the portal have, or -1. */
  newestCommon(parts: PortalPart[]): number {
    const headers = parts.flatMap((part) => [...part.lines].map((line) => pick(line, 'header')))
    const common = headers.filter(
      (header) => this.#known.get(Number(pick(header, 'number'))) === pick(header, 'hash'),
    )
    return Math.max(-1, ...common.map((header) => Number(pick(header, 'number'))))
  }
}

function cutParts(parts: PortalPart[], last: number): PortalPart[] {
  return parts.flatMap((part) => {
    const lines = [...part.lines].filter((line) => Number(pick(pick(line, 'header'), 'number')) <= last)
    const header = pick(lines.at(-1), 'header')
    if (header === null) return []
    return [
      {
        ...part,
        lines,
        to_block: Number(pick(header, 'number')),
        to_time: Number(pick(header, 'timestamp')),
      },
    ]
  })
}

function toPart(
  { data, ...from }: BytesAnswer,
  lastWanted: number,
): (PortalPart & { hash: string | null }) | null {
  const ends = parseEnds(data)
  if (ends === null) return null
  const { first, last } = ends
  return {
    from: { url: from.url, sha256: from.sha256, retrievedAt: from.retrievedAt },
    lines: { [Symbol.iterator]: () => parseLines(from.url, data) },
    to_block: Math.min(last.number, lastWanted),
    from_time: first.timestamp,
    to_time: last.timestamp,
    hash: last.hash,
  }
}
