import type { Universe } from '../universe.ts'
import type { Answerer } from './answers.ts'
import { arenaHost } from './arena_host.ts'
import { SAMPLE_CATALOG } from './catalog.ts'
import { dayIndex, endOf } from './days.ts'
import { githubHost } from './github_host.ts'
import { openrouterHost } from './openrouter_host.ts'
import { registryHost } from './registry_host.ts'

export { MARKET_OUTAGE_DAYS, SAMPLE_DAYS } from './days.ts'

const SEED = 1
const HOSTS = new Map<string, Answerer>([
  ['registry.modelcontextprotocol.io', registryHost],
  ['api.github.com', githubHost],
  ['openrouter.ai', openrouterHost],
  ['api.wulong.dev', arenaHost],
])

/** The sample world as a run sees it at the end of a day. Throws BadUsage for a date that it does not have. */
export function sampleUniverse(day: string, seed = SEED): Universe {
  const answer = sampleUpstream(seed)
  const now = Date.parse(endOf(dayIndex(day)))
  return {
    world: 'sample',
    catalog: SAMPLE_CATALOG,
    perSecond: Number.POSITIVE_INFINITY,
    sleep: async () => {},
    now: () => now,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      request.signal.throwIfAborted()
      return answer(day, request)
    },
  }
}

/** Answers requests at their original addresses as of the end of a day; hosts that the sample lacks are 404. */
export function sampleUpstream(seed = SEED): (day: string, request: Request) => Response {
  return (day, request) => {
    const index = dayIndex(day)
    const url = new URL(request.url)
    const answerer = HOSTS.get(url.host)
    const isAsked = request.method === (url.pathname === '/graphql' ? 'POST' : 'GET')
    if (!answerer || !isAsked) return new Response('not in the sample\n', { status: 404 })
    return answerer({ seed, day: index, url, request })
  }
}
