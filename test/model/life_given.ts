import type { Given } from './sql_harness.ts'

/** A sign of life of an agent: a key, its age in days, and days since its source was read for the agent. */
export interface GivenSign {
  handle: string
  key: 'pushed_at' | 'released_at' | 'paid_at' | 'probed_at' | 'listed_at'
  at: string
  readDaysAgo?: number
}

/** The reads of a source: its last and first day, counted back. */
export type GivenReading = { source: string; readDaysAgo: number; firstReadDaysAgo?: number }

/** An address that an agent declares: days since its last answer, since the outcome that counts, and since its turn. */
export interface GivenAddress {
  handle: string
  answeredDaysAgo?: number
  judgedDaysAgo?: number
  turnDaysAgo?: number
  isAsked?: boolean
  kind?: string
}

export interface GivenLives {
  day: string
  agents: { handle: string; category?: string; firstSeenOn?: string; departedOn?: string | null }[]
  signs: GivenSign[]
  /** Addresses besides those of answers. */
  addresses?: GivenAddress[]
  /** The sources that were not read today. */
  sources?: GivenReading[]
  /** Signs that could not be read. */
  awaited?: { handle: string; kind: string; sign: string; is_out: boolean }[]
  /** Agents of developers. */
  owned?: { handle: string; agent: string }[]
}

const DEFINITIONS = [
  { key: 'pushed_at', source: 'github', is_read_singly: true },
  { key: 'released_at', source: 'releases', is_read_singly: false },
  { key: 'paid_at', source: 'x402_payments', is_read_singly: false },
  { key: 'listed_at', source: 'releases', is_read_singly: false },
]

const life = (kind: string, sign: string, days: number, is_life = true, is_upkeep = !is_life) => ({
  ...{ kind, sign, days, is_life, is_upkeep, did: sign, says: sign },
})
const SIGNS = [
  life('asked', 'address_answered', 7),
  life('asked', 'paid_at', 7),
  life('asked', 'pushed_at', 30, false),
  life('unasked', 'paid_at', 7),
  life('unasked', 'pushed_at', 30, false),
  life('unaddressed', 'pushed_at', 30, true, true),
  life('unaddressed', 'released_at', 30, true, true),
  life('unaddressed', 'paid_at', 7),
  life('developer', 'pushed_at', 30, true, true),
  life('developer', 'agent_alive', 1),
  life('tokenized', 'paid_at', 30),
].map((sign, index) => ({ position: index + 1, ...sign }))

/** The tables that liveness is built from. */
export function givenLives(given: GivenLives): Record<string, Given> {
  const { day, agents, signs, sources = [], awaited = [], owned = [] } = given
  const ago = (days: number) => new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)
  const findSource = (key: string) => DEFINITIONS.find((definition) => definition.key === key)?.source
  const reads = ['github', 'releases', 'x402_payments', 'endpoint_probes'].map((source) => ({
    source,
    readDaysAgo: 0,
    ...sources.find((reading) => reading.source === source),
  }))
  const shown = signs.filter(({ key }) => key !== 'probed_at')
  const addresses = [
    ...signs.filter(({ key }) => key === 'probed_at').map(toAddress),
    ...toAddresses(given, ago),
  ]
  return {
    run: { columns: { day: 'DATE' }, rows: [{ day }] },
    seed_liveness__signs: {
      columns: {
        position: 'INTEGER',
        kind: 'VARCHAR',
        sign: 'VARCHAR',
        days: 'INTEGER',
        is_life: 'BOOLEAN',
        is_upkeep: 'BOOLEAN',
        did: 'VARCHAR',
        says: 'VARCHAR',
      },
      rows: SIGNS,
    },
    signals: {
      columns: { handle: 'VARCHAR', key: 'VARCHAR', value_at: 'TIMESTAMP' },
      rows: shown.map(({ handle, key, at }) => ({ handle, key, value_at: at })),
    },
    signal_inputs: {
      columns: { handle: 'VARCHAR', key: 'VARCHAR', item: 'VARCHAR', value_at: 'TIMESTAMP' },
      rows: shown.map(({ handle, key, at }) => ({ handle, key, item: `${handle} ${at}`, value_at: at })),
    },
    signal_definitions: {
      columns: { key: 'VARCHAR', source: 'VARCHAR', is_read_singly: 'BOOLEAN' },
      rows: DEFINITIONS,
    },
    int_agents__profiles: {
      columns: {
        handle: 'VARCHAR',
        primary_category: 'VARCHAR',
        first_seen_on: 'DATE',
        departed_on: 'DATE',
      },
      rows: agents.map(({ handle, category = 'mcp_server', firstSeenOn, departedOn = null }) => ({
        handle,
        primary_category: category,
        first_seen_on: firstSeenOn ?? ago(100),
        departed_on: departedOn,
      })),
    },
    int_agents__categories: {
      columns: { handle: 'VARCHAR', category: 'VARCHAR' },
      rows: agents
        .filter(({ departedOn = null }) => departedOn === null)
        .map(({ handle, category = 'mcp_server' }) => ({ handle, category })),
    },
    int_agents__addresses: {
      columns: { handle: 'VARCHAR', address: 'VARCHAR' },
      rows: addresses.map(({ handle, address }) => ({ handle, address })),
    },
    int_liveness__addresses: {
      columns: {
        address: 'VARCHAR',
        kind: 'VARCHAR',
        is_asked: 'BOOLEAN',
        answered_on: 'DATE',
        answered_at: 'TIMESTAMP',
        is_answering: 'BOOLEAN',
        judged_on: 'DATE',
        read_on: 'DATE',
      },
      rows: addresses,
    },
    int_liveness__awaited: {
      columns: { handle: 'VARCHAR', kind: 'VARCHAR', sign: 'VARCHAR', is_out: 'BOOLEAN' },
      rows: awaited,
    },
    int_liveness__own_agents: { columns: { handle: 'VARCHAR', agent: 'VARCHAR' }, rows: owned },
    int_liveness__item_reads: {
      columns: { source: 'VARCHAR', item: 'VARCHAR', read_on: 'DATE' },
      rows: shown
        .filter(({ key }) => key !== 'paid_at')
        .map(({ handle, key, at, readDaysAgo = 0 }) => ({
          source: findSource(key),
          item: `${handle} ${at}`,
          read_on: ago(readDaysAgo),
        })),
    },
    int_liveness__source_reads: {
      columns: {
        source: 'VARCHAR',
        chain: 'VARCHAR',
        first_read_on: 'DATE',
        read_on: 'DATE',
        is_out: 'BOOLEAN',
      },
      rows: reads.map(({ source, readDaysAgo, firstReadDaysAgo = 100 }) => ({
        source,
        chain: source === 'x402_payments' ? 'eip155:8453' : null,
        first_read_on: ago(firstReadDaysAgo),
        read_on: ago(readDaysAgo),
        is_out: readDaysAgo > 0,
      })),
    },
    int_agents__payers: {
      columns: { handle: 'VARCHAR', chain: 'VARCHAR' },
      rows: shown
        .filter(({ key }) => key === 'paid_at')
        .map(({ handle }) => ({ handle, chain: 'eip155:8453' })),
    },
  }

  /** An address that answered then, and was silent when it was asked last, unless that is the same day. */
  function toAddress({ handle, at, readDaysAgo = 0 }: GivenSign, index: number) {
    const [answered_on, read_on] = [at.slice(0, 10), ago(readDaysAgo)]
    const is_answering = read_on <= answered_on
    return {
      ...{ handle, address: `${handle} ${index}`, kind: 'mcp', is_asked: true },
      ...{
        answered_on,
        answered_at: at,
        is_answering,
        read_on,
        judged_on: is_answering ? answered_on : read_on,
      },
    }
  }
}

function toAddresses({ addresses = [] }: GivenLives, ago: (days: number) => string) {
  return addresses.map(
    ({ handle, answeredDaysAgo, judgedDaysAgo, turnDaysAgo = 0, isAsked = true, kind = 'mcp' }, index) => {
      const answered_on = answeredDaysAgo === undefined ? null : ago(answeredDaysAgo)
      const judged_on = judgedDaysAgo === undefined ? answered_on : ago(judgedDaysAgo)
      return {
        ...{
          handle,
          address: `${handle} more ${index}`,
          kind,
          is_asked: isAsked,
          answered_on,
          judged_on,
        },
        answered_at: answered_on === null ? null : `${answered_on} 12:00:00`,
        is_answering: answered_on !== null && answered_on === judged_on,
        read_on: isAsked ? ago(turnDaysAgo) : null,
      }
    },
  )
}
