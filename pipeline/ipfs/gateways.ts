import type { CID } from 'multiformats/cid'
import { sha256 as sha2 } from 'multiformats/hashes/sha2'
import { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import { hashHex } from '../archive/archive.ts'
import { HOST_LIMITS } from '../http/host_limits.ts'
import type { BytesAnswer, Http } from '../http/http.ts'
import type { Provenance } from '../source/source.ts'
import { toCidKey } from './address.ts'

/** Gateways that serve raw blocks, which anybody can verify. */
export const GATEWAYS = [
  ...['trustless-gateway.link', 'ipfs.filebase.io', 'gateway.pinata.cloud', 'ipfs.4everland.io'],
]

/** A gateway that answers none of this many requests is not used again on this day. */
const MAX_TRIALS = 8
const OPTIONS = {
  headers: { accept: 'application/vnd.ipld.raw', 'accept-encoding': 'identity' },
  // It does not have the block, does not serve it, or has found no peer that has it.
  accept: [404, 410, 451, 504],
  attempts: 2,
  timeoutMs: 8_000,
  maxBytes: 1024 * 1024,
}

/** A block whose bytes match its CID, and its recorded answer. */
export interface Block {
  from: Provenance
  bytes: Uint8Array
}

/** Reads blocks, each from the first gateway with a valid copy. */
export class Gateways {
  readonly #http: Http
  readonly #closed = new Set<string>()
  #hasAnswered = false

  constructor(http: Http) {
    this.#http = http
  }

  /** True if no gateway is left, so that a missing block says nothing about the files. */
  get areDown(): boolean {
    return !this.#hasAnswered || this.#closed.size === GATEWAYS.length
  }

  /**
   * Returns the blocks that some gateway has, by key. Each is requested from one gateway after the other, in an order
   * of its own.
   */
  async read(cids: CID[]): Promise<Map<string, Block>> {
    const requested = new Map(cids.filter(isVerifiable).map((cid) => [toCidKey(cid), cid]))
    const found = new Map<string, Block>()
    for (let turn = 0; turn < GATEWAYS.length; turn++) {
      const missing = [...requested.values()].filter((cid) => !found.has(toCidKey(cid)))
      const shares = Map.groupBy(missing, (cid) => orderGateways(toCidKey(cid))[turn] as string)
      await Promise.all([...shares].map(([gateway, share]) => this.#readShare(gateway, share, found)))
    }
    return found
  }

  async #readShare(gateway: string, share: CID[], found: Map<string, Block>): Promise<void> {
    for (const part of [share.slice(0, MAX_TRIALS), share.slice(MAX_TRIALS)]) {
      if (this.#closed.has(gateway)) return
      const answers = await Promise.all(part.map((cid) => this.#fetchBlock(gateway, cid)))
      for (const [index, cid] of part.entries()) {
        const answer = answers[index]
        if (answer && isBlock(cid, answer)) found.set(toCidKey(cid), { from: answer, bytes: answer.data })
      }
      const isSilent = answers.every((answer) => answer === null)
      if (isSilent && part.length >= MAX_TRIALS) this.#closed.add(gateway)
    }
  }

  async #fetchBlock(gateway: string, cid: CID): Promise<BytesAnswer | null> {
    try {
      const answer = await this.#http.bytes(`https://${gateway}/ipfs/${cid}?format=raw`, OPTIONS)
      this.#hasAnswered = true
      return answer
    } catch (error) {
      if (error instanceof UpstreamDown || error instanceof UpstreamChanged) return null
      throw error
    }
  }
}

/**
 * Estimates the requests for reading blocks, by gateway: `missed` are those that no gateway had the last time, so that
 * all gateways get them; of the others a gateway gets those that it comes first for, and those that earlier ones lack.
 * `lacking`: the share of all blocks that none has.
 */
export function estimateBlockRequests(blocks: { missed: number; others: number; lacking: number }) {
  const { missed, others, lacking } = blocks
  const paces = GATEWAYS.map(getPace)
  const all = paces.reduce((sum, pace) => sum + pace)
  const entries = GATEWAYS.map((gateway, index) => {
    const first = (paces[index] ?? 0) / all
    return [gateway, missed + others * (first + lacking * (1 - first))] as const
  })
  return Object.fromEntries(entries)
}

/** True if we can verify the hash in a CID: nearly all are sha2-256. */
const isVerifiable = (cid: CID): boolean => cid.multihash.code === sha2.code

function isBlock(cid: CID, { status, data }: BytesAnswer): boolean {
  return status === 200 && hashHex(data) === Buffer.from(cid.multihash.digest).toString('hex')
}

const getPace = (gateway: string): number => HOST_LIMITS[gateway]?.perSecond ?? 1

/** Returns the gateways in their order for a block: each comes first as often as its limit allows. */
function orderGateways(key: string): string[] {
  const draw = (gateway: string): number => {
    const even = (Number.parseInt(hashHex(`${gateway} ${key}`).slice(0, 8), 16) + 1) / 2 ** 32
    return -Math.log(even) / getPace(gateway)
  }
  const drawn = new Map(GATEWAYS.map((gateway) => [gateway, draw(gateway)]))
  return GATEWAYS.toSorted((a, b) => (drawn.get(a) ?? 0) - (drawn.get(b) ?? 0))
}
