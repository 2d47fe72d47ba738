import type { Hex } from 'viem'
import { type Registration, registrations } from '../agents/registrations.ts'
import { SAMPLE_DAYS } from '../days.ts'
import { between, choose, createRandom, type Random } from '../prng.ts'
import { blockAt } from './blocks.ts'
import { wallet } from './hex.ts'
import { type ChainLog, feedbackGiven, feedbackRevoked, REPUTATION, type SampleFeedback } from './logs.ts'
import type { Transaction } from './transactions.ts'

/** Feedback before it has its number; `at` in days after the sample begins. */
type Opinion = Omit<SampleFeedback, 'index'> & { at: number }

const CLIENTS: Hex[] = Array.from({ length: 24 }, (_, index) => wallet(`client ${index}`))
/** Three colluding clients, who praise one agent every day. */
const RING: Hex[] = Array.from({ length: 3 }, (_, index) => wallet(`friend ${index}`))
const PRAISED = 'ring-desk'
const TAGS = ['starred', 'quality', 'uptime', 'responseTime', ''] as const
const FROM_CLIENTS = 4
const FROM_FRIENDS = 2
/** Days between two revocations. */
const REVOKED_EVERY = 4

/** Every transaction with the registry of reputations. */
export const feedbackTransactions = (seed: number): Transaction[] =>
  numberOpinions(SAMPLE_DAYS.flatMap((_, day) => createOpinions(seed, day))).flatMap((feedback, index) => {
    const { at } = feedback
    const given = sent(`feedback ${index}`, at, feedback, feedbackGiven(feedback))
    if (index % ((FROM_CLIENTS + FROM_FRIENDS) * REVOKED_EVERY) !== 0) return [given]
    return [given, sent(`revocation ${index}`, at + 0.5, feedback, feedbackRevoked(feedback))]
  })

/** Numbers each opinion among those of its client about its agent, in the order of time. */
function numberOpinions(opinions: Opinion[]): (SampleFeedback & { at: number })[] {
  const counts = new Map<string, number>()
  return opinions
    .sort((a, b) => a.at - b.at)
    .map((opinion) => {
      const key = `${opinion.agentId} ${opinion.client}`
      const index = (counts.get(key) ?? 0) + 1
      counts.set(key, index)
      return { ...opinion, index }
    })
}

function createOpinions(seed: number, day: number): Opinion[] {
  const random = createRandom(seed, 'feedback', day)
  const agents = registrations(seed).filter(({ at }) => at < day)
  const honest = Array.from({ length: FROM_CLIENTS }, () => {
    const agent = agents[between(random, 0, agents.length - 1)] as Registration
    return opinion(random, agent, CLIENTS[between(random, 0, CLIENTS.length - 1)] as Hex, day)
  })
  const praised = agents.find(({ slug }) => slug === PRAISED) as Registration
  const bought = Array.from({ length: FROM_FRIENDS }, (_, index) => ({
    ...opinion(random, praised, RING[(day + index) % RING.length] as Hex, day),
    ...{ tag1: 'starred', value: 100, decimals: 0 },
  }))
  return [...honest, ...bought]
}

function opinion(random: Random, { id, slug }: Registration, client: Hex, day: number): Opinion {
  const tag1 = choose(random, TAGS)
  const page = `https://agents.sample.example/feedback/${slug}-${day}.json`
  return {
    ...{ at: day + random(), agentId: id, client, tag1, tag2: random() < 0.3 ? 'day' : '' },
    ...rateFeedback(random, tag1),
    endpoint: random() < 0.5 ? `https://agents.sample.example/${slug}` : '',
    uri: random() < 0.4 ? page : '',
  }
}

/** Each tag has its own scale, and response times count below zero. */
function rateFeedback(random: Random, tag: string): Pick<SampleFeedback, 'value' | 'decimals'> {
  if (tag === 'uptime') return { value: between(random, 9_000, 10_000), decimals: 2 }
  if (tag === 'responseTime') return { value: -between(random, 20, 900), decimals: 0 }
  return { value: between(random, 0, 100), decimals: 0 }
}

const sent = (name: string, at: number, { client }: SampleFeedback, log: ChainLog): Transaction => ({
  ...{ name, block: blockAt(at), from: client, to: REPUTATION },
  logs: [log],
})
