import { createReach } from '../pipeline/http/guard/transport.ts'
import { pathThrough } from '../pipeline/http/second_path.ts'
import { resolveWithoutDns, type Upstreams } from '../pipeline/http/upstreams.ts'
import { GATEWAYS } from '../pipeline/ipfs/gateways.ts'
import { agentsHost } from './agents/file_hosts.ts'
import { gatewayHost } from './agents/ipfs_gateways.ts'
import { mcpHost } from './agents/mcp_host.ts'
import { siteHost } from './agents/site_host.ts'
import { type HostHandler, jsonResponse } from './answers.ts'
import { arenaHost } from './arena_host.ts'
import { SAMPLE_CATALOG } from './catalog.ts'
import { portalHost } from './chain/portal_host.ts'
import { baseHost } from './chain/rpc_host.ts'
import { dayIndex, getDayEnd, OUTAGES } from './days.ts'
import { dockerHost } from './docker_host.ts'
import { githubHost } from './github_host.ts'
import { huggingfaceHost } from './huggingface_host.ts'
import { cdpHost, payaiHost } from './market/bazaar_hosts.ts'
import { openrouterHost } from './openrouter_host.ts'
import { osvHost } from './osv_host.ts'
import { clickhouseHost, npmHost } from './package_hosts.ts'
import { registryHost } from './registry_host.ts'
import { smitheryHost } from './smithery_host.ts'
import { coingeckoHost, llamaHost } from './token_hosts.ts'

export { MARKET_OUTAGE_DAYS, OUTAGES, SAMPLE_DAYS } from './days.ts'

const SEED = 1
const HOSTS = new Map<string, HostHandler>([
  ['registry.modelcontextprotocol.io', registryHost],
  ['api.smithery.ai', smitheryHost],
  ['desktop.docker.com', dockerHost],
  ['api.github.com', githubHost],
  ['openrouter.ai', openrouterHost],
  ['portal.sqd.dev', portalHost],
  ['datasets-server.huggingface.co', arenaHost],
  ['mainnet.base.org', baseHost],
  ['agents.sample.example', agentsHost],
  ...GATEWAYS.map((host): [string, HostHandler] => [host, gatewayHost]),
  ['api.cdp.coinbase.com', cdpHost],
  ['facilitator.payai.network', payaiHost],
  ['api.npmjs.org', npmHost],
  ['sql-clickhouse.clickhouse.com', clickhouseHost],
  ['api.osv.dev', osvHost],
  ['huggingface.co', huggingfaceHost],
  ['api.coingecko.com', coingeckoHost],
  ['api.llama.fi', llamaHost],
])
/** Addresses of upstreams that are requested with POST; all others with GET. */
const POSTED = new Set([
  'https://api.github.com/graphql',
  'https://api.osv.dev/v1/querybatch',
  'https://mainnet.base.org/',
  'https://portal.sqd.dev/datasets/base-mainnet/stream',
  'https://portal.sqd.dev/datasets/base-mainnet/finalized-stream',
  'https://sql-clickhouse.clickhouse.com/',
])

/** Returns the sample's upstreams as of the end of a day. Throws BadUsage for a date that it does not have. */
export function createSampleUpstreams(day: string, seed = SEED): Upstreams {
  const answer = createSampleServer(seed)
  const now = Date.parse(getDayEnd(dayIndex(day)))
  const fetch: Upstreams['fetch'] = async (input, init) => {
    const request = new Request(input, init)
    request.signal.throwIfAborted()
    return answer(day, request)
  }
  const reach = createReach(fetch)
  return {
    world: 'sample',
    catalog: SAMPLE_CATALOG,
    perSecond: Number.POSITIVE_INFINITY,
    limitsClock: null,
    sleep: async () => {},
    now: () => now,
    fetch,
    resolve: resolveWithoutDns,
    reach,
    secondPath: pathThrough({ resolve: resolveWithoutDns, reach }),
  }
}

/** Answers requests at their original addresses as of the end of a day; unknown ones are 404. */
export function createSampleServer(seed = SEED): (day: string, request: Request) => Promise<Response> {
  return async (day, request) => {
    const index = dayIndex(day)
    const url = new URL(request.url)
    if (OUTAGES[url.host]?.includes(day)) return jsonResponse({ error: 'Service Unavailable' }, 503)
    const upstream = HOSTS.get(url.host)
    const isKnownMethod = request.method === (POSTED.has(url.origin + url.pathname) ? 'POST' : 'GET')
    if (upstream && !isKnownMethod) return new Response('not in the sample\n', { status: 404 })
    const answerer = upstream ?? (url.host.startsWith('mcp.') ? mcpHost : siteHost)
    return answerer({ seed, day: index, url, request })
  }
}
