import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SIGNALS } from '../../../core/domain/signals.ts'
import type { AgentRecord, ReliabilityRow, TrustRow } from '../../../core/views/agent_record.ts'
import { describePayment } from '../../../pipeline/artifacts/agents/payment_advice.ts'
import { WITHHELD_KEYS } from '../../../pipeline/artifacts/data/licences.ts'
import { type Database, literal, openDatabase } from '../../../pipeline/model/database.ts'
import { type GivenData, givenData } from './given_release.ts'

type Row = Record<string, unknown>
type Tables = Map<string, Map<string, Row[]>>

let data: GivenData
let db: Database
let byHandle: Tables
let rules: Map<unknown, Row>
let weighed: Row[]
let overrides: Row[]
let tools: Map<string, Row[]>
beforeAll(async () => {
  data = await givenData()
  db = await openDatabase(':memory:')
  const names = [
    'agents',
    'records',
    'identity_keys',
    'endpoints',
    'signals',
    'scores',
    'sub_scores',
    'score_changes',
  ]
  names.push('rankings', 'reliability', 'trust', 'trust_flags', 'corrections', 'tool_lists')
  byHandle = new Map()
  for (const name of names)
    byHandle.set(
      name,
      await grouped(`read_parquet(${literal(data.parquet(name))}, hive_partitioning = false)`),
    )
  byHandle.set(
    'changes',
    await grouped(`read_parquet(${literal(join(data.root, 'data/changes/*/part-0.parquet'))})`),
  )
  rules = new Map((await all('trust_rules')).map((row) => [row.reason, row]))
  weighed = await all('methodology')
  overrides = await all('identity_overrides')
  tools = Map.groupBy(await all('tools'), (row) => String(row.url))
})
afterAll(() => db.close())

const all = (name: string) => db.rows<Row>(`from read_parquet(${literal(data.parquet(name))})`)

/** Rows of a table as JSON values by their handle, times in the published form. */
async function grouped(from: string): Promise<Map<string, Row[]>> {
  const columns = await db.rows<{ name: string; type: string }>(
    `select column_name as name, column_type as type from (describe select * from ${from})`,
  )
  const times = columns.flatMap(({ name, type }) =>
    type === 'TIMESTAMP WITH TIME ZONE' ? [`strftime(${name}, '%Y-%m-%dT%H:%M:%S.%gZ') as ${name}`] : [],
  )
  const rows = await db.rows<Row>(
    `select * ${times.length > 0 ? `replace (${times.join(', ')})` : ''} from ${from}`,
  )
  return Map.groupBy(rows, (row) => String(row.handle))
}

const findRows = (table: string, handle: string): Row[] => byHandle.get(table)?.get(handle) ?? []
const listed = (value: unknown): unknown[] => JSON.parse(String(value))
const pick = (row: Row | undefined, names: string[]): Row =>
  Object.fromEntries(names.map((name) => [name, row?.[name]]))
const seconds = (time: unknown): unknown => (typeof time === 'string' ? time.replace('.000Z', 'Z') : time)

/** An agent's record, the basis of every page and answer about it, built from the tables alone. */
function rebuilt(handle: string): Row {
  const agent = findRows('agents', handle)[0] ?? {}
  const { last_activity, secondary_categories, rails, source_urls, ...own } = agent
  const { life_words, life_kind, life_sign, life_sign_at, is_maintained, maintained_at, ...others } = own
  const { alive_probability, alive_cases, ...plain } = others
  const keys = findRows('identity_keys', handle)
  const decided = overrides.filter(({ status }) => status === 'applied')
  const hasDeparted = agent.departed_on !== null
  return {
    ...plain,
    activity: last_activity === null ? null : SIGNALS[String(last_activity)]?.name,
    last_activity_at: seconds(plain.last_activity_at),
    last_probe_ok_at: seconds(plain.last_probe_ok_at),
    life: hasDeparted
      ? null
      : {
          says: life_words,
          judged_as: life_kind,
          rests_on: life_sign,
          rests_on_at: seconds(life_sign_at),
          maintained: is_maintained,
          maintained_at: seconds(maintained_at),
          alive_probability,
          alive_probability_cases: alive_cases,
        },
    ...{
      secondary_categories: listed(secondary_categories),
      rails: listed(rails),
      source_urls: listed(source_urls),
    },
    records: findRows('records', handle).map((row) =>
      pick(row, ['bound_on', 'source', 'name', 'category', 'url', 'reason', 'departed_on']),
    ),
    keys: keys.filter((row) => row.kind === 'strong').map((row) => row.key),
    ties: keys
      .filter((row) => row.kind === 'tie')
      .map((row) => ({ ...pick(row, ['key', 'other_count']), others: listed(row.others) })),
    standings: findRows('rankings', handle).map((row) => standing(handle, row)),
    trust: trust(handle),
    reliability: hasDeparted ? null : without(findRows('reliability', handle)[0]),
    endpoints: findRows('endpoints', handle).map((row) => pick(row, ['kind', 'url'])),
    tools: {
      servers: findRows('tool_lists', handle)[0]?.servers ?? 0,
      lists: findRows('tool_lists', handle)
        .filter(({ position }) => Number(position) <= 3)
        .map(toolList),
    },
    probes: findRows('endpoints', handle).flatMap((row) => (row.outcome === null ? [] : [probe(row)])),
    changes: findRows('changes', handle).map(({ date, ...row }) => ({ day: date, ...without(row) })),
    overrides: decided.flatMap(({ record_a, record_b, handle_a, handle_b, decided_on, ...row }) => {
      if (handle_a !== handle && handle_b !== handle) return []
      const [record, other] = handle_a === handle ? [record_a, record_b] : [record_b, record_a]
      return [{ ...pick(row, ['verdict', 'reason', 'source_url']), record, other, date: decided_on }]
    }),
    corrections: findRows('corrections', handle).map((row) => pick(row, ['field', 'reason', 'source_url'])),
  }
}

const without = ({ handle, ...row }: Row = {}): Row => row

function standing(handle: string, ranking: Row): Row {
  const of = (table: string) => findRows(table, handle).find((row) => row.category === ranking.category)
  const score = of('scores')
  const change = of('score_changes')
  return {
    ...without(ranking),
    ...pick(score, ['score_low', 'score_high', 'score_floor', 'score_ceiling', 'observed_weight']),
    missing: listed(score?.missing),
    signals: weighed.filter((row) => row.category === ranking.category).map((row) => signal(handle, row)),
    change:
      change === undefined
        ? null
        : {
            ...pick(change, [
              'since',
              'score_before',
              'score_delta',
              'rank_before',
              'is_methodology_changed',
            ]),
            causes: listed(change.causes),
          },
  }
}

/** A signal without a row of its own was not observed and gave nothing. */
function signal(handle: string, { category, key, unit, weight, source }: Row): Row {
  const observed = findRows('signals', handle).find((row) => row.key === key)
  const share = findRows('sub_scores', handle).find((row) => row.category === category && row.key === key)
  return {
    ...{ key, unit, weight, source },
    ...pick({ scaled: null, points: 0, is_assumed: true, ...share }, ['scaled', 'points', 'is_assumed']),
    value: observed?.value ?? null,
    value_at: seconds(observed?.value_at ?? null),
    ...pick({ source_url: null, observed_at: null, response_sha256: null, input_count: 0, ...observed }, [
      ...['source_url', 'observed_at', 'response_sha256', 'input_count'],
    ]),
  }
}

const CHANGE = ['day', 'is_silent', 'changes_often', 'added_total', 'removed_total', 'changed_total']

const toolList = (row: Row): Row => ({
  ...pick(row, ['url', 'since', 'total', 'same_as', 'is_withheld']),
  findings: listed(row.findings),
  tools: (tools.get(String(row.url)) ?? [])
    .filter(({ change, position }) => change !== 'removed' && Number(position) <= 20)
    .map((tool) => pick(tool, ['name', 'title', 'description'])),
  change:
    row.day === null
      ? null
      : {
          ...pick(row, CHANGE),
          ...{ added: listed(row.added), removed: listed(row.removed), changed: listed(row.changed) },
        },
})
function probe({ handle, listing_differences: parts, ...row }: Row): Row {
  const ofHost = Object.entries(row).filter(([name]) => name.startsWith('host_'))
  const own = Object.entries(row).filter(([name]) => !name.startsWith('host_'))
  const estimate = Object.fromEntries(ofHost.map(([name, value]) => [name.replace('host_', ''), value]))
  return {
    ...Object.fromEntries(own),
    listing_differences: parts === null ? null : listed(parts),
    host_estimate: estimate.addresses === null ? null : estimate,
  }
}

function trust(handle: string): Row {
  const { basis, reasons, points, cost_parts, wallets, ...row } = without(findRows('trust', handle)[0])
  const own = {
    ...row,
    points: listed(points),
    reasons: listed(reasons).map((code) => ({ code, sentence: rules.get(code)?.sentence })),
    cost_parts: listed(cost_parts).map((text) => {
      const [part, units, usd] = String(text).split(' ')
      return { part, units: Number(units), usd: Number(usd) }
    }),
    wallets: listed(wallets).map((text) => {
      const [, chain, wallet] = /^(.*):([^:]*)$/.exec(String(text)) ?? []
      return { chain, wallet }
    }),
  }
  return {
    ...own,
    advice: describePayment(own as unknown as TrustRow),
    flags: findRows('trust_flags', handle).map((row) => ({
      ...pick(row, ['flag', 'severity', 'reason']),
      related: listed(row.related)[0] ?? null,
    })),
  }
}

/** A cause without its size, which causes are sorted by and no page shows. */
const withoutSize = ({ key, points_before, points_after, delta, cause }: Row) => ({
  ...{ key, points_before, points_after, delta, cause },
})

/** The shown part of a record: without sort keys that no page shows, and without withheld values. */
/**
 * The parts of a record that have no row here: settings are made of publishers' words, which are not republished, owners
 * have answers of their own, payments are on their chains, and the tables of checks and incidents are by package and address.
 */
function withoutParts(record: AgentRecord): Omit<AgentRecord, (typeof OTHER_PARTS)[number]> {
  const rest = { ...record }
  for (const part of OTHER_PARTS) delete (rest as Partial<AgentRecord>)[part]
  return rest
}

/** The table keeps its columns: a day's file is never written again, and `probes` has these days. */
const withoutBadge = ({ measured_days_30, answered_days_30, ...row }: ReliabilityRow): unknown => row

const OTHER_PARTS = ['connect', 'owners', 'payments', 'package_checks', 'incidents'] as const

function withoutHiddenFields(record: AgentRecord): unknown {
  return {
    ...withoutParts(record),
    reliability: record.reliability && withoutBadge(record.reliability),
    license: record.license?.spdx_id ?? null,
    corrections: record.corrections.map(({ date, ...row }) => row),
    standings: record.standings.map((row) => ({
      ...row,
      change: row.change === null ? null : { ...row.change, causes: row.change.causes.map(withoutSize) },
      // The transaction of a value is on its chain.
      signals: row.signals.map(({ transaction, ...signal }) =>
        WITHHELD_KEYS.includes(signal.key) ? { ...signal, value: null } : signal,
      ),
    })),
  }
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value))
    return value.map(sorted).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, item]) => [name, sorted(item)]),
  )
}

test('everything that a page or an answer shows of an agent is in the data', () => {
  const folder = join(data.release.path, 'private/agents')
  const files = readdirSync(folder)
  expect(files.length).toBeGreaterThan(300)
  for (const file of files) {
    const record = JSON.parse(readFileSync(join(folder, file), 'utf8')) as AgentRecord
    expect(sorted(rebuilt(record.handle)), file).toEqual(sorted(withoutHiddenFields(record)))
  }
})

test('the lists that pages show in an order can be put in it', () => {
  expect(weighed.filter((row) => row.category === 'service').map((row) => row.position)).toEqual(
    weighed.filter((row) => row.category === 'service').map((_, at) => at + 1),
  )
})
