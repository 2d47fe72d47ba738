import { LEGACY_TOOLS } from '../../../core/interface/legacy_tools.ts'
import { RATE_LIMITS } from '../../../core/interface/rate_limits.ts'
import {
  API_VERSION,
  MCP,
  SERVICE_NAME,
  SERVICE_VERSION,
  STATELESS_VERSION,
} from '../../../core/interface/service.ts'
import { TOOLS } from '../../../core/interface/tools.ts'
import type { ReleaseInfo } from '../../../core/views/release_info.ts'
import { about } from './service_texts.ts'

/**
 * `/.well-known/mcp.json`: the tool server's manifest, with the fields that the interface names. Our additions are
 * `rate_limit.counts`, the methods that use up the limit (others have as large a window of their own), and
 * `legacy_endpoint`, the previous tool server.
 */
export function mcpManifest(info: ReleaseInfo) {
  const { requests, seconds } = RATE_LIMITS.mcp
  return {
    name: SERVICE_NAME,
    version: SERVICE_VERSION,
    api_version: API_VERSION,
    protocol: 'mcp',
    protocolVersion: MCP.protocolVersion,
    description: about(info),
    tools: TOOLS.map(({ name, description }) => ({ name, description })),
    endpoint: `${info.base_url}${MCP.path}`,
    docs: `${info.base_url}/llms.txt`,
    rate_limit: { requests, window_seconds: seconds, per: 'ip', counts: ['tools/call'] },
    legacy_endpoint: {
      url: `${info.base_url}${MCP.legacyPath}`,
      description: `Kept for existing clients: ${LEGACY_TOOLS.length} tools without categories. Use endpoint for new integrations.`,
      tools: LEGACY_TOOLS.map(({ name }) => name),
    },
  }
}

// The card's schema allows a description of 100 characters: too few for the sentence in the other documents.
const WORLDS: Record<ReleaseInfo['world'], string> = {
  live: '',
  replay: 'Test data: ',
  sample: 'Sample data: ',
}

/** `/.well-known/mcp/server-card.json`: the tool server as an MCP server card (SEP-2127). */
export function mcpServerCard(info: ReleaseInfo) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${reverseHost(new URL(info.base_url).hostname)}/${SERVICE_NAME.toLowerCase()}`,
    version: SERVICE_VERSION,
    title: SERVICE_NAME,
    description: `${WORLDS[info.world]}${TOOLS.length} read-only tools over an index of AI agents ranked on evidence.`,
    websiteUrl: `${info.base_url}/`,
    remotes: [
      {
        type: 'streamable-http',
        url: `${info.base_url}${MCP.path}`,
        supportedProtocolVersions: [...MCP.protocolVersions, STATELESS_VERSION],
      },
    ],
  }
}

/** Reverses a host name, as server names begin; an IP address has no such form. */
function reverseHost(host: string): string {
  return /^[\d.]+$|^\[/.test(host) ? 'localhost' : host.split('.').reverse().join('.')
}
