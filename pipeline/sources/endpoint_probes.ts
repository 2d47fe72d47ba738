import { UpstreamDown } from '../../core/domain/errors.ts'
import { thousands } from '../../core/pages/numbers.ts'
import { BAZAAR_SOURCES } from '../agents/bazaar_listing.ts'
import { describeBadLine } from '../probes/own_line.ts'
import type { PlannedAddress } from '../probes/plan.ts'
import { planProbeDay, probeAll } from '../probes/probe_all.ts'
import { probeRow } from '../probes/row.ts'
import { defineSource } from '../source/define_source.ts'
import { describeLeft } from '../source/left_out.ts'
import { VISITS } from '../source/source.ts'

/** The day is bounded by time and by the pace of hosts, not by this. */
const MAX_REQUESTS = 1_000_000
/** Requests of a probe that is answered: the handshake of MCP takes three. */
const REQUESTS = { mcp: 3, a2a: 2, x402: 1, proof: 1, oasf: 1, web: 1, other: 1, manifest: 2 }
const FIRST_DAY = 150_000

/**
 * Probes every declared address in its own protocol, as often as it is worth: the tools of MCP servers, cards and
 * interfaces of A2A agents, quotes of paid resources, and the registrations that hosts confirm as their own. Nothing is
 * called, paid or set to work.
 */
export default defineSource({
  name: 'endpoint_probes',
  title:
    'Probes of declared addresses in their own protocol: tools, cards, quotes and proofs of registration',
  docs: 'https://github.com/assay-index/assay/blob/main/docs/decisions/0072-probes-in-their-own-protocol.md',
  license: 'Published by the agents themselves',
  republished: 'figures',
  attribution: 'Observed by this index; texts are published by the agents themselves',
  answeredBy: 'strangers',
  key: ['url'],
  reads: ['erc8004_files', 'mcp_registry', ...BAZAAR_SOURCES],
  past: { probe_days: 7, probe_priorities: 1 },
  budget: MAX_REQUESTS,
  minutes: 60,
  row: probeRow,
  firstDay: { [VISITS]: FIRST_DAY },
  split: { visits: true },
  async plan(context) {
    const { plan, before } = await planProbeDay(context)
    const hosts = new Set(plan.due.map(({ address }) => address.host)).size
    const count = ({ address: { url, kind } }: PlannedAddress) =>
      before.get(url)?.outcome === 'answers' ? REQUESTS[kind] : 1
    const requests = plan.due.reduce((sum, item) => sum + count(item), hosts)
    return { requests: { [VISITS]: requests }, isEstimate: true }
  },
  async *fetch(context) {
    const day = await probeAll(await planProbeDay(context), context)
    const { rows, line, tried, answered, unobserved, unstarted } = day
    if (answered === 0 && tried > 0)
      throw new UpstreamDown(
        'the addresses of agents',
        `none of the ${tried} that were tried answered: see whether this machine has a network and a name server`,
      )
    const days = (await context.past('probe_days')).map(toLineDay)
    const problem = describeBadLine(line, days)
    if (problem !== null) return { left_out: `all ${thousands(line.probed)} addresses, since ${problem}` }
    yield* rows
    const left = unobserved + unstarted
    return left === 0 ? 'changes' : { left_out: describeLeft(left, line.probed + left, 'addresses') }
  },
})

const toLineDay = ({ probed, failed }: Record<string, unknown>) => ({
  probed: Number(probed),
  failed: Number(failed),
})
