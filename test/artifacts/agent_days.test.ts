import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AgentDays } from '../../core/views/agent_days.ts'
import type { AgentRecord } from '../../core/views/agent_record.ts'
import { type Database, literal, openDatabase } from '../../pipeline/model/database.ts'
import { PUBLISHED_DAYS, sampleOutput } from '../sample_output.ts'

interface StoredDay {
  day: string
  handle: string
  category: string
  rank: number | null
  score: number
  is_alive: boolean | null
  visibility: number | null
  trust_score: number | null
}

let db: Database
let output: string
let kept: Map<string, StoredDay[]>
beforeAll(async () => {
  db = await openDatabase(':memory:')
  output = await sampleOutput()
  const files = PUBLISHED_DAYS.map((day) => literal(join(output, `history/snapshots/${day}.parquet`)))
  const rows = await db.rows<StoredDay>(`select * from read_parquet([${files.join(', ')}]) order by day`)
  kept = Map.groupBy(rows, ({ handle, category }) => `${handle} ${category}`)
})
afterAll(() => db.close())

const privateFile = <T>(path: string): T =>
  JSON.parse(readFileSync(join(output, 'current/private', path), 'utf8')) as T

const daysAgo = (day: string): number =>
  (Date.parse(PUBLISHED_DAYS.at(-1) ?? '') - Date.parse(day)) / 86_400_000

test('the days of every agent are those that the partitions hold of its primary category', () => {
  const agentRecords = readdirSync(join(output, 'current/private/agents'))
  expect(readdirSync(join(output, 'current/private/history'))).toEqual(agentRecords)
  let days = 0
  for (const file of agentRecords) {
    const agent = privateFile<AgentRecord>(`agents/${file}`)
    const rows = kept.get(`${agent.handle} ${agent.primary_category}`) ?? []
    days += rows.length
    expect(privateFile<AgentDays>(`history/${file}`), file).toMatchObject({
      category: agent.primary_category,
      last_otherwise_scored_on: null,
      days_ago: rows.map(({ day }) => daysAgo(day)),
      rank: rows.map(({ rank }) => rank),
      score: rows.map(({ score }) => score),
      is_alive: rows.map(({ is_alive }) => is_alive),
      visibility: rows.map(({ visibility }) => visibility),
      reputation: rows.map(({ trust_score }) => trust_score),
    })
  }
  expect(days).toBeGreaterThan(2 * agentRecords.length)
})

test('the day of the release says of each agent what its agent record says, and visibility follows from its signals', () => {
  const attention =
    /stars|forks|downloads|votes|likes|derivatives|payers|customers|clients|volume|tvl|_tokens$/
  for (const file of readdirSync(join(output, 'current/private/agents'))) {
    const agent = privateFile<AgentRecord>(`agents/${file}`)
    const days = privateFile<AgentDays>(`history/${file}`)
    if (agent.departed_on !== null) continue
    expect(days.days_ago.at(-1), file).toBe(0)
    expect(days.rank.at(-1), file).toBe(agent.rank)
    expect(days.score.at(-1), file).toBe(agent.score)
    expect(days.reputation.at(-1), file).toBe(agent.trust.score)
    const standing = agent.standings.find(({ category }) => category === agent.primary_category)
    const signals = (standing?.signals ?? []).filter(({ key }) => attention.test(key))
    const seen = signals.filter((signal) => !signal.is_assumed)
    const most = signals.reduce((sum, signal) => sum + signal.weight, 0)
    const points = seen.reduce((sum, signalRow) => sum + signalRow.weight * (signalRow.scaled ?? 0), 0)
    const visibility = days.visibility.at(-1) ?? null
    if (seen.length === 0) expect(visibility, file).toBeNull()
    else expect(Math.abs((visibility ?? -1) - (100 * points) / most), file).toBeLessThanOrEqual(0.005001)
  }
})
