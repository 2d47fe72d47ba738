import type { Recorded, RecordedArchive, RecordedDay } from '../recorded.ts'
import { accountIn, bytesIn, integerIn, textIn, topicOf, wordAt } from './abi.ts'
import type { Quarantine } from './reading.ts'
import { BASE, chainAnswers, type Log, logsRead } from './rpc.ts'

/** Where and when an event happened, and the response that tells of it. */
export interface Happened {
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
export interface IdentityEvent extends Happened {
  kind: 'registered' | 'uri_updated' | 'transferred' | 'wallet_set'
  /** `eip155:8453/ID`. */
  agent: string
  registry: string
  /** Of a wallet that is taken back nothing is left. */
  account: string
  uri: string | null
}

/** An event of the reputation registry. */
export interface FeedbackEvent extends Happened {
  kind: 'feedback' | 'revoked'
  agent: string
  client: string
  feedback: string
}

type Told<T> = Omit<T, keyof Happened>

const NOBODY = `0x${'0'.repeat(40)}`
const REGISTERED = topicOf('Registered(uint256,string,address)')
const URI_UPDATED = topicOf('URIUpdated(uint256,string,address)')
const TRANSFER = topicOf('Transfer(address,address,uint256)')
const METADATA_SET = topicOf('MetadataSet(uint256,string,string,bytes)')
const FEEDBACK = topicOf(
  'NewFeedback(uint256,address,uint64,int128,uint8,string,string,string,string,string,bytes32)',
)
const REVOKED = topicOf('FeedbackRevoked(uint256,address,uint64)')

const agentOf = (word: string | undefined): string => `${BASE}/${integerIn(word)}`

/** Reads a day of the identity registry, after the days before it. */
export const readIdentity = (...given: ReadArguments<IdentityEvent>): IdentityEvent[] =>
  readEvents(...given, identityOf)

/** Reads a day of the reputation registry, after the days before it. */
export const readReputation = (...given: ReadArguments<FeedbackEvent>): FeedbackEvent[] =>
  readEvents(...given, feedbackOf)

type ReadArguments<T> = [before: T[], archive: RecordedArchive, day: RecordedDay, isRefused: Quarantine]

/** Every read of every event; where blocks were read again, the later read stands. */
function readEvents<T extends Happened>(
  before: T[],
  archive: RecordedArchive,
  day: RecordedDay,
  isRefused: Quarantine,
  tell: (log: Log) => Told<T> | null,
): T[] {
  const { answers, timeOf } = chainAnswers(archive, day)
  const reads = answers.flatMap((answer) => logsRead(answer, timeOf)).sort((a, b) => a.from - b.from)
  const fresh = reads.flatMap(({ logs, response }) =>
    logs.flatMap((log) => {
      const { block, index, time, transaction } = log
      const place = `"block_number":${block},"log_index":${index},`
      const told = tell(log)
      if (told === null || isRefused(response, `{"chain":"${BASE}","registry":"${log.address}",${place}`))
        return []
      return [{ ...told, block, index, time, transaction, response, readAgainOn: null } as T]
    }),
  )
  for (const event of before)
    if (reads.some(({ from, to }) => from <= event.block && event.block <= to)) event.readAgainOn ??= day.date
  return [...before, ...fresh]
}

/** The transfer that comes with a registration tells nothing new. */
function identityOf({ address, topics, data }: Log): Told<IdentityEvent> | null {
  const [topic, first, second, third] = topics
  if (topic === TRANSFER && accountIn(first) !== NOBODY)
    return {
      kind: 'transferred',
      agent: agentOf(third),
      registry: address,
      account: accountIn(second),
      uri: null,
    }
  if (topic === METADATA_SET && textIn(data, 0) === 'agentWallet') {
    const wallet = bytesIn(data, 1) ?? ''
    const account = wallet.length === 40 && /[^0]/.test(wallet) ? `0x${wallet}` : ''
    return { kind: 'wallet_set', agent: agentOf(first), registry: address, account, uri: null }
  }
  if (topic !== REGISTERED && topic !== URI_UPDATED) return null
  return {
    kind: topic === REGISTERED ? 'registered' : 'uri_updated',
    agent: agentOf(first),
    registry: address,
    account: accountIn(second),
    uri: textIn(data, 0),
  }
}

function feedbackOf({ topics, data }: Log): Told<FeedbackEvent> | null {
  const [topic, agent, client, third] = topics
  if (topic !== FEEDBACK && topic !== REVOKED) return null
  const feedback = integerIn(topic === FEEDBACK ? wordAt(data, 0) : third)
  return {
    kind: topic === FEEDBACK ? 'feedback' : 'revoked',
    agent: agentOf(agent),
    client: accountIn(client),
    feedback,
  }
}
