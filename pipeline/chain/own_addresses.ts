import type { IndexedChain } from '../catalog/chains.ts'
import type { OwnAddress } from '../http/upstream_base.ts'
import { PORTAL } from './portal/portal.ts'

/** Returns the operator's own nodes and portal, by the settings. The key is sent to the portal in use and nowhere else. */
export function listOwnAddresses(
  chains: readonly IndexedChain[],
  env: Record<string, string | undefined>,
): OwnAddress[] {
  const nodes = chains.flatMap(({ nodeSetting, rpc: [node] }) => {
    const own = nodeSetting && env[nodeSetting]
    return own && node ? [{ public: node, own }] : []
  })
  const { SQD_PORTAL_URL: url, SQD_PORTAL_API_KEY: key } = env
  if (!url && !key) return nodes
  const headers = key ? { 'x-api-key': key } : {}
  return [...nodes, { public: `${PORTAL}/`, own: `${toRoot(url ?? PORTAL)}/`, isPrefix: true, headers }]
}

/** Both the address of a portal and that of its datasets are taken. */
const toRoot = (url: string): string => {
  const bare = url.replace(/\/+$/, '')
  return bare.endsWith('/datasets') ? bare : `${bare}/datasets`
}
