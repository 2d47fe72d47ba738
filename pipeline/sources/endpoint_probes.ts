import { z } from 'zod'
import { daysBetween } from '../../core/domain/dates.ts'
import { BAZAAR_SOURCES, readListings } from '../agents/bazaar_listing.ts'
import { toSiteName } from '../agents/hosts.ts'
import { isAnswering, listProbeTargets, PROBE_KINDS, type Target } from '../agents/probe_targets.ts'
import { readQuotes } from '../agents/quotes.ts'
import { readClaims } from '../agents/registration_file.ts'
import { toText } from '../agents/text.ts'
import { sendsRequest, visitAll } from '../agents/visit_all.ts'
import { OUTCOMES, type Visit, type VisitOptions, type VisitOutcome } from '../http/guarded.ts'
import { defineSource } from '../source/define_source.ts'
import { pick } from '../source/pick.ts'
import { countNewPerDay, isDue } from '../source/schedule.ts'
import { type FetchContext, type KnownRow, VISITS } from '../source/source.ts'
import { takeTurns } from '../source/turns.ts'

/** Days between two probes of an address that answered last time, and of one that did not. */
const EVERY = { ok: 3, failed: 7 }
// Answers of a live service that requires another method, a body, a type, or payment.
const LIVE_STATUSES = [400, 402, 405, 406, 415, 422]
const EXPECTED: Record<Target['kind'], VisitOptions> = {
  web: { expect: 'any', alive: [402] },
  mcp: { expect: 'any', alive: LIVE_STATUSES },
  a2a: { expect: 'any', alive: LIVE_STATUSES },
  x402: { expect: 'any', alive: LIVE_STATUSES },
  proof: { expect: 'json' },
}

/** Maximum number of addresses a day. */
const MAX = 1_200
/** Maximum number of new ones of one site while others wait. */
const MAX_FRESH_PER_SITE = 10

const text = (max: number) => z.string().max(max).nullable()

/**
 * Probes declared endpoints with an unpaid GET, whatever their declared method, with the quotes of those that require
 * payment, and the registrations that hosts confirm as their own. At most 1,200 addresses a day, in turns of which most
 * are for those that answered last time.
 */
export default defineSource({
  name: 'endpoint_probes',
  title: 'Probes of declared endpoints, with payment quotes and proofs of registration',
  docs: 'https://eips.ethereum.org/EIPS/eip-8004',
  license: 'Published by the agents themselves',
  republished: 'all',
  attribution: 'Observed by this index',
  key: ['url'],
  reads: ['erc8004_files', ...BAZAAR_SOURCES],
  budget: MAX,
  row: z.object({
    url: z
      .string()
      .max(2_000)
      .regex(/^[^\p{C}]+$/u),
    host: z.string().max(253),
    kind: z.enum(PROBE_KINDS),
    /** The method of the listing; null where it has none. The probe is a GET in any case. */
    declared_method: text(20),
    outcome: z.enum(OUTCOMES),
    status: z.int().nullable(),
    final_url: text(2_048),
    content_type: text(200),
    quotes: z
      .array(z.object({ network: text(100), asset: text(100), pay_to: text(100), amount: text(100) }))
      .max(20),
    proofs: z.array(z.object({ agent_id: text(100), registry: text(200) })).max(50),
  }),
  firstDay: { [VISITS]: MAX },
  split: { visits: true },
  async plan(context) {
    const { ordered, before } = await selectDue(context)
    const requested = ordered.filter(({ url }) => sendsRequest(before.get(url))).length
    const fresh =
      countNewPerDay([...before.values()], context.lastDay) * daysBetween(context.lastDay, context.day)
    return { requests: { [VISITS]: Math.min(MAX, requested + fresh) }, isEstimate: true }
  },
  async *fetch({ guarded, known, day, share }) {
    const all = (await selectDue({ known, day })).ordered
    const ordered = share.visits(all, ({ url }) => url, MAX)
    const deferred = yield* visitAll(ordered, async (target) => {
      const visit = await guarded.visit(target.url, EXPECTED[target.kind])
      return { visit, row: toRow(target, visit) }
    })
    return deferred === 0 ? 'changes' : { left_out: `${deferred} of ${ordered.length} addresses` }
  },
})

/** Returns the addresses that are due, in their order, and the earlier row of each. */
async function selectDue({ known, day }: Pick<FetchContext, 'known' | 'day'>) {
  const before = new Map((await known('endpoint_probes')).map((row) => [String(row.url), row]))
  const targets = listProbeTargets(await known('erc8004_files'), await readListings({ known }), {
    before,
    day,
  })
  const candidates = targets
    .filter(({ url }) => isTurn(before.get(url), url, day))
    .map((target) => {
      const last = before.get(target.url)
      const lastRequestedOn = last?.observed_on ?? null
      return {
        item: target,
        name: target.url,
        owner: toSiteName(target.host),
        lastRequestedOn,
        existed: isAnswering(last),
      }
    })
  return { before, ordered: takeTurns(candidates, day, MAX_FRESH_PER_SITE) }
}

const isTurn = (last: KnownRow | undefined, url: string, day: string): boolean =>
  last === undefined || isDue(url, last.observed_on, day, last.outcome === 'ok' ? EVERY.ok : EVERY.failed)

/** Returns the outcome of a probe: a page proves that a web site exists, but not that a service does. */
function toOutcome(kind: Target['kind'], { outcome, status, contentType, json }: Visit): VisitOutcome {
  if (outcome !== 'ok') return outcome
  // JSON without a list of registrations is not the expected answer.
  if (kind === 'proof') return Array.isArray(pick(json, 'registrations')) ? 'ok' : 'error'
  const isPage = status === 200 && /^(text\/html|application\/xhtml)/i.test(contentType ?? '')
  return isPage && kind !== 'web' ? 'soft_404' : 'ok'
}

function toRow({ url, host, kind, method }: Target, visit: Visit): Record<string, unknown> {
  const outcome = toOutcome(kind, visit)
  return {
    url,
    host,
    kind,
    declared_method: method,
    outcome,
    status: visit.status,
    final_url: toText(visit.finalUrl, 2_048),
    content_type: toText(visit.contentType, 200),
    quotes: readQuotes(visit),
    proofs: kind === 'proof' && outcome === 'ok' ? readClaims(visit.json) : [],
  }
}
