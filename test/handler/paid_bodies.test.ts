import { beforeAll, expect, test } from 'vitest'
import { SIGNALS } from '../../core/domain/signals.ts'
import { ENDPOINTS } from '../../core/interface/endpoints.ts'
import { HttpError } from '../../core/interface/errors.ts'
import { currentRelease, type Release } from '../../core/release/release.ts'
import type { AgentHistory } from '../../core/resources/agent_history.schema.ts'
import { RESOURCES } from '../../core/resources/schemas.ts'
import type { TrustEvaluationFull } from '../../core/resources/trust_evaluation.schema.ts'
import type { AgentRecord } from '../../core/views/agent_record.ts'
import { PAID } from '../../serving/handler/paid.ts'
import { ServedRelease } from '../../serving/handler/served_release.ts'
import { readValues } from '../../serving/handler/values.ts'
import { followRelease } from '../../serving/service/release/follow_release.ts'
import { PUBLISHED_DAYS, sampleOutput } from '../sample_output.ts'

const TODAY = PUBLISHED_DAYS.at(-1) ?? ''

let release: ServedRelease
let agentRecords: AgentRecord[]
beforeAll(async () => {
  const output = await sampleOutput()
  const follower = followRelease({ output, now: () => 0, log: () => {} })
  release = (await follower.current()) as ServedRelease
  const published = currentRelease(output) as Release
  const paths = [...published.entries()].flatMap(({ key }) => /^private\/(agents\/.+)$/.exec(key)?.[1] ?? [])
  agentRecords = await Promise.all(
    paths.map(async (path) => (await release.json<AgentRecord>('private', path)) as AgentRecord),
  )
})

/** The checked answer of a paid endpoint about an agent. */
async function body<T>(id: string, handle: string, from: ServedRelease = release): Promise<T> {
  const endpoint = ENDPOINTS.find((endpoint) => endpoint.id === id)
  const variant = PAID[id]
  if (endpoint === undefined || variant === undefined) throw new Error(`no endpoint ${id}`)
  const isInPath = endpoint.path.includes('{handle}')
  const values = readValues(
    endpoint.parameters,
    new Map(isInPath ? [['handle', handle]] : []),
    new URLSearchParams(isInPath ? {} : { handle }),
  )
  const { bytes } = await variant({ endpoint, values, release: from, today: TODAY, body: undefined })
  return RESOURCES[endpoint.answer ?? '']?.parse(JSON.parse(new TextDecoder().decode(bytes))) as T
}

/** The index of handles has listed agents only, so only these are found in any case. */
const otherwiseWritten = ({ handle, departed_on }: AgentRecord): string =>
  departed_on === null ? handle.toUpperCase() : handle

test('a full evaluation of every agent is its free one, with points, confidence and signals that reconcile', async () => {
  for (const agent of agentRecords) {
    const full = await body<TrustEvaluationFull>('trust_evaluation_full', agent.handle)
    const points = full.points.reduce((sum, point) => sum + point.points, 0)
    expect(Math.min(100, Math.max(0, points)), agent.handle).toBe(full.trust.score)
    const reaches = (from: 'medium_from' | 'high_from') =>
      full.confidence_reasons.every((reason) => reason.value >= reason[from])
    const tier = reaches('high_from') ? 'high' : reaches('medium_from') ? 'medium' : 'low'
    expect(tier, agent.handle).toBe(full.confidence_tier)
    for (const [category, score] of Object.entries(full.scores_by_category)) {
      const signals = full.signals.filter((signal) => signal.category === category)
      const total = signals.reduce((sum, signal) => sum + signal.points, 0)
      expect(Math.abs(total - score.score), agent.handle).toBeLessThanOrEqual(0.005001)
      expect(signals.filter((signal) => signal.assumed).map((signal) => signal.key)).toEqual(
        score.missing_signals,
      )
    }
    for (const signal of full.signals.filter(({ assumed }) => !assumed)) {
      expect(signal.source_url, agent.handle).not.toBeNull()
      expect(signal.response_sha256, agent.handle).not.toBeNull()
    }
  }
})

test('a full evaluation marks all third-party text that it shows', async () => {
  const { untrusted_fields } = await body<TrustEvaluationFull>(
    'trust_evaluation_full',
    agentRecords[0]?.handle ?? '',
  )
  expect(untrusted_fields).toEqual([
    'name',
    'identity.description',
    'identity.website',
    'identity.records.name',
    'identity.keys',
    'identity.overrides.record',
    'identity.overrides.other',
    'endpoints.url',
  ])
})

test('the trust state of every agent is that of its agent record', async () => {
  for (const agent of agentRecords)
    expect(await body('trust_summary', agent.handle)).toMatchObject({
      handle: agent.handle,
      tier: agent.tier,
      rank: agent.rank,
      score: { total: agent.score, weekly_delta: null },
      archetype: agent.archetype,
      claim_status: agent.trust.identity === 'erc8004_proven' ? 'claimed' : 'unclaimed',
      verified: agent.is_verified,
      erc8004: { registered: agent.is_erc8004_registered, verified: agent.trust.is_erc8004_verified },
      verdict: agent.trust.verdict,
    })
})

test('the verification of every agent is that of its agent record, whatever the letters of the handle', async () => {
  for (const agent of agentRecords)
    expect(await body('verification_status', otherwiseWritten(agent))).toMatchObject({
      handle: agent.handle,
      tier: agent.tier,
      verified: agent.is_verified,
      verification: agent.verification,
      claim_status: agent.trust.identity === 'erc8004_proven' ? 'claimed' : 'unclaimed',
      last_updated: agent.last_updated,
    })
})

test('the history of every agent has thirty calendar days up to the release, and ends with what its agent record says', async () => {
  let compared = 0
  for (const agent of agentRecords) {
    const view = await body<AgentHistory>('agent_history', otherwiseWritten(agent))
    expect(view).toMatchObject({ handle: agent.handle, tier: agent.tier, days: 30 })
    expect(view.history).toHaveLength(30)
    expect(view.history.at(-1)).toMatchObject({
      date: TODAY,
      rank: agent.rank,
      score_total: agent.score,
      reputation: agent.departed_on === null ? agent.trust.score : null,
    })
    expect(view.history.slice(0, -PUBLISHED_DAYS.length).every((day) => day.score_total === null)).toBe(true)
    expect(view.summary.observed_days).toBe(view.history.filter((day) => day.score_total !== null).length)
    expect(view.summary.trend === null).toBe(view.summary.compared_days < 2)
    for (const key of view.visibility_signals) expect(SIGNALS[key]?.is_attention).toBe(true)
    expect(view.visibility_signals.length > 0).toBe(agent.departed_on === null)
    compared += view.summary.compared_days
  }
  expect(compared).toBeGreaterThan(2 * agentRecords.length)
})

test.each(Object.keys(PAID).filter((id) => id !== 'find_full'))(
  '%s of an unknown handle is 404, with suggestions',
  async (id) => {
    const near = `${agentRecords[0]?.handle.slice(0, 60)}x`
    const error = await body(id, near).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(HttpError)
    expect(error).toMatchObject({ status: 404, code: 'agent_not_found' })
  },
)

test.each(['trust_summary', 'agent_history'])(
  '%s is 503 on a release that was published before days were kept',
  async (id) => {
    const { reader } = release
    const older = new ServedRelease({
      ...reader,
      read: async (side, path) => (path.startsWith('history/') ? null : reader.read(side, path)),
    })
    const error = await body(id, agentRecords[0]?.handle ?? '', older).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ status: 503, code: 'history_missing' })
  },
)
