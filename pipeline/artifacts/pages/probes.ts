import type { PageView } from '../../../core/pages/page_view.ts'
import { htmlPage, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { HANDSHAKE_VERSIONS } from '../../probes/mcp/versions.ts'
import { type ProbePolicy, readPolicy } from '../probes/policy.ts'
import { describePlaces } from '../probes/sentences.ts'
import { KINDS, nameState } from '../probes/topics.ts'
import { jsonFile, type Site } from '../site.ts'

const SHOWN_KINDS = ['mcp', 'a2a', 'x402', 'oasf', 'web', 'other', 'all']

/** View of the page for owners of hosts: who asks, what is sent, how often, and how to stop it. */
export interface ProbesView extends PageView {
  policy: Pick<ProbePolicy, 'robots_group' | 'pace' | 'post' | 'never_sent' | 'asked_on'> & {
    schedule: Omit<ProbePolicy['schedule'], 'days_between_silences'>
  }
  /** Days between two probes of an address that does not answer, as text. */
  waits: string
  /** Version of MCP that is offered first. */
  offered: string
  /** The places that it asks from, in words; null before the first day. */
  places: string | null
  kinds: string[]
  /** Number of addresses of each kind that were asked on the last day, or not for a reason. */
  states: { words: string; counts: (number | null)[] }[]
}

/** Yields `/probes` and its JSON. */
export async function* probesPage(site: Site): AsyncGenerator<Artifact> {
  const policy = await readPolicy(site)
  yield jsonFile('public', 'probes.json', policy)
  const view: ProbesView = {
    ...pageBase(site, {
      title: 'How addresses of agents are asked, and how to stop it: Assay',
      path: '/probes',
      description:
        'For owners of hosts: who asks, what is sent in each protocol, how often, what is never sent, and how robots.txt stops it.',
      alternates: [{ type: 'application/json', title: 'Rules of probes', href: '/probes.json' }],
    }),
    policy,
    waits: policy.schedule.days_between_silences.join(', '),
    offered: HANDSHAKE_VERSIONS[0] ?? '',
    places: policy.vantages.length === 0 ? null : `from ${describePlaces(policy.vantages)}`,
    kinds: SHOWN_KINDS.map((kind) => KINDS[kind] ?? kind),
    states: listStates(policy),
  }
  yield htmlPage('probes.html', site.pages.fill('probes', view))
}

const listStates = ({ states }: ProbePolicy): ProbesView['states'] =>
  [...Map.groupBy(states, ({ state }) => state)]
    .map(([state, rows]) => ({
      state,
      words: nameState(state),
      counts: SHOWN_KINDS.map((kind) => rows.find((row) => row.kind === kind)?.addresses ?? null),
    }))
    .sort((a, b) => (a.state === 'asked' ? -1 : b.state === 'asked' ? 1 : a.words < b.words ? -1 : 1))
    .map(({ words, counts }) => ({ words, counts }))
