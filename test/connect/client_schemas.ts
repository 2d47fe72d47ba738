// The settings files of clients, by the fields that the documentation of each names; nothing else is allowed in them.

const text = { type: 'string' }
const texts = { type: 'object', additionalProperties: text, minProperties: 1 }
const NAME = '^[A-Za-z0-9][A-Za-z0-9_-]*$'

const only = (properties: object, required: string[]): object => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

const named = (server: object): object => ({
  type: 'object',
  patternProperties: { [NAME]: server },
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
})

const program = { command: { enum: ['npx', 'uvx', 'docker'] }, args: { type: 'array', items: text } }
const STDIO = only({ ...program, env: texts }, ['command', 'args'])
const URL = { type: 'string', pattern: '^https://' }
const ADDRESS = { url: URL, headers: texts }

const mcpServers = (...servers: object[]): object =>
  only({ mcpServers: named({ oneOf: servers }) }, ['mcpServers'])

const input = only(
  { type: { const: 'promptString' }, id: text, description: text, password: { type: 'boolean' } },
  ['type', 'id', 'description'],
)

/** JSON Schema of the settings of each client. */
export const CLIENT_SCHEMAS: Record<string, object> = {
  // modelcontextprotocol.io/docs/develop/connect-local-servers; remote servers are not read from this file.
  'claude-desktop': mcpServers(STDIO),
  // cursor.com/docs/mcp
  cursor: mcpServers(STDIO, only(ADDRESS, ['url'])),
  // code.visualstudio.com/docs/agents/reference/mcp-configuration
  vscode: only(
    {
      inputs: { type: 'array', items: input },
      servers: named({
        oneOf: [
          only({ type: { const: 'stdio' }, ...program, env: texts }, ['type', 'command']),
          only({ type: { enum: ['http', 'sse'] }, ...ADDRESS }, ['type', 'url']),
        ],
      }),
    },
    ['servers'],
  ),
  // developers.openai.com/codex/mcp; SSE is not among its transports.
  codex: only(
    {
      mcp_servers: named({
        oneOf: [
          only({ ...program, env: texts, env_vars: { type: 'array', items: text } }, ['command']),
          only({ url: URL, bearer_token_env_var: text, env_http_headers: texts }, ['url']),
        ],
      }),
    },
    ['mcp_servers'],
  ),
  // The form of .mcp.json of Claude Code, which most other clients read.
  json: mcpServers(STDIO, only({ type: { enum: ['http', 'sse'] }, ...ADDRESS }, ['type', 'url'])),
}
