import type { CID } from 'multiformats/cid'
import type { Http } from '../http/http.ts'
import { parseIpfsAddress, toCidKey } from '../ipfs/address.ts'
import { GATEWAYS, Gateways } from '../ipfs/gateways.ts'
import type { KnownRow } from '../source/source.ts'
import { type DoctorFinding, findingsAbout } from './finding.ts'
import { type DoctorTools, MAX_REQUESTS, openSubject } from './tools.ts'
import { describeTroubles } from './troubles.ts'
import { AskedEnough } from './watch.ts'
import { formatSeconds } from './words.ts'

/** Asks each gateway of IPFS for a file that an agent of the last day has there, and for further ones where it lacks it. */
export async function examineGateways(events: KnownRow[], tools: DoctorTools): Promise<DoctorFinding[]> {
  const cids = listCids(events).slice(0, MAX_REQUESTS)
  return (await Promise.all(GATEWAYS.map((gateway) => examineGateway(gateway, cids, tools)))).flat()
}

async function examineGateway(gateway: string, cids: CID[], tools: DoctorTools): Promise<DoctorFinding[]> {
  const say = findingsAbout('gateway', gateway, gateway)
  if (cids.length === 0) return [say('note', 'not asked: no event that was read names a file of IPFS')]
  const { http, watch } = openSubject(tools, MAX_REQUESTS)
  const isRead = await readFirst(new Gateways(onlyFrom(gateway, http)), cids)
  http.close()
  const longest = Math.max(0, ...watch.sent.map(({ ms }) => ms))
  const statuses = [...new Set(watch.sent.map(({ status }) => status ?? 'none'))].join(', ')
  const altered = watch.sent.filter(({ status }) => status === 200).length - Number(isRead)
  return [
    isRead
      ? say('ok', `gave a file whose hash is right, in ${formatSeconds(longest)}`)
      : say('warning', `gave none of ${watch.sent.length} files (status ${statuses})`),
    ...(altered > 0 ? [say('warning', `${altered} of ${watch.sent.length} files had a wrong hash`)] : []),
    ...describeTroubles(watch).map((text) => say('warning', text)),
  ]
}

async function readFirst(gateways: Gateways, cids: CID[]): Promise<boolean> {
  for (const cid of cids) if ((await gateways.read([cid])).has(toCidKey(cid))) return true
  return false
}

/** Refuses all requests to other gateways, so that only this one can have the file. */
const onlyFrom = (gateway: string, http: Http): Http => {
  const requireGateway = (url: string): void => {
    if (new URL(url).host !== gateway) throw new AskedEnough(url, 'another gateway is examined')
  }
  return {
    remaining: (url) => http.remaining(url),
    limited: (limits) => onlyFrom(gateway, http.limited(limits)),
    async json(url, schema, options) {
      requireGateway(url)
      return http.json(url, schema, options)
    },
    async bytes(url, options) {
      requireGateway(url)
      return http.bytes(url, options)
    },
  }
}

const listCids = (events: KnownRow[]): CID[] => {
  const addresses = events.flatMap(({ uri }) => parseIpfsAddress(String(uri ?? '')) ?? [])
  return [...new Map(addresses.map(({ root }) => [toCidKey(root), root])).values()]
}
