import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../pipeline/model/database.ts'
import {
  DAY,
  daysAgo,
  type GivenAgent,
  given,
  runCheck,
  starred,
  together,
  worldWithAgents,
} from './given.ts'
import { buildFrom } from './sql_harness.ts'

type Row = Record<string, string | number | null>

const PAGE = ['scores', 'reference']
  .map((folder) => readFileSync(join(import.meta.dirname, '../../docs', folder, 'trust.md'), 'utf8'))
  .join('\n')

/** The rows of the table of the pages about trust with these columns; a dash is null. */
function readPageTable(...columns: string[]): Row[] {
  const [, after] = PAGE.split(`| ${columns.join(' | ')} |\n| ${columns.map(() => '---').join(' | ')} |\n`)
  const lines = (after ?? '').split('\n')
  const end = lines.findIndex((line) => !line.startsWith('|'))
  return lines.slice(0, end).map((line) => {
    const cells = line.slice(2, -2).replaceAll('`', '').split(' | ')
    return Object.fromEntries(
      columns.map((column, n) => [column, cells[n] === '–' ? null : (cells[n] ?? '')]),
    )
  })
}

const POINTS = readPageTable('input', 'value', 'points', 'meaning')
const CLASSES = readPageTable('class', 'min_score')
const CONDITIONS = [
  'flag_severity',
  'activity',
  'age',
  'class',
  'evidence',
  'rail',
  'basis',
  'control',
  'wash',
]
const RULES = readPageTable('reason', ...CONDITIONS, 'verdict', 'sentence')
const PRICED = ['recommendation', 'max_per_transaction', 'max_daily']
const PRICE_CONDITIONS = ['class', 'rail', 'basis'] as const
const PRICES = readPageTable(
  'verdict',
  ...PRICE_CONDITIONS,
  'price_multiplier',
  'risk_premium_pct',
  ...PRICED,
)

const FLAGS = [[], ['minor'], ['major'], ['major', 'minor'], ['critical', 'major']]

/** Rail, basis, cost to fake in US dollars, and whether its host quotes the wallet that is paid. */
const BASES: [string, string, number | null, boolean | null][] = [
  ['known', 'paid', 123.45, true],
  ['known', 'little_paid', 3.19, true],
  ['known', 'unvouched', 0.09, true],
  ['known', 'unvouched', 0.02, false],
  ['known', 'doubted', 700, true],
  ['known', 'insufficient', 700, true],
  ...['vouched', 'unvouched', 'doubted', 'insufficient'].map(
    (basis) => ['none', basis, null, null] as [string, string, null, null],
  ),
]

/** Every combination of inputs that the rules distinguish. */
const CASES = ['high', 'medium', 'low']
  .flatMap((confidence) =>
    ['evidence_ranked', 'indexed'].flatMap((evidence) =>
      ['erc8004_proven', 'account_proven', 'unproven'].flatMap((identity) =>
        ['recent', 'stale', 'unknown', 'departed'].flatMap((activity) =>
          ['new', 'known', 'attested'].flatMap((age) =>
            BASES.flatMap(([rail, basis, cost_to_fake_usd, isQuoted]) =>
              ['flagged', 'none'].flatMap((wash) =>
                FLAGS.map((flags) => ({
                  ...{
                    confidence,
                    evidence,
                    identity,
                    activity,
                    age,
                    rail,
                    basis,
                    cost_to_fake_usd,
                    wash,
                    flags,
                  },
                  control: (isQuoted ?? identity !== 'unproven') ? 'proven' : 'unproven',
                })),
              ),
            ),
          ),
        ),
      ),
    ),
  )
  .filter(
    // Nothing else makes a basis doubted.
    ({ basis, wash, flags }) =>
      basis !== 'doubted' || wash === 'flagged' || flags.some((flag) => flag !== 'minor'),
  )

/** The page's score of a case, computed from its tables. */
function scoreFromPage({ flags, ...inputs }: (typeof CASES)[number]) {
  const points = (input: string, value: string): number =>
    Number(POINTS.find((row) => row.input === input && row.value === value)?.points)
  const sum =
    points('confidence', inputs.confidence) +
    points('evidence', inputs.evidence) +
    points('identity', inputs.identity) +
    flags.reduce((total, severity) => total + points('flag', severity), 0)
  const score = Math.max(0, Math.min(100, sum))
  const { basis, age, control, cost_to_fake_usd } = inputs
  const isTrusted = ['vouched', 'paid'].includes(basis) && age !== 'new' && control === 'proven'
  const within = CLASSES.filter((row) => score >= Number(row.min_score))
  const info: Row = {
    ...inputs,
    class: within.find((row) => row.class !== 'verified' || isTrusted)?.class ?? null,
    flag_severity: ['critical', 'major', 'minor'].find((text) => flags.includes(text)) ?? 'none',
  }
  const fitting = RULES.filter((rule) =>
    CONDITIONS.every((condition) => rule[condition] === null || rule[condition] === info[condition]),
  )
  const verdict = fitting[0]?.verdict
  const price = PRICES.find(
    (row) =>
      row.verdict === verdict &&
      PRICE_CONDITIONS.every((item) => [info[item], null].includes(row[item] ?? null)),
  )
  const limit = (share: number, most: string | number | null | undefined) =>
    cost_to_fake_usd === null
      ? null
      : Math.min(Number(most), Math.floor(Math.round(cost_to_fake_usd * 100) * share) / 100)
  return {
    score,
    class: info.class,
    verdict,
    reasons: fitting
      .filter((rule) => rule.verdict === verdict)
      .map(({ reason, sentence }) => ({ code: reason, sentence })),
    price_multiplier: Number(price?.price_multiplier),
    risk_premium_pct: Number(price?.risk_premium_pct),
    recommendation: price?.recommendation,
    per_transaction: limit(0.1, price?.max_per_transaction),
    daily: limit(0.5, price?.max_daily),
  }
}

const INPUT_COLUMNS = {
  handle: 'VARCHAR',
  confidence: 'VARCHAR',
  evidence: 'VARCHAR',
  identity: 'VARCHAR',
  is_erc8004_verified: 'BOOLEAN',
  activity: 'VARCHAR',
  rail: 'VARCHAR',
  basis: 'VARCHAR',
  cost_to_fake_usd: 'DECIMAL(12, 2)',
  control: 'VARCHAR',
  wash: 'VARCHAR',
  age: 'VARCHAR',
  known_since: 'DATE',
  liveness: 'VARCHAR',
  days_since_active: 'BIGINT',
  critical_flags: 'BIGINT',
  major_flags: 'BIGINT',
  minor_flags: 'BIGINT',
}

const FLAG_COLUMNS = {
  position: 'BIGINT',
  handle: 'VARCHAR',
  flag: 'VARCHAR',
  severity: 'VARCHAR',
  reason: 'VARCHAR',
  related: 'VARCHAR[]',
}

const COST_COLUMNS = {
  handle: 'VARCHAR',
  cost_to_fake_usd: 'DECIMAL(12, 2)',
  parts: 'STRUCT("position" INTEGER, part VARCHAR, units BIGINT, usd DECIMAL(12, 6))[]',
}

const PAYEE_COLUMNS = {
  handle: 'VARCHAR',
  wallets: 'STRUCT(chain VARCHAR, wallet VARCHAR)[]',
  paid_days: 'BIGINT',
}

let db: Database
beforeAll(async () => {
  const rows = CASES.map(({ flags, ...inputs }, n) => ({
    handle: `agent-${n}`,
    ...inputs,
    ...Object.fromEntries(
      ['critical', 'major', 'minor'].map((text) => [
        `${text}_flags`,
        flags.filter((flag) => flag === text).length,
      ]),
    ),
  }))
  db = await buildFrom(
    {
      int_trust__inputs: { columns: INPUT_COLUMNS, rows },
      int_trust__flags: { columns: FLAG_COLUMNS, rows: [] },
      int_trust__costs: { columns: COST_COLUMNS, rows: [] },
      int_trust__payees: { columns: PAYEE_COLUMNS, rows: [] },
    },
    ['trust', 'int_trust__flag_definitions', 'seed_trust__costs'],
  )
})
afterAll(() => db.close())

test('every combination of inputs gets the class, verdict, reasons and price that the page says', async () => {
  const rows = await db.rows<Row>(
    `select handle, score, class, verdict, reasons, price_multiplier, risk_premium_pct, recommendation,
       per_transaction, daily from trust
     order by substr(handle, 7)::int`,
  )
  expect(rows).toHaveLength(CASES.length)
  for (const [n, given] of CASES.entries())
    expect(rows[n], JSON.stringify(given)).toEqual({ handle: `agent-${n}`, ...scoreFromPage(given) })
})

test.each([
  ['input, value, points, meaning', 'seed_trust__points', POINTS],
  ['class, min_score', 'int_trust__class_bounds', CLASSES],
  [`reason, ${CONDITIONS.join(', ')}, verdict, sentence`, 'seed_trust__verdicts', RULES],
  [
    'verdict, class, rail, basis, price_multiplier, round(100 / price_multiplier - 100, 2)::decimal(5, 2) as risk_premium_pct, recommendation, max_per_transaction, max_daily',
    'seed_trust__prices',
    PRICES,
  ],
  ['part, usd, unit, meaning', 'seed_trust__costs', readPageTable('part', 'usd', 'unit', 'meaning')],
  ['flag, meaning', 'int_trust__flag_definitions', readPageTable('flag', 'meaning')],
])('the page has the rows of %s as they are in the SQL', async (columns, table, page) => {
  const rows = await db.rows<Row>(
    `select columns(*)::varchar from (select ${columns} from ${table} order by rowid)`,
  )
  expect(page).toEqual(rows)
})

test.each([
  ...['seed_trust__points', 'int_trust__class_bounds', 'seed_trust__verdicts', 'seed_trust__prices'],
  ...['seed_trust__costs', 'int_trust__flag_definitions'],
])('the rows of %s are numbered in their order', async (table) => {
  const rows = await db.rows<{ position: number }>(`select position from ${table}`)
  expect(rows.map(({ position }) => position)).toEqual(rows.map((_, n) => n + 1))
})

test('nothing that is new, not alive, without control or evidence, or has a wash or grave flag, is to proceed', async () => {
  const rows = await db.rows<Row>(
    `select distinct activity, age = 'new' as is_new, payable, basis, control, wash, critical_flags + major_flags > 0 as is_grave
     from trust join int_trust__inputs using (handle, activity, age, basis, control) where verdict = 'proceed' order by payable`,
  )
  const all = { activity: 'recent', is_new: false, control: 'proven', wash: 'none', is_grave: false }
  expect(rows).toEqual([
    { ...all, payable: false, basis: 'vouched' },
    { ...all, payable: true, basis: 'paid' },
  ])
})

test('a limit is a share of the cost to fake in whole cents, and there is none without a rail', async () => {
  const rows = await db.rows<Row>(
    `select distinct cost_to_fake_usd as cost, per_transaction as once, daily from trust
     where recommendation in ('pay_in_full', 'pay_with_limits', 'pay_little') or not payable order by all`,
  )
  expect(rows).toEqual([
    { cost: 3.19, once: 0.31, daily: 1.59 },
    { cost: 123.45, once: 1, daily: 5 },
    { cost: 123.45, once: 10, daily: 25 },
    { cost: 123.45, once: 12.34, daily: 50 },
    { cost: null, once: null, daily: null },
  ])
})

test('only a ranked and proven agent is verified, and an unknown one starts as unverified', async () => {
  const rows = await db.rows<Row>(
    `select bool_and(evidence = 'evidence_ranked' and identity <> 'unproven') filter (class = 'verified') as is_earned,
       bool_and(class = 'unverified') filter (score = 20 and evidence = 'indexed' and critical_flags + major_flags + minor_flags = 0) as is_open
     from trust join int_trust__inputs using (handle, evidence, identity)`,
  )
  expect(rows).toEqual([{ is_earned: true, is_open: true }])
})

test('minor flags, which anybody can cause, move by themselves neither score, class, verdict nor price', async () => {
  const rows = await db.rows(
    `select confidence, major_flags from trust join int_trust__inputs as inputs using (handle, confidence, evidence, identity, activity, age, basis)
     group by confidence, evidence, identity, activity, age, rail, basis, inputs.control, inputs.cost_to_fake_usd, wash,
       critical_flags, major_flags
     having count(distinct (score, class, verdict, reasons, price_multiplier)) > 1`,
  )
  expect(rows).toEqual([])
})

test('a graver verdict never has the higher price', async () => {
  const [prices] = await db.rows<{ falls: boolean }>(
    `select min(price_multiplier) filter (verdict = 'proceed') >= max(price_multiplier) filter (verdict = 'caution')
       and min(price_multiplier) filter (verdict = 'caution') > max(price_multiplier) filter (verdict = 'reject')
       and max(price_multiplier) = 1 and min(price_multiplier) = 0.5 as falls from trust`,
  )
  expect(prices).toEqual({ falls: true })
})

interface Inputs {
  handle: string
  confidence: string
  identity: string
  activity: string
}

test('confidence, identity and activity change exactly at their published bounds', async () => {
  const handles = [
    'full',
    'thin',
    'short',
    'unseen',
    'proven',
    'claimed',
    'listed',
    'stale',
    'silent',
    'gone',
  ]
  const seen = (handle: string, days: number) =>
    Array.from({ length: days }, (_, n) => ({ day: daysAgo(n + 1), handle, is_alive: true }))
  const weights: Record<string, [number, number]> = {
    thin: [69, 2],
    short: [70, 2],
    unseen: [100, 3],
    stale: [39, 2],
  }
  const world = together(
    worldWithAgents([
      { handle: 'full', id: 1 },
      { handle: 'thin', id: 2 },
      { handle: 'short', id: 3 },
      { handle: 'unseen', id: 4, liveness: 'unknown', daysSinceActive: null },
      { handle: 'proven', id: 5, daysSinceActive: 29 },
      { handle: 'claimed', id: 6 },
      { handle: 'listed', category: 'developer', recordId: 'catalog:developer/sample' },
      { handle: 'stale', id: 8, daysSinceActive: 30, liveness: 'not_alive' },
      { handle: 'silent', id: 9, daysSinceActive: null },
      { handle: 'gone', id: 10, departedOn: daysAgo(3) },
    ]),
    {
      past_liveness: [...seen('full', 26), ...seen('thin', 26), ...seen('short', 25)],
      scores: handles.map((handle) => {
        const [observed_weight, source_count] = weights[handle] ?? [70, 2]
        return { handle, category: 'service', observed_weight, source_count }
      }),
      int_agents__hosts: [
        { handle: 'proven', host: 'five.example', how: 'proven' },
        { handle: 'claimed', host: 'six.example', how: 'declared' },
      ],
      stg_endpoint_probes__proofs: [
        { host: 'five.example', agent_key: 'eip155:8453/5' },
        { host: 'elsewhere.example', agent_key: 'eip155:8453/6' },
      ],
    },
  )
  const built = await buildFrom(given(world), ['trust'])
  const rows = await built.rows<Inputs>('select handle, confidence, identity, activity from trust')
  const found = Object.fromEntries(rows.map(({ handle, ...rest }) => [handle, Object.values(rest).join(' ')]))
  expect(found).toEqual({
    full: 'high unproven recent',
    thin: 'medium unproven recent',
    short: 'medium unproven recent',
    unseen: 'low unproven unknown',
    proven: 'medium erc8004_proven recent',
    claimed: 'medium unproven recent',
    listed: 'medium account_proven recent',
    stale: 'low unproven stale',
    silent: 'medium unproven recent',
    gone: 'low unproven departed',
  })
  expect(await runCheck(built, 'trust_follows_rules')).toEqual([])
  built.close()
})

const DATED: [string, GivenAgent, string | undefined, string][] = [
  ['seen 30 days ago', { handle: 'a', firstSeenOn: daysAgo(30) }, undefined, 'known'],
  ['seen 29 days ago', { handle: 'a', firstSeenOn: daysAgo(29) }, undefined, 'new'],
  ['registered long ago', { handle: 'a', firstSeenOn: DAY }, 'erc8004_registered_at', 'attested'],
  [
    'published long ago',
    { handle: 'a', category: 'mcp_server', firstSeenOn: DAY },
    'registry_published_at',
    'attested',
  ],
  ['a date that is no tenure', { handle: 'a', firstSeenOn: DAY }, 'github_pushed_at', 'new'],
  ['a token', { handle: 'a', category: 'tokenized', firstSeenOn: DAY }, undefined, 'new'],
  ['a model family', { handle: 'a', category: 'model_family', firstSeenOn: DAY }, undefined, 'attested'],
  ['a developer', { handle: 'a', category: 'developer', firstSeenOn: DAY }, undefined, 'attested'],
]

test.each(DATED)('age: %s', async (_, agent, key, age) => {
  const signals = key ? [{ handle: 'a', key, value_at: `${daysAgo(30)} 12:00:00` }] : []
  const scores = [
    { handle: 'a', category: agent.category ?? 'service', observed_weight: 70, source_count: 2 },
  ]
  const past_liveness = Array.from({ length: 26 }, (_, n) => ({
    day: daysAgo(n + 1),
    handle: 'a',
    is_alive: true,
  }))
  const host = {
    int_agents__hosts: [{ handle: 'a', host: 'a.example', how: 'proven' }],
    stg_endpoint_probes__proofs: [{ host: 'a.example', agent_key: 'eip155:8453/1' }],
  }
  const item = { id: 1, ...agent }
  const world = together(worldWithAgents([item]), starred('a', 2_000), host, {
    signals,
    scores,
    past_liveness,
  })
  const built = await buildFrom(given(world), ['trust'])
  expect(await built.rows('select age, verdict, known_since::varchar as known_since from trust')).toEqual([
    {
      age,
      verdict: age === 'new' ? 'caution' : 'proceed',
      known_since: key && age === 'attested' ? daysAgo(30) : agent.firstSeenOn,
    },
  ])
  expect(await runCheck(built, 'trust_follows_rules')).toEqual([])
  built.close()
})

test('an agent is known since the earliest of its dates, and a day short of thirty is new', async () => {
  const dates = (handle: string, ...ages: number[]) =>
    ages.map((age, n) => ({
      handle,
      key: ['erc8004_registered_at', 'x402_first_paid_at', 'registry_published_at'][n],
      value_at: `${daysAgo(age)} 23:59:59`,
    }))
  const agents = ['long', 'short', 'seen', 'other'].map((handle, id) => ({
    handle,
    id,
    firstSeenOn: handle === 'seen' ? daysAgo(31) : DAY,
  }))
  const signals = [...dates('long', 2, 30, 5), ...dates('short', 3, 29, 1), ...dates('seen', 4)]
  const past_liveness = Array.from({ length: 26 }, (_, n) => ({ day: daysAgo(n + 1), handle: 'seen' }))
  const world = together(worldWithAgents(agents), { signals, past_liveness })
  const built = await buildFrom(given(world), ['int_trust__ages'])
  const rows = await built.rows(
    'select handle, age, known_since::varchar as since from int_trust__ages order by handle',
  )
  built.close()
  expect(rows).toEqual([
    { handle: 'long', age: 'attested', since: daysAgo(30) },
    { handle: 'other', age: 'new', since: DAY },
    { handle: 'seen', age: 'known', since: daysAgo(31) },
    { handle: 'short', age: 'new', since: daysAgo(29) },
  ])
})
