import { THINGS, toTitle } from '../names.ts'
import { HOSTILE_ADDRESSES, HOSTILE_NAMES } from './hostile_agents.ts'
import { SITES } from './sites.ts'

/** The location of an agent's file; `given` is a malicious address. */
type Shelf = 'https' | 'data' | 'ipfs' | 'none' | 'missing' | 'failing' | 'given'

/** The properties of a registered agent. */
export interface AgentPlan {
  slug: string
  name: string
  description: string
  shelf: Shelf
  /** In days after the sample begins, negative before; null where the order decides. */
  at: number | null
  /** The site of its services, or null. */
  site: string | null
  /** Names of older or newer forms in its file. */
  drift: { services: 'services' | 'endpoints'; x402: 'x402Support' | 'x402support' }
}

/** Twelve registrations of one file by one owner, within an hour. */
const COPIES = 12
export const COPY_PREFIX = 'agent-copy'
const COPIED_AT = 5.4
/** Two registrations by one owner with one name and other words: one agent. */
export const TWIN = 'agent-sibling'
const TWINS = ['first words', 'better words']
/** The thing whose agent, written into the chain, a third party registers again word for word; and its name there. */
const REPEATED = THINGS[10] as string
const THIRD_PARTY = 'agent-stranger'
const JOINED_AT = 12.2
/** Sites whose agents were registered while the sample runs; all others long before. */
const LATE: Record<string, number> = { 'moon-desk': 7.4, 'mimic-desk': 10.3 }
const SHELVES: [Shelf, number][] = [
  ['https', 10],
  ['data', 6],
  ['ipfs', 5],
  ['none', 3],
  ['missing', 3],
  ['failing', 1],
]

const plan = (slug: string, name: string, given: Partial<AgentPlan> = {}): AgentPlan => ({
  ...{ slug, name, description: `Sample: an invented agent called ${slug}.`, shelf: 'https', at: null },
  ...{ site: null, drift: { services: 'services', x402: 'x402Support' } },
  ...given,
})

/** The ordinary agents whose files are on the web; registered long before the sample. */
export const ON_THE_WEB: string[] = THINGS.slice(0, 10).map((thing) => `agent-${thing}`)

/** All agents that are ever registered. */
export const AGENT_PLANS: AgentPlan[] = [
  ...SITES.map(({ slug, name }, index) =>
    plan(slug, name, { site: slug, at: LATE[slug] ?? -41 + 1.3 * index }),
  ),
  ...SHELVES.flatMap(([shelf, count]) => Array.from({ length: count }, () => shelf)).map(ordinary),
  ...Object.entries(HOSTILE_NAMES).map(([slug, { name, description }], index) =>
    plan(slug, name, { description, shelf: index % 2 === 0 ? 'https' : 'data' }),
  ),
  ...Object.keys(HOSTILE_ADDRESSES).map((slug) => plan(slug, `Sample ${toTitle(slug)}`, { shelf: 'given' })),
  ...Array.from({ length: COPIES }, (_, index) =>
    plan(`${COPY_PREFIX}-${index + 1}`, 'Sample Agent Copy', {
      description: 'Sample: one file, registered again and again.',
      at: COPIED_AT + index / 288,
    }),
  ),
  ...TWINS.map((words, index) =>
    plan(`${TWIN}-${index + 1}`, 'Sample Agent Sibling', {
      description: `Sample: one agent in ${words}.`,
      at: JOINED_AT + index / 288,
    }),
  ),
  plan(THIRD_PARTY, `Sample Agent ${toTitle(REPEATED)}`, {
    description: `Sample: an invented agent called agent-${REPEATED}.`,
    shelf: 'data',
    at: JOINED_AT + 1,
  }),
]

function ordinary(shelf: Shelf, index: number): AgentPlan {
  const thing = THINGS[index] as string
  return plan(`agent-${thing}`, `Sample Agent ${toTitle(thing)}`, {
    shelf,
    at: shelf === 'https' ? -38 + 2.7 * index : null,
    drift: {
      services: index % 4 === 1 ? 'endpoints' : 'services',
      x402: index % 3 === 2 ? 'x402support' : 'x402Support',
    },
  })
}
