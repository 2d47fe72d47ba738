/** A variable of the environment or a header to fill in. A name that fits its grammar; there is never a value. */
export interface ConnectInput {
  name: string
  required: boolean
  secret: boolean
  /** True for a header whose value begins with `Bearer`. */
  bearer?: boolean
}

interface ServerWay {
  /** The name of its record in the MCP registry; null for an address that only another record has. */
  server: string | null
  /** The version of the package, or else of the server, as its record has it. */
  version: string | null
  /** The day on which the registry got that version of the server. */
  published_on: string | null
}

/** A program that speaks MCP: each word of its command fits the grammar of its ecosystem or is to be filled in. */
export interface PackageWay extends ServerWay {
  kind: 'package'
  registry: 'npm' | 'pypi' | 'oci'
  name: string
  command: 'npx' | 'uvx' | 'docker'
  args: string[]
  variables: ConnectInput[]
}

/** A public https address that speaks MCP. */
export interface RemoteWay extends ServerWay {
  kind: 'remote'
  transport: 'streamable-http' | 'sse'
  url: string
  headers: ConnectInput[]
}

export type McpWay = PackageWay | RemoteWay

/** Checked ways to connect to an agent; those that follow from its addresses alone are not in it. */
export interface ConnectRow {
  ways: McpWay[]
  /** Number of further ways. */
  more: number
  /** `what` names third-party text; the reason is ours. */
  refused: { what: string; reason: string }[]
  /** Ids of a family's models, e.g. `openrouter:lab/model`. */
  models: string[]
  /** A paid address of it, and code of a client that pays it within our advice; left out where there is no limit. */
  paying?: { url: string; code: string }
}
