import { toEntries, toText } from '../agents/text.ts'
import type { ArchivedResponse } from '../archive/source_day.ts'
import { pick } from '../source/pick.ts'
import type { KnownRow, Observation, Provenance } from '../source/source.ts'
import { canonicalHash } from '../tools/canonical.ts'
import { readTools } from '../tools/read_tools.ts'
import type { NotProbedReason } from './outcome.ts'
import { type PlannedAddress, readHistory } from './plan.ts'
import { isFittingAnswer } from './post_rules.ts'
import type { ProbeResult } from './protocol.ts'
import type { ProbeRow } from './row.ts'
import { addOutcome } from './schedule.ts'
import type { ObservedProbe } from './target_prober.ts'

/** The day of a row, and the row of the day before. */
export interface RowContext {
  day: string
  before: KnownRow | undefined
  vantage: string
}

/** Details that have columns of their own. */
const COLUMNS = new Set(['tools', 'tools_hash', 'quotes', 'registrations'])

/** Returns the row of an address that was probed. */
export function toProbedRow(
  planned: PlannedAddress,
  { result, responses }: ObservedProbe,
  context: RowContext,
): Observation {
  const { details } = result
  const { silences, lastProbedOn } = addOutcome(readHistory(context.before), result.outcome, context.day)
  const first = responses.find(({ url }) => url === planned.address.url)
  const row: ProbeRow = {
    ...toBase(planned, context),
    ...{ outcome: result.outcome, reason: result.reason, status: result.status },
    final_url: toText(result.finalUrl, 2_048),
    protocol_version: toText(result.protocolVersion, 50),
    server_name: toText(result.serverName, 300),
    server_version: toText(result.serverVersion, 100),
    first_byte_ms: first?.first_byte_ms ?? null,
    total_ms: first?.total_ms ?? null,
    quotes: toEntries(details?.quotes).map(toQuote),
    proofs: toEntries(details?.registrations) as ProbeRow['proofs'],
    details:
      details === null
        ? null
        : Object.fromEntries(Object.entries(details).filter(([name]) => !COLUMNS.has(name))),
    ...readToolColumns(result, context.before),
    ...{ last_probed_on: lastProbedOn, silences },
    ...readPost(responses, context),
  }
  return { from: findDeciding(result, responses) ?? planned.address.from, row }
}

/** Returns the row of an address that was not probed: it says why, and keeps the state of earlier probes. */
export function toUnprobedRow(
  planned: PlannedAddress,
  reason: NotProbedReason,
  context: RowContext,
): Observation {
  const row: ProbeRow = { ...toBase(planned, context), outcome: 'not_probed', reason }
  return { from: planned.address.from, row }
}

/** The columns that do not depend on a probe, and those of an earlier one that last. */
function toBase(
  { address, isSample, hostAddresses }: PlannedAddress,
  { before, vantage }: RowContext,
): ProbeRow {
  const { lastProbedOn, silences } = readHistory(before)
  return {
    ...{
      url: address.url,
      host: address.host,
      kind: address.kind,
      declared_method: toText(address.method, 20),
    },
    ...{ outcome: 'not_probed', reason: null, status: null, final_url: null, protocol_version: null },
    ...{ server_name: null, server_version: null, first_byte_ms: null, total_ms: null, vantage },
    ...{ is_sample: isSample, host_addresses: hostAddresses, quotes: [], proofs: [], details: null },
    tools_count: (before?.tools_count as number | null | undefined) ?? null,
    tools_hash: (before?.tools_hash as string | null | undefined) ?? null,
    ...{ received_hash: null, tools: null, control_outcome: null },
    ...{ last_probed_on: lastProbedOn, silences },
    posted_on: (before?.posted_on as string | null | undefined) ?? null,
    post_is_fitting: (before?.post_is_fitting as boolean | null | undefined) ?? null,
  }
}

const toQuote = (quote: unknown): ProbeRow['quotes'][number] => ({
  network: toText(pick(quote, 'network'), 100),
  asset: toText(pick(quote, 'asset'), 100),
  pay_to: toText(pick(quote, 'pay_to'), 100),
  amount: toText(pick(quote, 'amount'), 100),
})

type ToolColumns = Pick<ProbeRow, 'tools_count' | 'tools_hash' | 'received_hash' | 'tools'>

/** A list that did not change is not stored again. */
function readToolColumns({ details }: ProbeResult, before: KnownRow | undefined): Partial<ToolColumns> {
  if (!Array.isArray(details?.tools)) return {}
  const { tools } = readTools(details.tools)
  const hash = canonicalHash(tools)
  return {
    tools_count: details.tools.length,
    tools_hash: hash,
    received_hash: toText(details.tools_hash, 64),
    tools: hash === before?.tools_hash ? null : tools.map(({ declared }) => declared),
  }
}

/** Returns the last POST of a probe that was answered. */
function readPost(
  responses: readonly ArchivedResponse[],
  { day }: RowContext,
): Partial<Pick<ProbeRow, 'posted_on' | 'post_is_fitting'>> {
  const post = responses.find(({ method, status }) => method === 'POST' && status > 0)
  if (post === undefined) return {}
  const isRpc = post.status < 300 && /\b(json|event-stream)\b/.test(post.content_type ?? '')
  return { posted_on: day, post_is_fitting: isFittingAnswer(post.status, isRpc) }
}

/** Returns the response that decided, of an agent its card: the last with the status of the result, the end of a session apart. */
function findDeciding(
  { status, details }: ProbeResult,
  responses: readonly ArchivedResponse[],
): Provenance | null {
  const asked = responses.filter(({ method }) => method !== 'DELETE')
  const card = asked.find(({ url, final_url }) => (final_url ?? url) === details?.cardUrl)
  const response = card ?? asked.findLast((answer) => answer.status === (status ?? 0)) ?? asked[0]
  return response === undefined
    ? null
    : { url: response.url, sha256: response.sha256, retrievedAt: response.retrieved_at }
}
