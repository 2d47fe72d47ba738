import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { Upstreams } from '../../pipeline/http/upstreams.ts'
import { createSampleUpstreams, SAMPLE_DAYS } from '../../sample/sample.ts'
import { runSampleDay } from '../kit/sample_day.ts'
import { traceRelease } from '../oracle/trace_release.ts'

const output = mkdtempSync(join(tmpdir(), 'assay-trace-part-'))
afterAll(() => rmSync(output, { recursive: true, force: true }))

/** The sample on a day on which the registry's pages after its first end in a broken connection. */
function withoutPages(day: string): Upstreams {
  const universe = createSampleUpstreams(day)
  const fetch: Upstreams['fetch'] = async (input, init) => {
    if (/registry\.modelcontextprotocol\.io.*cursor=/.test(String(input))) throw new TypeError('broken')
    return universe.fetch(input, init)
  }
  return { ...universe, fetch }
}

it('a list of the registry that was read over two days traces in every value, on both', async () => {
  const [first = '', second = ''] = SAMPLE_DAYS
  const outcomes: unknown[] = []
  for (const [day, universe] of [
    [first, withoutPages(first)],
    [second, createSampleUpstreams(second)],
  ] as const) {
    const { sources } = await runSampleDay(output, day, { universe })
    const registry = sources.find(({ name }) => name === 'mcp_registry')
    const { differences } = await traceRelease(output, { agents: 'all', seed: 1 })
    outcomes.push([registry?.outcome, (registry?.rows ?? 0) > 100, differences.slice(0, 3)])
  }
  expect(outcomes).toEqual([
    ['part', false, []],
    ['ok', true, []],
  ])
})
