import type { IndexedChain } from '../../../pipeline/catalog/chains.ts'
import type { Recorded, RecordedArchive, RecordedDay } from '../recorded.ts'
import { accountIn, bytesIn, eventTopic, integerIn, textIn, wordAt } from './abi.ts'
import { type BlocksKept, type Log, logsIn, type Range } from './blocks.ts'
import { ChainDay, type PieceRead, toBlocksRead } from './chain_day.ts'
import type { Quarantine } from './reading.ts'

/** Place and time of an event, and the response that reports it. */
export interface ChainEvent {
  chain: string
  transaction: string
  block: number
  index: number
  /** Milliseconds. */
  time: number
  response: Recorded
  /** The date of a later read of its block, which stands in place of this one, or null. */
  readAgainOn: string | null
}

/** An event of the identity registry. */
export interface IdentityEvent extends ChainEvent {
  kind: 'registered' | 'uri_updated' | 'transferred' | 'wallet_set'
  /** The chain and the id on it, `eip155:8453/ID`. */
  agent: string
  registry: string
  /** Of a wallet that is taken back nothing is left. */
  account: string
  uri: string | null
}

/** An event of the reputation registry. */
export interface FeedbackEvent extends ChainEvent {
  kind: 'feedback' | 'revoked'
  agent: string
  client: string
  feedback: string
}

/** All that days of a registry say, and which blocks they read. */
export interface RegistryRead<T> {
  events: T[]
  kept: BlocksKept[]
}

export const emptyRegistry = <T>(): RegistryRead<T> => ({ events: [], kept: [] })

type DecodedEvent<T> = Omit<T, keyof ChainEvent | 'agent'> & { id: string }

/** The most blocks that are read as one piece. */
const PIECE = 4_000_000

const ZERO_ADDRESS = `0x${'0'.repeat(40)}`
const REGISTERED = eventTopic('Registered(uint256,string,address)')
const URI_UPDATED = eventTopic('URIUpdated(uint256,string,address)')
const TRANSFER = eventTopic('Transfer(address,address,uint256)')
const METADATA_SET = eventTopic('MetadataSet(uint256,string,string,bytes)')
const FEEDBACK = eventTopic(
  'NewFeedback(uint256,address,uint64,int128,uint8,string,string,string,string,string,bytes32)',
)
const REVOKED = eventTopic('FeedbackRevoked(uint256,address,uint64)')

type ReadArguments<T> = [
  before: RegistryRead<T>,
  archive: RecordedArchive,
  day: RecordedDay,
  chains: IndexedChain[],
  isRefused: Quarantine,
]

/** Reads a day of the identity registry, after the days before it. */
export const readIdentity = (...given: ReadArguments<IdentityEvent>): RegistryRead<IdentityEvent> =>
  readEvents(...given, decodeIdentity)

/** Reads a day of the reputation registry, after the days before it. */
export const readReputation = (...given: ReadArguments<FeedbackEvent>): RegistryRead<FeedbackEvent> =>
  readEvents(...given, decodeFeedback)

/** Every read of every event; where blocks were read again, the later read stands. */
function readEvents<T extends ChainEvent & { agent: string }>(
  { events, kept }: RegistryRead<T>,
  archive: RecordedArchive,
  day: RecordedDay,
  chains: IndexedChain[],
  isRefused: Quarantine,
  tell: (log: Log) => DecodedEvent<T> | null,
): RegistryRead<T> {
  const pieces = chains
    .filter(({ erc8004 }) => erc8004)
    .flatMap((chain): PieceRead<Log>[] => {
      const recorded = new ChainDay(archive, day, chain)
      const read = (piece: Range) => {
        const { to, lines } = recorded.read('logs', piece)
        return { to, items: lines.flatMap(logsIn) }
      }
      return recorded.readPieces('logs', PIECE, kept, read)
    })
    .sort((a, b) => a.from - b.from)
  const fresh = pieces.flatMap(({ chain, items }) =>
    items.flatMap((log) => selectEvents<T>(chain, log, tell(log), isRefused)),
  )
  for (const event of events)
    if (
      pieces.some(({ chain, from, to }) => chain === event.chain && from <= event.block && event.block <= to)
    )
      event.readAgainOn ??= day.date
  return {
    events: [...events, ...fresh],
    kept: [...kept, ...toBlocksRead(pieces)],
  }
}

function selectEvents<T extends ChainEvent & { agent: string }>(
  chain: string,
  { block, index, time, transaction, response, address }: Log,
  told: DecodedEvent<T> | null,
  isRefused: Quarantine,
): T[] {
  const start = `{"chain":"${chain}","registry":"${address}","block_number":${block},"log_index":${index},`
  if (told === null || isRefused(response, start)) return []
  const { id, ...rest } = told
  const place = { chain, transaction, block, index, time, response, readAgainOn: null }
  return [{ ...rest, ...place, agent: `${chain}/${id}` } as unknown as T]
}

/** The transfer of a new registration is redundant. */
function decodeIdentity({ address, topics, data }: Log): DecodedEvent<IdentityEvent> | null {
  const [topic, first, second, third] = topics
  if (topic === TRANSFER && accountIn(first) !== ZERO_ADDRESS)
    return {
      kind: 'transferred',
      id: integerIn(third),
      registry: address,
      account: accountIn(second),
      uri: null,
    }
  if (topic === METADATA_SET && textIn(data, 0) === 'agentWallet') {
    const wallet = bytesIn(data, 1) ?? ''
    const account = wallet.length === 40 && /[^0]/.test(wallet) ? `0x${wallet}` : ''
    return { kind: 'wallet_set', id: integerIn(first), registry: address, account, uri: null }
  }
  if (topic !== REGISTERED && topic !== URI_UPDATED) return null
  return {
    kind: topic === REGISTERED ? 'registered' : 'uri_updated',
    id: integerIn(first),
    registry: address,
    account: accountIn(second),
    uri: textIn(data, 0),
  }
}

function decodeFeedback({ topics, data }: Log): DecodedEvent<FeedbackEvent> | null {
  const [topic, agent, client, third] = topics
  if (topic !== FEEDBACK && topic !== REVOKED) return null
  const feedback = integerIn(topic === FEEDBACK ? wordAt(data, 0) : third)
  return {
    kind: topic === FEEDBACK ? 'feedback' : 'revoked',
    id: integerIn(agent),
    client: accountIn(client),
    feedback,
  }
}
