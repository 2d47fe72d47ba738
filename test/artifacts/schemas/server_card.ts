import { closed, list, type PublishedSchema, TEXT, text, URI } from './parts.ts'

const header = closed(['name'], {
  ...{ name: TEXT, description: TEXT, value: TEXT, default: TEXT, placeholder: TEXT },
  ...{ isRequired: { type: 'boolean' }, isSecret: { type: 'boolean' }, choices: list(TEXT) },
  ...{ format: { enum: ['string', 'number', 'boolean', 'filepath'] }, variables: { type: 'object' } },
})

/** MCP server card (SEP-2127, experimental-ext-server-card). */
export const SERVER_CARD: PublishedSchema = {
  name: 'MCP server card v1',
  published: '2026-07-24',
  schema: closed(['$schema', 'name', 'description', 'version'], {
    $schema: { const: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json' },
    name: { ...text(200, 3), pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
    title: text(100),
    description: text(100),
    version: { ...text(255), not: { pattern: '^[\\^~<>=]|[x*]$' } },
    websiteUrl: URI,
    remotes: list(
      closed(['type', 'url'], {
        type: { enum: ['streamable-http', 'sse'] },
        url: { type: 'string', pattern: '^(https?://[^\\s]+|\\{[a-zA-Z_][a-zA-Z0-9_]*\\}[^\\s]*)$' },
        supportedProtocolVersions: list(TEXT),
        headers: list(header),
        variables: { type: 'object' },
      }),
    ),
    repository: closed(['url', 'source'], { url: URI, source: TEXT, id: TEXT, subfolder: TEXT }),
    icons: list({ type: 'object', required: ['src'] }),
    _meta: { type: 'object' },
  }),
}
