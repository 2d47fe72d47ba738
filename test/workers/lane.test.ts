import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Archive } from '../../pipeline/archive/archive.ts'
import { WHOLE } from '../../pipeline/ingest/jobs/part.ts'
import { loadSources } from '../../pipeline/source/source_loader.ts'
import { toLane } from '../../pipeline/workers/lane.ts'
import { PUBLISHED_DAYS, sampleOutput } from '../sample_output.ts'

const workerContext = { world: 'sample' as const, env: {} }

test('no host is requested in two lanes, so that its limit holds over all workers', async () => {
  const archive = new Archive(join(await sampleOutput(), 'archive'))
  const lanes = new Map<string, Set<string>>()
  for (const source of await loadSources())
    for (const day of PUBLISHED_DAYS)
      for (const { url, outcome } of archive.readDay(day, source.name)?.responses ?? []) {
        if (outcome !== undefined) continue
        const host = new URL(url).host
        lanes.set(host, (lanes.get(host) ?? new Set()).add(toLane(source, WHOLE, workerContext)))
      }
  expect(lanes.size).toBeGreaterThan(8)
  for (const [host, found] of lanes) expect([...found], host).toHaveLength(1)
}, 300_000)

test('visits of any source in the same lane of hosts wait for each other', async () => {
  const sources = (await loadSources()).filter(({ split }) => split?.visits)
  const lanes = sources.map((source) => toLane(source, { kind: 'visits', lane: 3 }, workerContext))
  expect(lanes.length).toBeGreaterThan(1)
  expect(new Set(lanes).size).toBe(1)
})
