import { toCrowdAddress } from './crowd_hosts.ts'
import { copyNumbers, type Sizes } from './sizes.ts'

const MARK = /-copy(\d+)$/
const PER_PAGE = 100

/** A server as the registry lists it. */
interface ListedServer {
  server: {
    name: string
    description?: string
    repository?: { url?: string }
    packages?: { identifier?: string }[]
    remotes?: { url?: string }[]
  }
}

const LIST = /^\/v0(?:\.1)?\/servers(?:\/([^/?]+)\/versions[^?]*)?(?:\?(.*))?$/

/** Returns the name in the replay, and which copy a name is of. */
function fromCopiedName(name: string): { name: string; copy: number } {
  const [mark, copy = '0'] = MARK.exec(name) ?? []
  return { name: name.slice(0, name.length - (mark?.length ?? 0)), copy: Number(copy) }
}

/**
 * Returns the path by which the replay lists the originals, and the copy whose versions are asked for; null for a page of
 * many servers, of which as many are asked for as fill a page with their copies.
 */
export function toOriginalList(path: string, { servers }: Sizes): { path: string; copy: number | null } {
  const [, encoded, query = ''] = LIST.exec(path) ?? []
  if (encoded !== undefined) {
    const { name, copy } = fromCopiedName(decodeURIComponent(encoded))
    return { path: path.replace(encoded, encodeURIComponent(name)), copy }
  }
  const search = new URLSearchParams(query)
  const limit = Number(search.get('limit') ?? PER_PAGE)
  search.set('limit', String(Math.max(1, Math.floor(limit / servers))))
  const name = search.get('search')
  if (name !== null) search.set('search', fromCopiedName(name).name)
  return { path: `/v0.1/servers?${search}`, copy: null }
}

/** Returns a page with all copies of its servers, or with one. */
export const copyListedPage = (
  page: { servers?: ListedServer[] },
  copy: number | null,
  { servers }: Sizes,
): object => ({
  ...page,
  servers: (page.servers ?? []).flatMap((listed) =>
    (copy === null ? copyNumbers(servers) : [copy]).map((number) => copyServer(listed, number)),
  ),
})

/** Returns a server under the name of a copy, with a repository, packages and addresses of its own. */
function copyServer(listed: ListedServer, copy: number): ListedServer {
  if (copy === 0) return listed
  const { server } = listed
  const mark = (text: string | undefined) => (text === undefined ? text : `${text}-copy${copy}`)
  return {
    ...listed,
    server: {
      ...server,
      name: `${server.name}-copy${copy}`,
      ...(server.description !== undefined && { description: `${server.description} (${copy})` }),
      ...(server.repository?.url && {
        repository: { ...server.repository, url: `${server.repository.url}-copy${copy}` },
      }),
      ...(server.packages && {
        packages: server.packages.map((pack) => ({ ...pack, identifier: mark(pack.identifier) ?? '' })),
      }),
      ...(server.remotes && {
        remotes: server.remotes.map((remote) => ({
          ...remote,
          url: toCrowdAddress(remote.url ?? '', copy, 'servers'),
        })),
      }),
    },
  }
}

/** Returns what a copy says, as text of an answer: its tools are its own. */
export const copyTools = (text: string, copy: number): string =>
  text.replaceAll('"description":"', `"description":"(${copy}) `)
