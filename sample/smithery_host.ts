import { type HostHandler, jsonResponse } from './answers.ts'
import { sampleWorld } from './world.ts'

/** The Smithery registry: `/servers`, whose total alone is read. */
export const smitheryHost: HostHandler = ({ seed, url: { pathname } }) => {
  if (pathname !== '/servers') return jsonResponse({ error: 'Not found' }, 404)
  const total = 2 * sampleWorld(seed).servers.length
  return jsonResponse({
    servers: [{ qualifiedName: '@sample-owner/weather', displayName: 'Sample Weather' }],
    pagination: { currentPage: 1, pageSize: 1, totalPages: total, totalCount: total },
  })
}
