import { closed, type PublishedSchema, TEXT, text, URI } from './parts.ts'

const input = {
  ...{ description: TEXT, default: TEXT, value: TEXT, placeholder: TEXT },
  ...{ isRequired: { type: 'boolean' }, isSecret: { type: 'boolean' } },
  choices: { type: 'array', items: TEXT },
  format: { enum: ['string', 'number', 'boolean', 'filepath'] },
}
const variables = { type: 'object', additionalProperties: closed([], input) }

/** `server.json` of a remote server, as the MCP registry takes it. */
export const SERVER_JSON: PublishedSchema = {
  name: 'MCP registry server.json',
  published: '2025-12-11',
  schema: closed(['name', 'description', 'version'], {
    $schema: { const: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json' },
    name: { ...text(200, 3), pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
    title: text(100),
    description: text(100),
    version: { ...text(255), not: { pattern: '^[\\^~<>=]|[x*]$' } },
    websiteUrl: URI,
    repository: closed(['url', 'source'], { url: URI, source: TEXT, id: TEXT, subfolder: TEXT }),
    remotes: {
      type: 'array',
      minItems: 1,
      items: closed(['type', 'url'], {
        type: { enum: ['streamable-http', 'sse'] },
        url: URI,
        headers: { type: 'array', items: closed(['name'], { ...input, name: TEXT, variables }) },
        variables,
      }),
    },
  }),
}
