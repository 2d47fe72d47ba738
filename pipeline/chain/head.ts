import { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import type { Http } from '../http/http.ts'
import { pick } from '../pick.ts'
import type { BlockRange } from '../source.ts'
import type { Head } from './block.ts'
import { ask, BASE_RPC } from './rpc.ts'
import { quantity } from './values.ts'

const CHAIN_ID = '0x2105'

/** Blocks at the end of the last read that are read again, since the chain may have been reorganised: ten minutes. */
const CONFIRMATIONS = 300

/** The newest block of Base mainnet. Throws UpstreamChanged when the endpoint serves another chain. */
export async function readHead(http: Http): Promise<Head> {
  const answer = await ask(http, [
    { method: 'eth_chainId', params: [] },
    { method: 'eth_getBlockByNumber', params: ['latest', false] },
  ])
  if (!answer) throw new UpstreamDown(BASE_RPC, 'it does not return its newest block: run again later')
  const [chain, block] = answer.results
  if (chain !== CHAIN_ID)
    throw new UpstreamChanged(
      BASE_RPC,
      `its chain id is not ${CHAIN_ID}: read from an endpoint of Base mainnet`,
    )
  const number = quantity(pick(block, 'number'))
  const timestamp = quantity(pick(block, 'timestamp'))
  if (number === null || timestamp === null)
    throw new UpstreamChanged(BASE_RPC, 'its newest block has no number or no time: run again with --refetch')
  return { number, timestamp }
}

/**
 * The blocks to read today: on from the last read, less the confirmations, or from `first` when nothing was read
 * yet; at most `most` of them. Throws UpstreamDown when the endpoint is behind what was read before.
 */
export function rangeToRead(head: Head, lastBlock: number | null, first: number, most: number): BlockRange {
  const end = lastBlock ?? first
  if (head.number < end)
    throw new UpstreamDown(
      BASE_RPC,
      `its newest block is ${head.number}, which is before ${end}: run again later`,
    )
  const from_block = lastBlock === null ? first : Math.max(0, lastBlock + 1 - CONFIRMATIONS)
  return { from_block, to_block: Math.min(head.number, from_block + most - 1) }
}

/**
 * What a run has read, when it ended at `to_block`. Throws its failure unless it came further than the run before:
 * blocks that are read again in part would lose the events of the rest.
 */
export function rangeRead(
  { from_block }: BlockRange,
  lastBlock: number | null,
  to_block: number,
  failure: UpstreamDown | null,
): BlockRange {
  if (failure && to_block <= (lastBlock ?? from_block - 1)) throw failure
  return { from_block, to_block }
}
