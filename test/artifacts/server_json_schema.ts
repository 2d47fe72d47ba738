// The MCP registry's schema of 2025-12-11 (draft 7) for a `server.json` of a remote server, restated here
// without its descriptions. Stricter in one point: a field that it does not name is refused.

const text = (maximum: number, minimum = 1) => ({ type: 'string', minLength: minimum, maxLength: maximum })
const uri = { type: 'string', format: 'uri' }
const closed = (required: string[], properties: Record<string, unknown>) => ({
  ...{ type: 'object', required, properties, additionalProperties: false },
})

const input = closed([], {
  ...{ description: { type: 'string' }, default: { type: 'string' }, value: { type: 'string' } },
  ...{ isRequired: { type: 'boolean' }, isSecret: { type: 'boolean' }, placeholder: { type: 'string' } },
  ...{ choices: { type: 'array', items: { type: 'string' } } },
  format: { enum: ['string', 'number', 'boolean', 'filepath'] },
})
const header = {
  ...input,
  required: ['name'],
  properties: { ...input.properties, name: { type: 'string' }, variables: { type: 'object' } },
}

export const SERVER_JSON_SCHEMA = closed(['name', 'description', 'version'], {
  $schema: { const: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json' },
  name: { ...text(200, 3), pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
  title: text(100),
  description: text(100),
  version: { ...text(255), not: { pattern: '^[\\^~<>=]|[x*]$' } },
  websiteUrl: uri,
  repository: closed(['url', 'source'], {
    ...{ url: uri, source: { type: 'string' }, id: { type: 'string' }, subfolder: { type: 'string' } },
  }),
  remotes: {
    type: 'array',
    minItems: 1,
    items: closed(['type', 'url'], {
      type: { enum: ['streamable-http', 'sse'] },
      url: { type: 'string', format: 'uri' },
      headers: { type: 'array', items: header },
      variables: { type: 'object', additionalProperties: input },
    }),
  },
})
