import { SERVICE_VERSION } from '../../../core/interface/service.ts'
import type { ReleaseInfo } from '../../../core/views/release_info.ts'
import { mcpServerCard } from './mcp.ts'

/** The version of the registry's schema for `server.json`. */
const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'

/**
 * `/server.json`: the input of `mcp-publisher publish` for the MCP registry. Its name is the server card's, in the
 * namespace of the host that serves this index, which the registry requires of a server without packages.
 */
export function serverJson(info: ReleaseInfo) {
  const { name, title, description, websiteUrl, remotes } = mcpServerCard(info)
  return {
    $schema: SCHEMA,
    ...{ name, title, description, version: SERVICE_VERSION, websiteUrl },
    remotes: remotes.map(({ type, url }) => ({ type, url })),
  }
}
