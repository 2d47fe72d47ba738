import type { z } from 'zod'
import type { probeReport } from '../../../core/interface/schemas/probe_report.ts'
import { REASON_WORDS } from '../../../core/views/probe_words.ts'

export type ProbeReport = z.infer<typeof probeReport>
export type ReportPart = ProbeReport['parts'][number]
type PartKey = Pick<ReportPart, 'population' | 'dimension' | 'kind'>

/** A table of a page: parts of one dimension, and of one kind or all but it. */
interface PartTable {
  id: string
  title: string
  /** Head of its first column. */
  head: string
  has: (part: PartKey) => boolean
}

/** Addresses that one page is about. */
export interface Topic {
  id: ProbeReport['topic']
  path: string
  title: string
  /** The population and kind that the first sentence is about. */
  population: string
  kind: string
  /** Its addresses, after a number. */
  subject: string
  /** The predicate of those that answer. */
  answers: string
  /** Condition on the marts for the parts that it has. */
  where: string
  tables: PartTable[]
  /** Kinds of which versions, slow hosts and disagreements are shown. */
  kinds: string[]
  hasClusters: boolean
}

const isWhole = ({ dimension }: PartKey): boolean => dimension === 'all'

export const TOPICS: readonly Topic[] = [
  {
    id: 'mcp',
    path: '/state-of-mcp',
    title: 'State of MCP servers',
    population: 'mcp_registry',
    kind: 'mcp',
    subject: 'remote servers of the MCP registry',
    answers: 'answer in MCP',
    where: `kind = 'mcp' and dimension = 'all' and population <> 'a2a_cards'`,
    tables: [{ id: 'registries', title: 'By registry', head: 'MCP servers declared in', has: () => true }],
    kinds: ['mcp'],
    hasClusters: true,
  },
  {
    id: 'erc8004',
    path: '/state-of-erc8004',
    title: 'State of ERC-8004 agents',
    population: 'erc8004',
    kind: 'all',
    subject: 'addresses that ERC-8004 registrations declare',
    answers: 'answer in their protocol',
    where: `(population = 'erc8004' and (dimension = 'all' or kind = 'all')) or (population = 'a2a_cards' and kind = 'all')`,
    tables: [
      {
        id: 'chains',
        title: 'By chain',
        head: 'Registered on',
        has: ({ dimension }) => dimension === 'chain',
      },
      { id: 'protocols', title: 'By protocol', head: 'Protocol', has: isWhole },
    ],
    kinds: ['mcp', 'a2a', 'oasf', 'web', 'other'],
    hasClusters: false,
  },
  {
    id: 'x402',
    path: '/state-of-x402',
    title: 'State of x402 resources',
    population: 'bazaar',
    kind: 'x402',
    subject: 'paid resources that the Bazaars list',
    answers: 'quote a price',
    where: `population = 'bazaar' and kind = 'x402'`,
    tables: [
      {
        id: 'chains',
        title: 'By chain of payment',
        head: 'Paid on',
        has: ({ dimension }) => dimension === 'chain',
      },
      { id: 'feeds', title: 'By Bazaar', head: 'Listed by', has: ({ dimension }) => dimension !== 'chain' },
    ],
    kinds: ['x402'],
    hasClusters: false,
  },
]

const POPULATIONS: Readonly<Record<string, string>> = {
  mcp_registry: 'MCP registry',
  erc8004: 'ERC-8004',
  bazaar: 'x402 Bazaars',
  a2a_cards: 'A2A cards that hosts serve',
  all: 'all, each once',
}

const FEEDS: Readonly<Record<string, string>> = { cdp: 'Coinbase', payai: 'PayAI' }

export const KINDS: Readonly<Record<string, string>> = {
  mcp: 'MCP',
  a2a: 'A2A',
  x402: 'x402',
  oasf: 'OASF records',
  web: 'web pages',
  other: 'other services',
  all: 'all protocols',
}

/** Returns what became of addresses on the last day of probes, in words. */
export const nameState = (state: string): string => STATES[state] ?? REASON_WORDS[state] ?? state

const STATES: Readonly<Record<string, string>> = {
  asked: 'asked',
  unobserved: 'could not be observed from here',
}

/** Returns the name of a part as people read it; that of a chain may be third-party text. */
export function namePart(
  topic: Topic,
  part: Omit<PartKey, 'dimension'> & { dimension: string; value: string },
  chains: Map<string, string>,
): string {
  if (part.dimension === 'chain') return chains.get(part.value) ?? part.value
  if (part.dimension === 'feed') return FEEDS[part.value] ?? part.value
  if (topic.id === 'erc8004' && part.population === 'erc8004') return KINDS[part.kind] ?? part.kind
  return POPULATIONS[part.population] ?? part.population
}
