import type { Hex } from 'viem'
import { encodeAbiParameters, keccak256, parseAbiParameters, stringToHex } from 'viem/utils'
import { addressWord, numberWord } from './hex.ts'

export const SAMPLE_USDC: Hex = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
export const IDENTITY: Hex = '0x8004a169fb4a3325136eb29fa0ceb6d2e539a432'
export const REPUTATION: Hex = '0x8004baa17c55a88189ae136b182e5fda19de9b63'

const ZERO_ADDRESS: Hex = '0x0000000000000000000000000000000000000000'
const TOPICS = {
  authorizationUsed: '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5',
  feedbackRevoked: '0x25156fd3288212246d8b008d5921fde376c71ed14ac2e072a506eb06fde6d09d',
  newFeedback: '0x6a4a61743519c9d648a14e6493f47dbe3ff1aa29e7785c96c8326a205e58febc',
  registered: '0xca52e62c367d81bb2e328eb795f7c7ba24afb478408a26c0e201d155c449bc4a',
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  uriUpdated: '0x3a2c7fffc2cba7582c690e3b82c453ea02a308326a98a3ad7576c606336409fb',
} as const
const TEXT = parseAbiParameters('string')
const FEEDBACK = parseAbiParameters('uint64, int128, uint8, string, string, string, string, bytes32')

/** A log before it has its position in a block. */
export interface ChainLog {
  address: Hex
  topics: Hex[]
  data: Hex
}

/** A client's feedback about an agent. */
export interface SampleFeedback {
  agentId: number
  client: Hex
  /** Counted from 1 for each client of an agent. */
  index: number
  value: number
  decimals: number
  tag1: string
  tag2: string
  endpoint: string
  uri: string
}

/** The logs of a payment signed by the payer and sent by another account: the authorization, then the transfer. */
export const paymentLogs = (payer: Hex, payTo: Hex, amount: bigint, nonce: Hex): ChainLog[] => [
  { address: SAMPLE_USDC, topics: [TOPICS.authorizationUsed, addressWord(payer), nonce], data: '0x' },
  transferLog(payer, payTo, amount),
]

/** A plain transfer of USDC. */
export const transferLog = (from: Hex, to: Hex, amount: bigint): ChainLog => ({
  address: SAMPLE_USDC,
  topics: [TOPICS.transfer, addressWord(from), addressWord(to)],
  data: numberWord(amount),
})

/** The logs of a new registration: the token is minted, then the agent is registered. */
export const registrationLogs = (agentId: number, owner: Hex, uri: string): ChainLog[] => [
  ownerChangedLog(agentId, ZERO_ADDRESS, owner),
  {
    address: IDENTITY,
    topics: [TOPICS.registered, numberWord(agentId), addressWord(owner)],
    data: encodeAbiParameters(TEXT, [uri]),
  },
]

export const uriUpdated = (agentId: number, by: Hex, uri: string): ChainLog => ({
  address: IDENTITY,
  topics: [TOPICS.uriUpdated, numberWord(agentId), addressWord(by)],
  data: encodeAbiParameters(TEXT, [uri]),
})

/** A registration passes from one owner to another. */
export const ownerChangedLog = (agentId: number, from: Hex, to: Hex): ChainLog => ({
  address: IDENTITY,
  topics: [TOPICS.transfer, addressWord(from), addressWord(to), numberWord(agentId)],
  data: '0x',
})

export const feedbackGiven = (given: SampleFeedback): ChainLog => ({
  address: REPUTATION,
  topics: [
    TOPICS.newFeedback,
    numberWord(given.agentId),
    addressWord(given.client),
    keccak256(stringToHex(given.tag1)),
  ],
  data: encodeAbiParameters(FEEDBACK, [
    ...([BigInt(given.index), BigInt(given.value), given.decimals] as const),
    ...([given.tag1, given.tag2, given.endpoint, given.uri] as const),
    given.uri === '' ? numberWord(0) : keccak256(stringToHex(given.uri)),
  ]),
})

export const feedbackRevoked = ({ agentId, client, index }: SampleFeedback): ChainLog => ({
  address: REPUTATION,
  topics: [TOPICS.feedbackRevoked, numberWord(agentId), addressWord(client), numberWord(index)],
  data: '0x',
})
