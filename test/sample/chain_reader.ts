import type { Hex } from 'viem'
import { decodeEventLog, parseAbi } from 'viem/utils'
import type { BlocksRead } from '../../pipeline/source/source.ts'
import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { fetchSample, readJson } from './reader.ts'

const RPC = 'https://mainnet.base.org/'
const BEFORE = 41_663_799
const FIRST = 43_500_000
const A_DAY = 43_200
const EVENTS = parseAbi([
  'event Registered(uint256 indexed agentId, string agentURI, address indexed owner)',
  'event URIUpdated(uint256 indexed agentId, string newURI, address indexed updatedBy)',
  'event NewFeedback(uint256 indexed agentId, address indexed clientAddress, uint64 feedbackIndex, int128 value, uint8 valueDecimals, string indexed indexedTag1, string tag1, string tag2, string endpoint, string feedbackURI, bytes32 feedbackHash)',
  'event FeedbackRevoked(uint256 indexed agentId, address indexed clientAddress, uint64 indexed feedbackIndex)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
])
const MOVED = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)'])
const TOKEN_TRANSFER = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
])

/** The contracts that the sample's chain knows, as they are written in public. */
export const CONTRACTS = {
  identity: '0x8004A169FB4a3325136EB29fA0ceB6D2e539a432',
  reputation: '0x8004BAa17C55a88189AE136b182e5fdA19dE9b63',
  usdc: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
}

/** A log as JSON-RPC gives it. */
export interface RpcLog {
  address: string
  topics: Hex[]
  data: Hex
  blockNumber: Hex
  blockTimestamp: Hex
  transactionHash: Hex
  logIndex: Hex
}

/** A log by name and arguments, with where it stands. */
export interface Event {
  name: string
  args: Record<string, unknown>
  block: number
  index: number
  transaction: Hex
}

/** The last block of a day. */
export const dayHead = (day: number): number => FIRST + A_DAY * (day + 1) - 1

/** Blocks of Base that earlier days have read, up to this one. */
export function readUpTo(to_block: number): BlocksRead[] {
  const time = '2026-01-01T00:00:00.000Z'
  return [
    {
      ...{ chain: 'eip155:8453', from_block: BEFORE, to_block, final_block: to_block },
      ...{ from_time: time, to_time: time },
    },
  ]
}

export const hex = (number: number): Hex => `0x${number.toString(16)}`

/** Sends a body to the node as of the end of a day. */
export const post = (day: string, body: unknown, seed?: number): Promise<Response> =>
  fetchSample(day, RPC, seed, { method: 'POST', body: JSON.stringify(body) })

/** The result of one call, taken to be of this shape. */
export async function call<T>(day: string, method: string, params: unknown[], seed?: number): Promise<T> {
  const body = { jsonrpc: '2.0', id: 7, method, params }
  return (await readJson<{ result: T }>(post(day, body, seed))).result
}

/** All events of a contract up to the end of the sample; a range that holds too many is read in halves. */
export async function events(address: string, seed?: number): Promise<Event[]> {
  const last = SAMPLE_DAYS.length - 1
  const within = async (from: number, to: number): Promise<Event[]> => {
    const filter = { address, fromBlock: hex(from), toBlock: hex(to) }
    const logs = await call<RpcLog[] | undefined>(SAMPLE_DAYS[last] as string, 'eth_getLogs', [filter], seed)
    if (logs) return logs.map(read)
    const middle = Math.floor((from + to) / 2)
    return [...(await within(from, middle)), ...(await within(middle + 1, to))]
  }
  return within(BEFORE, dayHead(last))
}

/** Reads one log. */
function read(log: RpcLog): Event {
  const abi = [...EVENTS, ...(log.topics.length === 4 ? TOKEN_TRANSFER : MOVED)]
  const { eventName, args } = decodeEventLog({
    abi,
    data: log.data,
    topics: log.topics as [Hex, ...Hex[]],
  })
  return {
    name: eventName,
    args: args as unknown as Record<string, unknown>,
    block: Number(log.blockNumber),
    index: Number(log.logIndex),
    transaction: log.transactionHash,
  }
}
