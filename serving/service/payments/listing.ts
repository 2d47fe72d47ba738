import { SERVICE_NAME } from '../../../core/interface/service.ts'
import type { StatefulCall } from '../../handler/stateful_handler.ts'
import { bazaarExtension } from './bazaar.ts'
import { isTestNetwork, toV1Name } from './networks.ts'
import type { Listing, SoldResource, Terms } from './payment.ts'
import { canonicalPath } from './request.ts'

const MAX_RESOURCE = 2000
const MIME_TYPE = 'application/json'
const TAGS = ['ai agents', 'trust', 'reputation']

/** A call of a paid endpoint, through any interface; `target` is its address as REST writes it. */
export type Sale = Pick<StatefulCall, 'endpoint' | 'prepare' | 'target' | 'release'>

/** Returns the sold resource, at the requested address. */
export async function describeResource(
  { endpoint, target, release }: Sale,
  { network }: Terms,
): Promise<SoldResource> {
  const { base_url, world } = await release.info()
  return {
    url: toAddress(base_url, target),
    description: `${endpoint.title}.${caveats(world, network)}`,
    mimeType: MIME_TYPE,
    serviceName: SERVICE_NAME,
    tags: TAGS,
  }
}

/**
 * Returns what a facilitator may list: our own words about the endpoint, and its address without a query, never a
 * client's request or extension.
 */
export async function buildListing(sale: Sale, terms: Terms): Promise<Listing> {
  const target = new URL(canonicalPath(sale.endpoint, sale.target), sale.target)
  return {
    resource: await describeResource({ ...sale, target }, terms),
    extensions: { bazaar: bazaarExtension(sale.endpoint) },
  }
}

// A backslash may appear in a query as it is, but JSON would double it, and the header must stay short.
const toAddress = (baseUrl: string, { pathname, search }: URL): string =>
  `${baseUrl}${pathname}${search}`
    .replaceAll('\\', '%5C')
    .slice(0, MAX_RESOURCE)
    .replace(/%[\da-f]?$/i, '')

function caveats(world: string, network: string): string {
  const isTest = isTestNetwork(network)
  const data = world === 'sample' ? ' The data is a made-up sample: pay no real money for it.' : ''
  return `${data}${isTest ? ` ${toV1Name(network)} is a test network: no real money is paid.` : ''}`
}
