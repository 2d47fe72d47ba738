import type { ConnectInput, McpWay, PackageWay, RemoteWay } from '../views/connect_row.ts'
import { fillIn, headerVariable, shell } from './words.ts'

/** Settings for one client, as text to copy. */
export interface ClientSettings {
  /** The name that programs use, e.g. `claude-code`. */
  client: string
  name: string
  /** The file that it belongs into; null for a command. */
  file: string | null
  language: 'sh' | 'json' | 'toml' | 'js' | 'text'
  text: string
}

type Fill = (input: ConnectInput) => string
type Client = Omit<ClientSettings, 'text'> & { write(way: McpWay, key: string): string }

/** The bridge for clients without the transport of a server, at the version that is tested. */
const BRIDGE = 'mcp-remote@0.15.1'

const needed = (inputs: ConnectInput[]): ConnectInput[] => inputs.filter(({ required }) => required)

const byName = (inputs: ConnectInput[], fill: Fill) =>
  Object.fromEntries(needed(inputs).map((input) => [input.name, fill(input)]))

const bearer = (input: ConnectInput, value: string): string => (input.bearer ? `Bearer ${value}` : value)

const blank: Fill = (input) => bearer(input, fillIn(input.name))

/** The field of a settings file, left out where there is nothing in it. */
const unlessEmpty = (name: string, values: object): object =>
  Object.keys(values).length === 0 ? {} : { [name]: values }

const start = ({ command, args, variables }: PackageWay, fill: Fill): object => ({
  command,
  args,
  ...unlessEmpty('env', byName(variables, fill)),
})

const address = ({ url, headers }: RemoteWay, fill: Fill): object => ({
  url,
  ...unlessEmpty('headers', byName(headers, fill)),
})

const transportType = ({ transport }: RemoteWay): string => (transport === 'sse' ? 'sse' : 'http')

/** A remote server through a local program; values are in variables, since arguments with spaces break in some clients. */
function bridge({ url, headers }: RemoteWay, key: string): PackageWay {
  const inputs = needed(headers)
  return {
    ...{ kind: 'package', server: null, version: null, published_on: null, registry: 'npm', name: BRIDGE },
    command: 'npx',
    args: [
      '-y',
      BRIDGE,
      url,
      ...inputs.flatMap(({ name }) => ['--header', `${name}:\${${headerVariable(key, name)}}`]),
    ],
    variables: inputs.map((input) => ({ ...input, name: headerVariable(key, input.name) })),
  }
}

const json = (value: object): string => JSON.stringify(value, null, 2)

const mcpServers = (key: string, settings: object): string => json({ mcpServers: { [key]: settings } })

function claudeCode(way: McpWay, key: string): string {
  const add = ['claude', 'mcp', 'add']
  if (way.kind === 'package') {
    const variables = needed(way.variables).flatMap(({ name }) => ['--env', `${name}=${fillIn(name)}`])
    // The option takes all words up to the next option, so that one must follow it.
    return shell([...add, ...variables, '--transport', 'stdio', key, '--', way.command, ...way.args])
  }
  const headers = needed(way.headers).flatMap((input) => ['--header', `${input.name}: ${blank(input)}`])
  return shell([...add, '--transport', transportType(way), key, way.url, ...headers])
}

const claudeDesktop = (way: McpWay, key: string): string =>
  mcpServers(key, start(way.kind === 'package' ? way : bridge(way, key), blank))

function cursor(way: McpWay, key: string): string {
  const settings =
    way.kind === 'package'
      ? start(way, ({ name }) => `\${env:${name}}`)
      : address(way, (input) => bearer(input, `\${env:${headerVariable(key, input.name)}}`))
  return mcpServers(key, settings)
}

function vsCode(way: McpWay, key: string): string {
  const asked = new Map<string, boolean>()
  const ask = (name: string, isSecret: boolean): string => {
    asked.set(name, isSecret)
    return `\${input:${name}}`
  }
  const fill: Fill = (input) => bearer(input, ask(input.name, input.secret))
  const settings =
    way.kind === 'remote'
      ? { type: transportType(way), ...address(way, fill) }
      : {
          type: 'stdio',
          ...start(way, fill),
          args: way.args.map((word) => word.replace(/<your ([\w-]+)>/g, (_, name) => ask(name, false))),
        }
  const inputs = [...asked].map(([id, password]) => ({ type: 'promptString', id, description: id, password }))
  return json({ ...unlessEmpty('inputs', inputs), servers: { [key]: settings } })
}

/** Strings of JSON are basic strings of TOML. */
function codex(way: McpWay, key: string): string {
  const text = JSON.stringify
  const head = `[mcp_servers.${key}]`
  if (way.kind === 'remote' && way.transport === 'sse') return codex(bridge(way, key), key)
  if (way.kind === 'package') {
    const names = needed(way.variables).map(({ name }) => text(name))
    return [
      head,
      `command = ${text(way.command)}`,
      `args = [${way.args.map((word) => text(word)).join(', ')}]`,
      ...(names.length === 0 ? [] : [`env_vars = [${names.join(', ')}]`]),
    ].join('\n')
  }
  const pairs = needed(way.headers)
  const plain = pairs
    .filter((input) => !input.bearer)
    .map(({ name }) => `${text(name)} = ${text(headerVariable(key, name))}`)
  return [
    head,
    `url = ${text(way.url)}`,
    ...pairs
      .filter((input) => input.bearer)
      .map(({ name }) => `bearer_token_env_var = ${text(headerVariable(key, name))}`),
    ...(plain.length === 0 ? [] : [`env_http_headers = { ${plain.join(', ')} }`]),
  ].join('\n')
}

const plainJson = (way: McpWay, key: string): string =>
  mcpServers(
    key,
    way.kind === 'package' ? start(way, blank) : { type: transportType(way), ...address(way, blank) },
  )

const CLIENTS: readonly Client[] = [
  { client: 'claude-code', name: 'Claude Code', file: null, language: 'sh', write: claudeCode },
  {
    ...{ client: 'claude-desktop', name: 'Claude Desktop', file: 'claude_desktop_config.json' },
    ...{ language: 'json', write: claudeDesktop },
  },
  { client: 'cursor', name: 'Cursor', file: '~/.cursor/mcp.json', language: 'json', write: cursor },
  { client: 'vscode', name: 'VS Code', file: '.vscode/mcp.json', language: 'json', write: vsCode },
  { client: 'codex', name: 'Codex', file: '~/.codex/config.toml', language: 'toml', write: codex },
  { client: 'json', name: 'Other clients', file: 'mcp.json', language: 'json', write: plainJson },
]

/** Returns the settings of every client for a way to an MCP server, under a key of ours. */
export const mcpSettings = (way: McpWay, key: string): ClientSettings[] =>
  CLIENTS.map(({ write, ...client }) => ({ ...client, text: write(way, key) }))
