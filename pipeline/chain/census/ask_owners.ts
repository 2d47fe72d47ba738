import { toHex } from 'viem/utils'
import type { Http } from '../../http/http.ts'
import { pick } from '../../source/pick.ts'
import { isUpstreamFailure } from '../failures.ts'
import { createRateBackoff } from '../rpc/calls.ts'
import { parseJsonOrNull } from '../values.ts'
import { CheckUnmade, UNMADE } from './unmade.ts'

/** `ownerOf(uint256)` of ERC-721, and the error of ERC-6093 for an id that does not exist. */
const OWNER_OF = '0x6352211e'
const NONEXISTENT_TOKEN = '0x7e273289'
const OWNER = /^0x0{24}[0-9a-f]{40}$/i
const NO_OWNER = /^0x0{64}$/
const NO_HISTORY =
  /archive|historical|pruned|missing trie node|state .*not available|header not found|unknown block/i
const REVERTED = 3
const MAX_CALLS = 10
const TOO_LARGE = 413
const REFUSALS = [400, 403, TOO_LARGE]
const ATTEMPTS = 3

/** A contract at a block, or now. */
export interface ContractState {
  address: string
  block: number | 'latest'
}

/**
 * Asks a node whether ids of a contract have an owner, ten at once. Throws CheckUnmade where it does not say so.
 */
export async function askOwners(
  http: Http,
  node: string,
  state: ContractState,
  ids: readonly number[],
): Promise<boolean[]> {
  const owned: boolean[] = []
  for (let at = 0; at < ids.length; at += MAX_CALLS)
    owned.push(...(await askBatch(http, node, state, ids.slice(at, at + MAX_CALLS))))
  return owned
}

async function askBatch(http: Http, node: string, state: ContractState, ids: number[]): Promise<boolean[]> {
  const { status, replies } = await send(http, node, state, ids)
  const byId = new Map(replies.map((reply) => [pick(reply, 'id'), reply]))
  // A batch may be refused as a whole.
  const refusal = replies.find((reply) => pick(reply, 'id') === null && pick(reply, 'error') !== null)
  const owned = ids.map((_, i) => parseOwner(byId.get(i + 1) ?? refusal))
  const problem = owned.find((answer) => answer instanceof CheckUnmade)
  if (problem === undefined) return owned.map((answer) => answer === true)
  const isTooLong = status === TOO_LARGE || replies.length < ids.length
  if (!isTooLong || ids.length === 1 || problem.reason === UNMADE.noHistory) throw problem
  const half = Math.ceil(ids.length / 2)
  return [
    ...(await askBatch(http, node, state, ids.slice(0, half))),
    ...(await askBatch(http, node, state, ids.slice(half))),
  ]
}

async function send(http: Http, node: string, { address, block }: ContractState, ids: number[]) {
  const calls = ids.map((agent, i) => ({
    ...{ jsonrpc: '2.0', id: i + 1, method: 'eth_call' },
    params: [
      { to: address, data: `${OWNER_OF}${toHex(agent, { size: 32 }).slice(2)}` },
      block === 'latest' ? block : toHex(block),
    ],
  }))
  const getRateProblem = createRateBackoff()
  try {
    const { status, data } = await http.bytes(node, {
      ...{ body: calls.length === 1 ? calls[0] : calls, accept: REFUSALS, attempts: ATTEMPTS },
      isBackground: true,
      check: (body) => getRateProblem([parseJsonOrNull(body)].flat()),
    })
    return { status, replies: [parseJsonOrNull(data)].flat() }
  } catch (error) {
    throw isUpstreamFailure(error) ? new CheckUnmade(UNMADE.noAnswer) : error
  }
}

/** Returns whether an id has an owner, by the reply to its call. */
function parseOwner(reply: unknown): boolean | CheckUnmade {
  const result = pick(reply, 'result')
  if (typeof result === 'string') return parseResult(result)
  const code = pick(reply, 'error', 'code')
  const message = String(pick(reply, 'error', 'message'))
  if (NO_HISTORY.test(message)) return new CheckUnmade(UNMADE.noHistory)
  const data = String(pick(reply, 'error', 'data'))
  const isReverted = data.startsWith(NONEXISTENT_TOKEN) || code === REVERTED || /revert/i.test(message)
  return isReverted ? false : new CheckUnmade(UNMADE.refused)
}

function parseResult(result: string): boolean | CheckUnmade {
  if (NO_OWNER.test(result)) return false
  if (OWNER.test(result)) return true
  return new CheckUnmade(result === '0x' ? UNMADE.noContract : UNMADE.refused)
}
