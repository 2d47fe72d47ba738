import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT } from '../../../test/kit/child.ts'
import { at, listAt, textAt } from '../../../test/kit/json.ts'

/** A tool's answer as a client reports it. */
export interface ToolAnswer {
  isError: boolean
  /** Of its first part. */
  text: string
  /** null where there is none. */
  structured: unknown
}

/** A client of somebody else's making, connected to one of the tool servers. */
export interface StockClient {
  /** The protocol version that was agreed on; null where it cannot be told. */
  version: string | null
  /** Missing in versions that have none. */
  ping?(): Promise<unknown>
  /** The names of all tools, in the order of the server. */
  tools(): Promise<string[]>
  /** Rejects with what the client makes of an error. */
  call(tool: string, given: Record<string, unknown>): Promise<ToolAnswer>
  close(): Promise<void>
}

/** The server to connect to. */
export interface Address {
  url: string
  /** The value of X-Forwarded-For. */
  caller: string
  /** Folder for its files. */
  folder: string
}

/** One way to call the tool server. */
export interface ClientKind {
  /** The package with its version, and the mode where it has several. */
  name: string
  /** The protocol version that it is to agree on with the server of today. */
  version: string
  /** True if it speaks that version alone, and so with no older server. */
  isPinned?: boolean
  connect(to: Address): Promise<StockClient>
}

/** The name of an installed package with its version, e.g. `mcp-remote 0.15.1`. */
export function installed(name: string, folder = join(PROJECT, 'node_modules')): string {
  const { version } = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8'))
  return `${name} ${version}`
}

/** Reads a tool's result, as every client hands it on. */
export const toAnswer = (result: object): ToolAnswer => ({
  isError: at(result, 'isError') === true,
  text: textAt(listAt(result, 'content')[0], 'text') ?? '',
  structured: at(result, 'structuredContent'),
})
