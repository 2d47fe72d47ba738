import { describe, expect, it } from 'vitest'
import type { KnownRow } from '../../pipeline/source/source.ts'
import mcpRegistry from '../../pipeline/sources/mcp_registry.ts'
import { fetchAll } from './context.ts'
import { fakeHttp } from './recorded_http.ts'

const OFFICIAL = 'io.modelcontextprotocol.registry/official'
const DAY = '2026-02-02'

/** A version as the registry keeps it. */
interface Version {
  name: string
  version: string
  status?: string
  updated?: string
  isLatest?: boolean
}

/** A registry that answers by its own rules: a version that becomes the newest keeps the time of its last change. */
const createRegistry = (versions: Version[], isDown: (url: string) => boolean = () => false) =>
  fakeHttp((url) => {
    if (isDown(url)) return undefined
    const query = new URL(url).searchParams
    const since = query.get('updated_since')
    const listed = versions.filter(
      ({ name, status, updated = '2026-01-01T00:00:00Z', isLatest = true }) =>
        (query.get('version') !== 'latest' || isLatest) &&
        (since === null ? status !== 'deleted' || query.has('include_deleted') : updated > since) &&
        name.includes(query.get('search') ?? ''),
    )
    return {
      body: {
        servers: listed.map(({ name, version, status = 'active', updated, isLatest = true }) => ({
          server: { name, version },
          _meta: { [OFFICIAL]: { status, updatedAt: updated ?? '2026-01-01T00:00:00Z', isLatest } },
        })),
      },
    }
  })

const old: Version = { name: 'io.sample/kube', version: '0.9.0' }
const broken: Version = {
  name: 'io.sample/kube',
  version: '1.0.0',
  status: 'deleted',
  updated: `${DAY}T09:00:00Z`,
  isLatest: false,
}
const other: Version = { name: 'io.sample/kube-more', version: '3.0.0' }
const knownVersion = (version: string): KnownRow => ({
  name: 'io.sample/kube',
  version,
  status: 'active',
  observed_on: '2026-02-01',
})

async function changes(http: ReturnType<typeof createRegistry>, rows: KnownRow[], more = {}) {
  const given = { day: DAY, lastDay: '2026-02-01', known: { mcp_registry: rows }, ...more }
  const { observations, coverage } = await fetchAll(mcpRegistry, http, given)
  return { seen: observations.map(({ row }) => `${row.name} ${row.version} ${row.status}`), coverage }
}

describe('a newest version that was deleted', () => {
  it('gives way to the one that takes its place on the very day', async () => {
    const http = createRegistry([old, broken, other])
    expect(await changes(http, [knownVersion('1.0.0')])).toEqual({
      // Other versions that the look-up finds count too.
      seen: ['io.sample/kube 0.9.0 active', 'io.sample/kube-more 3.0.0 active'],
      coverage: 'changes',
    })
    expect(http.asked).toHaveLength(2)
  })

  it('is the last word where no version takes its place', async () => {
    expect((await changes(createRegistry([broken]), [knownVersion('1.0.0')])).seen).toEqual([
      'io.sample/kube 1.0.0 deleted',
    ])
  })

  it('is looked up for a server that is not known yet', async () => {
    expect((await changes(createRegistry([old, broken]), [])).seen).toEqual(['io.sample/kube 0.9.0 active'])
  })

  it('is nothing to look up where the known version is another one', async () => {
    const http = createRegistry([old, broken])
    expect((await changes(http, [knownVersion('0.9.0')])).seen).toEqual([])
    expect(http.asked).toHaveLength(1)
  })

  it('is asked for again by the next run where the look-up had no answer', async () => {
    const http = createRegistry([old, broken], (url) => url.includes('search='))
    const { seen, coverage } = await changes(http, [knownVersion('1.0.0')])
    expect(seen).toEqual([])
    const left = coverage as { left_out: string; resume: string }
    expect(left.left_out).toBe('servers after the 0 that were read')
    const day = { day: '2026-02-03', lastDay: DAY, resume: left.resume }
    const next = await changes(createRegistry([old, broken]), [knownVersion('1.0.0')], day)
    expect(next).toEqual({ seen: ['io.sample/kube 0.9.0 active'], coverage: 'changes' })
  })

  it('of more servers than are looked up takes the complete list', async () => {
    const names = Array.from({ length: 101 }, (_, i) => `io.sample/many-${i}`)
    const versions = names.flatMap((name) => [
      { ...old, name },
      { ...broken, name },
    ])
    const rows = names.map((name) => ({ ...knownVersion('1.0.0'), name }))
    const http = createRegistry(versions)
    const { seen } = await changes(http, rows)
    expect(seen.filter((text) => text.endsWith('0.9.0 active'))).toHaveLength(101)
    expect(http.asked).toHaveLength(2)
  })

  const rest = { resume: JSON.stringify({ since: null, cursor: 'p2', begun: '2026-02-01' }) }

  it('is looked up although the rest of an unfinished list stops again', async () => {
    const http = createRegistry([old, broken], (url) => url.includes('cursor=p2'))
    const { seen, coverage } = await changes(http, [knownVersion('1.0.0')], rest)
    expect(seen).toEqual(['io.sample/kube 0.9.0 active'])
    expect(coverage).toMatchObject({ resume: JSON.stringify({ since: null, cursor: 'p2', begun: DAY }) })
  })

  it('leaves its changes to the next run if it cannot be looked up then', async () => {
    const http = createRegistry([old, broken], (url) => /cursor=p2|search=/.test(url))
    const { coverage } = await changes(http, [knownVersion('1.0.0')], rest)
    expect(coverage).toMatchObject({ resume: rest.resume })
  })
})
