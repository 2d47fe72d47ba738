import { expect, test } from 'vitest'
import { readRows, toGivenTables } from './given_tables.ts'

const TABLES = {
  stg_erc8004_files__texts: 'agent_key text first_read_on:date last_read_on:date',
  stg_erc8004_identity__events: 'agent_key kind happened_at:timestamp',
  stg_erc8004_identity__registrations: 'agent_key owner registered_at:timestamp first_seen_on:date',
  stg_erc8004_files__files: 'agent_key scheme',
  int_trust__original_owners: 'agent_key owner',
  int_records__owner_keys: 'record_id key',
  int_erc8004_agents__hosts: 'agent_key host is_proven:boolean is_only:boolean is_paid:boolean',
  stg_endpoint_probes__probes: 'host last_ok_at:timestamp',
  stg_endpoint_probes__cards: 'host last_ok_at:timestamp',
}

/** A registration by a wallet on a day of March, with the text of its file. */
interface Registration {
  id: string
  on: number
  by?: string
  text?: string
  scheme?: 'data' | 'https'
  /** The day its present address was set, and the day of the first read of the text. */
  set?: number
  read?: number
  holder?: string
}

const day = (count: number): string => `2026-03-${String(count).padStart(2, '0')}`
const owner = ({ id, by }: Registration): string => by ?? `0x${id}`

/** The copies found, as `copy < original since`. */
async function copied(made: Registration[], more: Partial<Record<keyof typeof TABLES, object[]>> = {}) {
  const given = toGivenTables(TABLES, {
    stg_erc8004_files__texts: made.map(({ id, text = 'same', on, read = on }) => ({
      ...{ agent_key: id, text, first_read_on: day(read), last_read_on: day(read) },
    })),
    stg_erc8004_identity__events: made.flatMap(({ id, on, set }) => [
      { agent_key: id, kind: 'registered', happened_at: `${day(on)} 08:00:00` },
      ...(set ? [{ agent_key: id, kind: 'uri_updated', happened_at: `${day(set)} 08:00:00` }] : []),
    ]),
    stg_erc8004_identity__registrations: made.map((made) => ({
      ...{ agent_key: made.id, owner: made.holder ?? owner(made) },
      ...{ registered_at: `${day(made.on)} 08:00:00`, first_seen_on: day(made.on) },
    })),
    stg_erc8004_files__files: made.map(({ id, scheme = 'data' }) => ({ agent_key: id, scheme })),
    int_trust__original_owners: made
      .filter(({ holder }) => holder === undefined)
      .map((made) => ({ agent_key: made.id, owner: owner(made) })),
    ...more,
  })
  const rows = await readRows<{ said: string }>(
    given,
    'int_registrations__copies',
    "agent_key || ' < ' || original || ' ' || since as said",
  )
  return rows.map(({ said }) => said)
}

test('what strangers register with the text of another repeats the first that had it', async () => {
  const made = [
    { id: '1', on: 1 },
    { id: '2', on: 2 },
    { id: '3', on: 3, by: '0x2' },
    { id: '4', on: 3, text: 'other' },
  ]
  expect(await copied(made)).toEqual(['2 < 1 2026-03-02', '3 < 1 2026-03-03'])
})

test.each<[string, Registration, Registration]>([
  ['an older registration that takes over a text', { id: '1', on: 1, set: 5 }, { id: '2', on: 3 }],
  [
    'a web server that was first read later',
    { id: '1', on: 1, scheme: 'https', read: 5 },
    { id: '2', on: 3 },
  ],
  [
    'a web server that was first read on the day itself',
    { id: '1', on: 1, scheme: 'https', read: 3 },
    { id: '2', on: 3 },
  ],
])('an agent is no copy of what may have copied it: %s', async (_, attacker, victim) => {
  expect(await copied([attacker, victim])).not.toContainEqual(expect.stringMatching(/^2 </))
})

test('who takes over the text of an older agent later repeats it', async () => {
  const made: Registration[] = [
    { id: '1', on: 1, scheme: 'https' },
    { id: '2', on: 3, set: 6, read: 6 },
  ]
  expect(await copied(made)).toEqual(['2 < 1 2026-03-06'])
})

test('of one wallet with many registrations only the first with a text stays, whatever it was read from', async () => {
  const many = (count: number) =>
    Array.from(
      { length: count },
      (_, n): Registration => ({ id: `${n}`, on: 1, by: '0xa', scheme: 'https', read: 9 }),
    )
  expect(await copied(many(6))).toHaveLength(5)
  expect(await copied(many(5))).toEqual([])
})

test('what was burnt is no original', async () => {
  const burnt = '0x000000000000000000000000000000000000dead'
  expect(
    await copied([
      { id: '1', on: 1, holder: burnt },
      { id: '2', on: 2 },
    ]),
  ).toEqual([])
})

const host = (agent_key: string, name: string, more: object = {}) => ({
  ...{ agent_key, host: name, is_proven: false, is_only: false, is_paid: false },
  ...more,
})
const answers = (name: string) => ({ host: name, last_ok_at: '2026-03-02' })

test.each<[string, Parameters<typeof copied>[1], boolean]>([
  [
    'named back by its host',
    { int_erc8004_agents__hosts: [host('2', 'a.example', { is_proven: true, is_only: true })] },
    true,
  ],
  [
    'one of two that its host names',
    { int_erc8004_agents__hosts: [host('2', 'a.example', { is_proven: true })] },
    false,
  ],
  ['paid by its host', { int_erc8004_agents__hosts: [host('2', 'a.example', { is_paid: true })] }, true],
  ['with a host that is silent', { int_erc8004_agents__hosts: [host('2', 'a.example')] }, false],
  [
    'with a host of its own that answers',
    {
      int_erc8004_agents__hosts: [host('2', 'a.example')],
      stg_endpoint_probes__probes: [answers('a.example')],
    },
    true,
  ],
  [
    'with a host of its own that has a card',
    {
      int_erc8004_agents__hosts: [host('2', 'a.example')],
      stg_endpoint_probes__cards: [answers('a.example')],
    },
    true,
  ],
  [
    'with the host of the first',
    {
      int_erc8004_agents__hosts: [host('1', 'a.example'), host('2', 'a.example')],
      stg_endpoint_probes__probes: [answers('a.example')],
    },
    false,
  ],
  [
    'one with the first',
    {
      int_records__owner_keys: ['1', '2'].map((id) => ({
        record_id: `erc8004_identity:${id}`,
        key: 'owned:k',
      })),
    },
    true,
  ],
])('a registration with the text of another is spared or not: %s', async (_, more, isSpared) => {
  expect(
    await copied(
      [
        { id: '1', on: 1 },
        { id: '2', on: 2 },
      ],
      more,
    ),
  ).toHaveLength(isSpared ? 0 : 1)
})
