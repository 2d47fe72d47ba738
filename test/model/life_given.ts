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

export interface GivenLives {
  day: string
  agents: { handle: string; category?: string; firstSeenOn?: string; departedOn?: string | null }[]
  signs: GivenSign[]
  /** The sources that were not read today. */
  sources?: GivenReading[]
}

const ANY = { is_activity: true, is_probe: false, is_read_singly: false, shown_by: null }
const DEFINITIONS = [
  { ...ANY, key: 'pushed_at', source: 'github', is_read_singly: true },
  { ...ANY, key: 'released_at', source: 'releases' },
  { ...ANY, key: 'paid_at', source: 'x402_payments', shown_by: 'service' },
  { ...ANY, key: 'probed_at', source: 'probes', is_activity: false, is_probe: true, is_read_singly: true },
  { ...ANY, key: 'listed_at', source: 'releases', is_activity: false },
]

/** The tables that liveness is built from. */
export function givenLives({ day, agents, signs, sources = [] }: GivenLives): Record<string, Given> {
  const ago = (days: number) => new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)
  const findSource = (key: string) => DEFINITIONS.find((definition) => definition.key === key)?.source
  const reads = ['github', 'releases', 'x402_payments', 'probes'].map((source) => ({
    source,
    readDaysAgo: 0,
    ...sources.find((reading) => reading.source === source),
  }))
  return {
    run: { columns: { day: 'DATE' }, rows: [{ day }] },
    signals: {
      columns: { handle: 'VARCHAR', key: 'VARCHAR', value_at: 'TIMESTAMP' },
      rows: signs.map(({ handle, key, at }) => ({ handle, key, value_at: at })),
    },
    signal_inputs: {
      columns: { handle: 'VARCHAR', key: 'VARCHAR', item: 'VARCHAR', value_at: 'TIMESTAMP' },
      rows: signs.map(({ handle, key, at }) => ({ handle, key, item: `${handle} ${at}`, value_at: at })),
    },
    signal_definitions: {
      columns: {
        key: 'VARCHAR',
        source: 'VARCHAR',
        is_activity: 'BOOLEAN',
        is_probe: 'BOOLEAN',
        is_read_singly: 'BOOLEAN',
        shown_by: 'VARCHAR',
      },
      rows: DEFINITIONS,
    },
    int_agents__profiles: {
      columns: {
        handle: 'VARCHAR',
        primary_category: 'VARCHAR',
        first_seen_on: 'DATE',
        departed_on: 'DATE',
      },
      rows: agents.map(({ handle, category = 'developer', firstSeenOn, departedOn = null }) => ({
        handle,
        primary_category: category,
        first_seen_on: firstSeenOn ?? ago(100),
        departed_on: departedOn,
      })),
    },
    int_reliability__item_reads: {
      columns: { source: 'VARCHAR', item: 'VARCHAR', read_on: 'DATE' },
      rows: signs
        .filter(({ key }) => key !== 'paid_at')
        .map(({ handle, key, at, readDaysAgo = 0 }) => ({
          source: findSource(key),
          item: `${handle} ${at}`,
          read_on: ago(readDaysAgo),
        })),
    },
    int_reliability__source_reads: {
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
      rows: signs
        .filter(({ key }) => key === 'paid_at')
        .map(({ handle }) => ({ handle, chain: 'eip155:8453' })),
    },
  }
}
