import { probeReport } from '../../../core/interface/schemas/probe_report.ts'
import { describeChains } from '../chain_words.ts'
import type { Site } from '../site.ts'
import { isHeadline, readAskedOn, readLists, readParts } from './read_marts.ts'
import { describeMeasurement, summarizePart } from './sentences.ts'
import type { ProbeReport, Topic } from './topics.ts'

const SOURCE = 'endpoint_probes'

/** Returns the state of the addresses of a topic: what its page and its JSON show. */
export async function readReport(site: Site, topic: Topic): Promise<ProbeReport> {
  const parts = await readParts(site.db, topic)
  const lists = await readLists(site.db, topic)
  const asked_on = await readAskedOn(site.db)
  const headline = parts.find((part) => isHeadline(topic, part))
  return probeReport.parse({
    type: 'probe_report',
    topic: topic.id,
    date: site.day,
    asked_on,
    summary: summarizePart(topic, headline),
    measured:
      headline === undefined || headline.known === 0
        ? []
        : describeMeasurement(headline, { ...lists, asked_on }),
    ...describeDay(site, asked_on),
    parts,
    ...lists,
    untrusted_fields: [
      ...['parts.value', 'parts.name', 'versions.version', 'hosts.host', 'slowest.host'],
      ...['clusters.first_host', 'clusters.server_name'],
    ],
    limitations: [
      ...site.limitations,
      ...(topic.id === 'erc8004' ? describeChains(site.chainScope, 'erc8004') : []),
      ...LIMITS,
    ],
    last_updated: site.lastUpdated,
  })
}

const LIMITS = [
  'What was declared privately, or answers only from elsewhere, is not seen. An address that a record declares may be of somebody else.',
  'Intervals hold for the choice of a sample alone: not for what one place sees, nor for days between two probes of an address.',
]

/** Returns the reason for a day of which no result was kept; of a day that was asked, what was left for another day. */
function describeDay(
  { day, sources }: Site,
  askedOn: string | null,
): Pick<ProbeReport, 'unasked_day' | 'left_out'> {
  const left_out = sources.find(({ name }) => name === SOURCE)?.left_out ?? null
  const why = left_out === null ? '' : `: ${left_out}`
  if (askedOn === null || askedOn === day) return { unasked_day: null, left_out }
  return {
    unasked_day: `On ${day} no result was kept${why}. These figures are of ${askedOn}.`,
    left_out: null,
  }
}
