import { expect, test } from 'vitest'
import { runCheck } from './given.ts'
import { table } from './given_tables.ts'
import { buildFrom, type Given } from './sql_harness.ts'

interface Agent {
  handle: string
  /** Place and tier by category. */
  in: Record<string, [position: number, tier: 'evidence_ranked' | 'indexed', score: number]>
  verdict?: string
  trust?: number
  departed?: boolean
  /** The severity of its flag, if it has one. */
  flag?: 'minor' | 'major'
  copies?: string[]
  liveness?: string
  archetype?: string
  /** A product that its name names, and whether its vendor runs it. */
  product?: [name: string, isOwn: boolean]
  /** The account that is proven to own it. */
  account?: string
}

function tables(agents: Agent[]): Record<string, Given> {
  const tier = (agent: Agent) =>
    Object.values(agent.in).some(([, tier]) => tier === 'evidence_ranked') ? 'evidence_ranked' : 'indexed'
  return {
    agents: {
      columns: {
        handle: 'VARCHAR',
        primary_category: 'VARCHAR',
        secondary_categories: 'VARCHAR[]',
        tier: 'VARCHAR',
        liveness: 'VARCHAR',
        archetype: 'VARCHAR',
        departed_on: 'DATE',
      },
      rows: agents.map((agent) => ({
        handle: agent.handle,
        primary_category: Object.keys(agent.in)[0],
        secondary_categories: Object.keys(agent.in).slice(1),
        tier: tier(agent),
        liveness: agent.departed ? null : (agent.liveness ?? 'alive'),
        archetype: agent.archetype ?? 'paid_service',
        departed_on: agent.departed ? '2026-03-01' : null,
      })),
    },
    trust: {
      columns: {
        handle: 'VARCHAR',
        verdict: 'VARCHAR',
        score: 'BIGINT',
        flags: 'STRUCT(flag VARCHAR, severity VARCHAR)[]',
      },
      rows: agents.map(({ handle, verdict = 'proceed', trust = 50, flag }) => ({
        ...{ handle, verdict, score: trust },
        flags: flag === undefined ? [] : [{ flag: 'hostile_name', severity: flag }],
      })),
    },
    int_capability__products: table(
      'handle product is_own:boolean',
      agents.flatMap(({ handle, product }) =>
        product === undefined ? [] : [{ handle, product: product[0], is_own: product[1] }],
      ),
    ),
    int_records__handles: table(
      'record_id handle',
      agents.map(({ handle }) => ({ record_id: handle, handle })),
    ),
    int_records__keys: table(
      'record_id key',
      agents.flatMap(({ handle, account }) =>
        account === undefined ? [] : [{ record_id: handle, key: `account:github.com/${account}` }],
      ),
    ),
    int_copies__originals: {
      columns: { handle: 'VARCHAR', copied: 'VARCHAR' },
      rows: agents.flatMap(({ handle, copies = [] }) => copies.map((copied) => ({ handle, copied }))),
    },
    rankings: {
      columns: {
        handle: 'VARCHAR',
        category: 'VARCHAR',
        tier: 'VARCHAR',
        position: 'BIGINT',
        score: 'DECIMAL(6,2)',
      },
      rows: agents.flatMap((agent) =>
        Object.entries(agent.in).map(([category, [position, tier, score]]) => ({
          handle: agent.handle,
          category,
          tier,
          position,
          score,
        })),
      ),
    },
    rails: {
      columns: { handle: 'VARCHAR', protocol: 'VARCHAR' },
      rows: [
        { handle: 'a', protocol: 'x402' },
        { handle: 'a', protocol: 'mcp' },
      ],
    },
  }
}

const ranked = (category: string, position: number, score = 50): Agent['in'] => ({
  [category]: [position, 'evidence_ranked', score],
})
const indexed = (category: string, position: number, score = 50): Agent['in'] => ({
  [category]: [position, 'indexed', score],
})

async function readOrder(agents: Agent[]): Promise<string[]> {
  const db = await buildFrom(tables(agents), ['find_order'])
  const rows = await db.rows<{ handle: string; position: number }>(
    'select * from find_order order by position',
  )
  expect(rows.map((row) => row.position)).toEqual(rows.map((_, nth) => nth))
  expect(await runCheck(db, 'find_order_is_total')).toEqual([])
  db.close()
  return rows.map((row) => row.handle)
}

test.each<[string, Agent[], string[]]>([
  [
    'a refused agent comes last, whatever its rank',
    [
      { handle: 'a', in: ranked('service', 1), verdict: 'reject' },
      { handle: 'b', in: indexed('service', 2) },
    ],
    ['b', 'a'],
  ],
  [
    'a grave flag comes after none, and before what is refused; a minor one weighs nothing',
    [
      { handle: 'a', in: ranked('service', 1), flag: 'major' },
      { handle: 'b', in: ranked('service', 2), flag: 'minor' },
      { handle: 'c', in: indexed('service', 3) },
      { handle: 'd', in: ranked('service', 4), verdict: 'reject' },
    ],
    ['b', 'c', 'a', 'd'],
  ],
  [
    'who copies another stands behind it, whatever speaks against that, and copies of copies behind both',
    [
      { handle: 'copy', in: ranked('service', 1), flag: 'major', copies: ['original'] },
      { handle: 'copy-of-copy', in: ranked('service', 2), flag: 'major', copies: ['copy'] },
      { handle: 'original', in: ranked('service', 3), verdict: 'reject' },
      { handle: 'other', in: ranked('service', 4) },
    ],
    ['other', 'original', 'copy', 'copy-of-copy'],
  ],
  [
    'who copies another stands before what is refused and copied by nobody',
    [
      { handle: 'original', in: ranked('service', 1) },
      { handle: 'copy', in: ranked('service', 2), flag: 'major', copies: ['original'] },
      { handle: 'refused', in: ranked('service', 3), verdict: 'reject' },
    ],
    ['original', 'copy', 'refused'],
  ],
  [
    'who copies two stands behind the later of them',
    [
      { handle: 'first', in: ranked('service', 1) },
      { handle: 'copy', in: ranked('service', 2), flag: 'major', copies: ['first', 'last'] },
      { handle: 'last', in: ranked('service', 3), verdict: 'reject' },
    ],
    ['first', 'last', 'copy'],
  ],
  [
    'two that copy each other both have a place',
    [
      { handle: 'a', in: ranked('service', 1), flag: 'major', copies: ['b'] },
      { handle: 'b', in: ranked('service', 2), flag: 'major', copies: ['a'] },
    ],
    ['a', 'b'],
  ],
  [
    'evidence comes before score',
    [
      { handle: 'a', in: indexed('mcp_server', 1, 99) },
      { handle: 'b', in: ranked('service', 1, 1) },
    ],
    ['b', 'a'],
  ],
  [
    'a rank counts as a share of its category, and an agent by the better of its ranks',
    [
      { handle: 'a', in: ranked('service', 1) },
      { handle: 'b', in: ranked('service', 2) },
      { handle: 'c', in: { ...ranked('mcp_server', 1, 10), ...ranked('service', 3) } },
      { handle: 'd', in: ranked('mcp_server', 2) },
      { handle: 'e', in: ranked('mcp_server', 3) },
      { handle: 'f', in: ranked('mcp_server', 4) },
    ],
    // 1/8, 1/6, 3/8, 3/6, 5/8, 7/8
    ['c', 'a', 'd', 'b', 'e', 'f'],
  ],
  [
    'agents without evidence do not lift those with it',
    [
      { handle: 'a', in: ranked('service', 1) },
      { handle: 'b', in: ranked('mcp_server', 1) },
      { handle: 'c', in: ranked('mcp_server', 2) },
      ...Array.from({ length: 9 }, (_, n) => ({ handle: `s${n}`, in: indexed('service', n + 2) })),
    ],
    ['b', 'a', 'c', 's0', 's1', 's2', 's3', 's4', 's5', 's6', 's7', 's8'],
  ],
  [
    'a rank among agents without evidence is none for one that has it',
    [
      { handle: 'a', in: { ...ranked('service', 2), ...indexed('tokenized', 1) } },
      { handle: 'b', in: ranked('mcp_server', 1) },
      { handle: 'c', in: ranked('service', 1) },
      ...Array.from({ length: 9 }, (_, n) => ({ handle: `t${n}`, in: indexed('tokenized', n + 2) })),
    ],
    ['c', 'b', 'a', 't0', 't1', 't2', 't3', 't4', 't5', 't6', 't7', 't8'],
  ],
  [
    'ties go to trust, then score, then handle',
    [
      { handle: 'a', in: ranked('service', 1, 50) },
      { handle: 'b', in: ranked('mcp_server', 1, 50) },
      { handle: 'c', in: ranked('tokenized', 1, 60) },
      { handle: 'd', in: ranked('model_family', 1, 1), trust: 51 },
    ],
    ['d', 'c', 'a', 'b'],
  ],
  [
    'the score that counts in a tie is that of the better rank',
    [
      { handle: 'a', in: ranked('service', 1, 60) },
      { handle: 'b', in: { ...ranked('mcp_server', 1, 50), ...ranked('tokenized', 2, 90) } },
      { handle: 'c', in: ranked('tokenized', 1, 99) },
    ],
    ['c', 'a', 'b'],
  ],
  [
    'what nobody saw work comes after what works, and before what is flagged',
    [
      { handle: 'a', in: indexed('service', 1), archetype: 'registered_agent', liveness: 'unknown' },
      { handle: 'b', in: indexed('service', 2), archetype: 'registered_agent' },
      { handle: 'c', in: indexed('service', 3), liveness: 'not_alive' },
      { handle: 'd', in: ranked('service', 4), flag: 'major' },
    ],
    ['b', 'c', 'a', 'd'],
  ],
  [
    "the vendor's own comes before a connector of somebody else, which is worth less only where there is one",
    [
      { handle: 'a', in: indexed('mcp_server', 1), product: ['Alder', false] },
      { handle: 'b', in: indexed('mcp_server', 2), product: ['Alder', true] },
      { handle: 'c', in: indexed('mcp_server', 3), product: ['Birch', false] },
    ],
    ['b', 'c', 'a'],
  ],
  [
    'a developer comes after what it makes, and one that makes no agent before one that does',
    [
      { handle: 'a', in: ranked('developer', 1), account: 'alder' },
      { handle: 'b', in: ranked('developer', 2) },
      { handle: 'c', in: ranked('mcp_server', 1), account: 'alder' },
    ],
    ['c', 'b', 'a'],
  ],
  [
    'a departed agent has no place',
    [
      { handle: 'a', in: ranked('service', 1) },
      { handle: 'b', in: ranked('mcp_server', 1), departed: true },
    ],
    ['a'],
  ],
])('%s', async (_, agents, order) => {
  expect(await readOrder(agents)).toEqual(order)
})

test('a row says what find filters by, and the check sees a place that is missing, doubled or wrong', async () => {
  const db = await buildFrom(
    tables([
      { handle: 'a', in: { ...ranked('service', 1), ...indexed('mcp_server', 1) } },
      { handle: 'b', in: indexed('service', 2) },
      { handle: 'c', in: indexed('service', 3) },
    ]),
    ['find_order'],
  )
  expect((await db.rows('select * from find_order order by position'))[0]).toEqual({
    position: 0,
    handle: 'a',
    place_group: 0,
    worth: 0.85,
    is_refused: false,
    is_flagged: false,
    tier: 'evidence_ranked',
    is_alive: true,
    categories: ['service', 'mcp_server'],
    rails: ['mcp', 'x402'],
    copies: [],
  })
  for (const damage of [
    "delete from find_order where handle = 'c'",
    "update find_order set position = 1 where handle = 'c'",
    "update find_order set position = case handle when 'a' then 1 when 'b' then 0 else 2 end",
    "update find_order set copies = [2] where handle = 'b'",
    "update find_order set worth = 1 where handle = 'c'",
    "update find_order set place_group = 1 where handle = 'a'",
  ]) {
    await db.run(`begin; ${damage}`)
    expect(await runCheck(db, 'find_order_is_total'), damage).not.toEqual([])
    await db.run('rollback')
  }
  db.close()
})
