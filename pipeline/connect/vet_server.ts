import { clean } from '../../core/domain/text.ts'
import type { ConnectRow, McpWay } from '../../core/views/connect_row.ts'
import { MAX_SETTINGS, type McpSettings } from '../agents/mcp_settings.ts'
import { vetPackage } from './package_way.ts'
import { Refusal, require } from './refusal.ts'
import { vetRemote } from './remote_way.ts'

/** A present server of the MCP registry. */
export interface ListedServer {
  name: string
  version: string | null
  published_on: string | null
  /** Null where its row is older than the reading of settings. */
  settings: McpSettings | null
}

type Vetted = Pick<ConnectRow, 'ways' | 'refused'>

const SHOWN = 100
const UNREAD =
  'its entry was last read before this index kept versions and arguments; it is read again within four weeks'
const NOTHING = 'its entry names no package and no address'

/** Returns the ways to connect to a server, and of everything else that it lists the reason that there is none. */
export function vetServer({ name, version, published_on, settings }: ListedServer): Vetted {
  if (settings === null) return refuse(name, UNREAD)
  const { packages, remotes } = settings
  if (packages.length + remotes.length === 0) return refuse(name, NOTHING)
  const listed = [
    ...remotes.map((entry, index) =>
      attempt(describe('address', entry.url), () => {
        require(index < MAX_SETTINGS, `it is beyond the first ${MAX_SETTINGS}`)
        return { server: name, version: cleanVersion(version), published_on, ...vetRemote(entry) }
      }),
    ),
    ...packages.map((entry, index) =>
      attempt(describe(`${entry.registry ?? ''} package`.trim(), entry.identifier), () => {
        require(index < MAX_SETTINGS, `it is beyond the first ${MAX_SETTINGS}`)
        return { server: name, published_on, ...vetPackage(entry) }
      }),
    ),
  ]
  return { ways: listed.flatMap(({ ways }) => ways), refused: listed.flatMap(({ refused }) => refused) }
}

/** Returns the way to an address that another record than one of the registry has; it names no transport. */
export const vetAddress = (url: string): Vetted =>
  attempt(describe('address', url), () => ({
    ...{ server: null, version: null, published_on: null },
    ...vetRemote({ type: 'http', url, headers: [] }),
  }))

function attempt(what: string, vet: () => McpWay): Vetted {
  try {
    return { ways: [vet()], refused: [] }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refuse(what, error.message)
  }
}

const refuse = (what: string, reason: string): Vetted => ({
  ways: [],
  refused: [{ what: clean(what, SHOWN), reason }],
})

const describe = (kind: string, name: string | null): string => (name === null ? kind : `${kind} ${name}`)

const cleanVersion = (version: string | null): string | null =>
  version === null ? null : clean(version, 40) || null
