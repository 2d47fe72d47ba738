import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import mcpRegistry from '../../pipeline/sources/mcp_registry.ts'
import { checkRow, fetchAll, selectRows } from './context.ts'
import { fakeHttp } from './recorded_http.ts'

const OFFICIAL = 'io.modelcontextprotocol.registry/official'
const item = (name: unknown, official: object = {}, server: object = {}) => ({
  server: { name, description: 'A sample', version: '1.0.0', ...server },
  _meta: { [OFFICIAL]: { status: 'active', isLatest: true, ...official } },
})
const page = (servers: unknown, nextCursor?: unknown) => ({ body: { servers, metadata: { nextCursor } } })
const query = (url: string | undefined) => new URL(url ?? '').searchParams
const MONDAY = '2026-01-05'

describe('the choice between the complete list and the changes', () => {
  const fetchOn = async (day: string, lastDay: string | null) => {
    const http = fakeHttp(() => page([item('sample/a')]))
    const { coverage } = await fetchAll(mcpRegistry, http, { day, lastDay })
    return { coverage, query: query(http.asked[0]) }
  }

  it('reads all on the first fetch, with those that were deleted', async () => {
    const first = await fetchOn(MONDAY, null)
    expect(first.coverage).toBe('all')
    expect(first.query.get('include_deleted')).toBe('true')
    expect(first.query.has('updated_since')).toBe(false)
  })

  it('reads the changes since the start of the last day fetched', async () => {
    const next = await fetchOn('2026-01-06', MONDAY)
    expect(next.coverage).toBe('changes')
    expect(next.query.get('updated_since')).toBe('2026-01-05T00:00:00Z')
    // Of all versions: that one was deleted is how another becomes the newest.
    expect(next.query.has('version')).toBe(false)
  })

  it('reads all again when that day is run once more', async () => {
    expect((await fetchOn(MONDAY, MONDAY)).coverage).toBe('all')
  })

  it('reads all at least once in any four weeks, whichever days are missed', () => {
    const day = (n: number) => new Date(n * 86_400_000).toISOString().slice(0, 10)
    const run = fc.tuple(fc.integer({ min: 15_000, max: 25_000 }), fc.array(fc.integer({ min: 1, max: 40 })))
    return fc.assert(
      fc.asyncProperty(run, async ([start, gaps]) => {
        let [last, lastWhole] = [start, start]
        for (const gap of gaps) {
          const { coverage } = await fetchOn(day(last + gap), day(last))
          last += gap
          if (coverage === 'all') lastWhole = last
          expect(last - lastWhole).toBeLessThan(28)
          if (gap > 27) expect(coverage).toBe('all')
        }
      }),
      { numRuns: 30 },
    )
  })
})

describe('paging', () => {
  it('follows the cursor until it is empty, and escapes it', async () => {
    const cursors = ['sample/a:1.0 +&=', 'sample/b:1', '']
    const http = fakeHttp((url) => {
      const at = cursors.indexOf(query(url).get('cursor') ?? '?') + 1
      return page([item(`sample/s${at}`)], cursors[at])
    })
    const rows = selectRows(await fetchAll(mcpRegistry, http))
    expect(rows.map((row) => row.name)).toEqual(['sample/s0', 'sample/s1', 'sample/s2'])
    expect(http.asked.map((url) => query(url).get('cursor'))).toEqual([
      null,
      'sample/a:1.0 +&=',
      'sample/b:1',
    ])
  })

  it('refuses cursors that go round in a circle', async () => {
    const http = fakeHttp((url) => page([], query(url).get('cursor') === 'a' ? 'b' : 'a'))
    await expect(fetchAll(mcpRegistry, http)).rejects.toThrow(/cursor=a: its pages never end/)
    expect(http.asked).toHaveLength(3)
  })

  it('refuses cursors that are always new', async () => {
    let n = 0
    const http = fakeHttp(() => page([], `c${n++}`))
    await expect(fetchAll(mcpRegistry, http)).rejects.toThrow('its pages never end')
  })
})

describe('rows', () => {
  it('keeps the later of two readings of a server that moved between pages', async () => {
    const http = fakeHttp((url) =>
      query(url).has('cursor')
        ? page([item('sample/a', {}, { version: '2.0.0' }), item('sample/b')])
        : page([item('sample/a')], 'next'),
    )
    const rows = selectRows(await fetchAll(mcpRegistry, http))
    expect(rows.map((row) => [row.name, row.version])).toEqual([
      ['sample/a', '2.0.0'],
      ['sample/b', '1.0.0'],
    ])
  })

  it('omits versions that are not the latest, and keeps those that are unmarked', async () => {
    const items = [item('sample/a', { isLatest: false }), item('sample/b', { isLatest: undefined })]
    const rows = selectRows(
      await fetchAll(
        mcpRegistry,
        fakeHttp(() => page(items)),
      ),
    )
    expect(rows.map((row) => row.name)).toEqual(['sample/b'])
  })

  it('refuses a complete list without servers, and takes a day without changes', async () => {
    const empty = () => fakeHttp(() => page([]))
    await expect(fetchAll(mcpRegistry, empty())).rejects.toThrow('no servers')
    const changes = await fetchAll(mcpRegistry, empty(), { day: '2026-01-06', lastDay: MONDAY })
    expect(changes).toEqual({ observations: [], coverage: 'changes' })
  })

  it.each([
    ['a description without end', { description: 'x'.repeat(5001) }],
    ['a version that is a number', { version: 1 }],
    ['packages that are no list', { packages: { npm: 'a' } }],
    ['a package without a name', { packages: [{ registryType: 'npm' }] }],
    [
      'a thousand packages',
      { packages: Array.from({ length: 1000 }, (_, i) => ({ registryType: 'npm', identifier: `${i}` })) },
    ],
  ])('keeps the row without %s', async (_, server) => {
    const [row] = selectRows(
      await fetchAll(
        mcpRegistry,
        fakeHttp(() => page([item('sample/a', {}, server)])),
      ),
    )
    expect(checkRow(mcpRegistry, row)).toBe('cleaned')
  })

  it('keeps the row without an entry that is nested beyond reason', async () => {
    const url = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    const body = JSON.stringify(page([item('sample/a', {}, { remotes: [{ type: 'sse', url: 'URL' }] })]).body)
    const http = fakeHttp(() => ({ body: body.replace('"URL"', url) }))
    const [row] = selectRows(await fetchAll(mcpRegistry, http))
    expect(checkRow(mcpRegistry, row)).toBe('cleaned')
  })

  it('quarantines a name that is no registry name', async () => {
    for (const name of ['a\u202e/b', 'no-slash', 'a/b/c', 'a /b', '', 'x'.repeat(300), '__proto__']) {
      const [row] = selectRows(
        await fetchAll(
          mcpRegistry,
          fakeHttp(() => page([item(name)])),
        ),
      )
      expect(mcpRegistry.row.safeParse(row).success, name).toBe(false)
    }
  })
})
