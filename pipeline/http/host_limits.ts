import { chains } from '../catalog/chains.ts'
import type { HostLimits } from './host_queue.ts'

/** Our own limit for a host, and its published or observed limit, in words. */
interface HostRule extends Partial<HostLimits> {
  published: string
}

const UNKNOWN = 'not published'

/** The hosts with a limit below our default. */
export const HOST_LIMITS: Record<string, HostRule> = {
  ...limitNodes(),
  'api.cdp.coinbase.com': { perSecond: 1, published: 'none, but whole reads in a hurry are refused' },
  'api.coingecko.com': { perSecond: 1 / 12, published: '5 to 30 a minute, 100 with a demo key' },
  'api.github.com': { perSecond: 2, concurrency: 4, published: '1,000 points an hour with a token' },
  // Thirty in a row and a pause of at least 90 s: 720 an hour.
  'api.npmjs.org': {
    ...{ perSecond: 0.2, burst: 30, concurrency: 1 },
    published: 'none; after some 40 in a row it blocks',
  },
  'api.osv.dev': { perSecond: 4, published: 'none' },
  'base-rpc.publicnode.com': { perSecond: 1, concurrency: 1, published: UNKNOWN },
  'base.drpc.org': { perSecond: 1, concurrency: 1, published: UNKNOWN },
  // Both hosts of Hugging Face share one limit.
  'datasets-server.huggingface.co': { perSecond: 0.8, concurrency: 2, published: '500 in 300 s' },
  'facilitator.payai.network': { perSecond: 1, published: UNKNOWN },
  // Some answers of gateways take seconds: they have to find a peer that has the file.
  'gateway.pinata.cloud': { perSecond: 0.9, concurrency: 16, published: '60 a minute' },
  'huggingface.co': { perSecond: 0.8, published: '500 in 300 s' },
  'ipfs.4everland.io': { perSecond: 4.8, concurrency: 16, published: '300 a minute' },
  'ipfs.filebase.io': { perSecond: 1.6, concurrency: 16, published: '100 a minute' },
  'mainnet.base.org': { perSecond: 1, concurrency: 1, published: 'batches of 10, and a rate for each call' },
  'openrouter.ai': { perSecond: 0.5, published: '30 a minute and 500 a day, for its data sets' },
  'portal.sqd.dev': { perSecond: 1.8, concurrency: 4, published: '50 in 10 s, by some accounts 20' },
  'registry.modelcontextprotocol.io': { perSecond: 8, published: '600 a minute for lists, 180 elsewhere' },
  'sql-clickhouse.clickhouse.com': {
    ...{ perSecond: 1 / 60, burst: 60, concurrency: 1 },
    published: '60 queries an hour',
  },
  'trustless-gateway.link': { perSecond: 1.9, concurrency: 16, published: UNKNOWN },
}

/** Returns the limits of the public nodes of all chains: few publish theirs, and they serve everybody. */
function limitNodes(): Record<string, HostRule> {
  const hosts = chains.flatMap(({ rpc }) => rpc.map((address) => new URL(address).host))
  return Object.fromEntries(
    hosts.sort().map((host) => [host, { perSecond: 1, concurrency: 1, published: UNKNOWN }]),
  )
}

/** Returns the limits for a clock that runs this many times faster than real time, as a stand-in's may. */
export const scaleHostLimits = (clock: number): Record<string, Partial<HostLimits>> =>
  Object.fromEntries(
    Object.entries(HOST_LIMITS).map(([host, { published: _, ...limits }]) => [
      host,
      limits.perSecond === undefined ? limits : { ...limits, perSecond: limits.perSecond * clock },
    ]),
  )
