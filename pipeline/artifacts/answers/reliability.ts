import type { z } from 'zod'
import type { Artifact } from '../../../core/release/artifact.ts'
import type { Reliability } from '../../../core/resources/reliability.schema.ts'
import { reliability } from '../../../core/resources/reliability.schema.ts'
import { COVERAGE_LIMIT } from '../../../core/resources/reliability.ts'
import { agentUrl } from '../../../core/views/parts.ts'
import { shownName } from '../agents/display_text.ts'
import { jsonFile, type Site } from '../site.ts'

const MAX_ROWS = 100

type Leaderboard = Extract<Reliability, { type: 'reliability_leaderboard' }>
type Row = Leaderboard['leaderboard'][number]
type Coverage = { coverage: keyof Leaderboard['coverage']; agents: number }

/** `/api/reliability/v1` without a handle: the agents that were alive most steadily. */
export async function* reliabilityArtifacts(site: Site): AsyncGenerator<Artifact> {
  yield jsonFile('public', 'api/reliability/v1', reliability.parse(await leaderboard(site)))
}

async function leaderboard({ db, info }: Site): Promise<z.input<typeof reliability>> {
  const rows = await db.rows<Omit<Row, 'position' | 'url'>>(STEADIEST)
  const counts = await db.rows<Coverage>('select coverage, agents from reliability_coverage')
  const coverage = Object.fromEntries(
    counts.map((row) => [row.coverage, row.agents]),
  ) as Leaderboard['coverage']
  return {
    type: 'reliability_leaderboard',
    count: rows.length,
    coverage,
    leaderboard: rows.map((row, nth) => ({
      position: nth + 1,
      ...row,
      name: shownName(row),
      url: agentUrl(info.base_url, row.handle),
    })),
    untrusted_fields: ['leaderboard.name'],
    limitations: [...info.limitations, COVERAGE_LIMIT, TIES_LIMIT],
    last_updated: info.last_updated,
  }
}

const TIES_LIMIT =
  'Agents with the same figures stand in the order of their handles; more may share them than are listed.'

const STEADIEST = `select
    reliability.handle, agents.name, agents.primary_category, agents.tier,
    coalesce(grave_flags.flags, []) as risk_flags,
    reliability.reliability_30d, reliability.reliability_90d, reliability.is_currently_alive as currently_alive,
    reliability.days_since_active, reliability.observed_days_30, reliability.observed_days_90, reliability.coverage,
    reliability.uptime_7d, reliability.observations_7, reliability.uptime_30d, reliability.observations_30,
    reliability.latency_p50_ms
  from reliability
  join agents using (handle)
  left join grave_flags using (handle)
  where reliability.coverage in ('full', 'partial')
  order by reliability.coverage = 'full' desc, reliability_30d desc, reliability_90d desc, observed_days_90 desc, handle
  limit ${MAX_ROWS}`
