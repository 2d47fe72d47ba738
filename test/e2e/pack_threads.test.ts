import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { shardNumber } from '../../core/release/shards.ts'
import { recomputedSite } from '../../lab/bench/publish/recomputed.ts'
import { agentPackArtifacts } from '../../pipeline/artifacts/packs/packs.ts'
import { inTemporaryFolder } from '../kit/folder.ts'

const AGENTS = 60

test('packs are the same bytes in the same order from none, one or two threads, and nothing is left of making them', async () => {
  await inTemporaryFolder(async (folder) => {
    const timed = <T>(_name: string, work: () => Promise<T>): Promise<T> => work()
    const site = await recomputedSite({ folder, agents: AGENTS, days: 1, timed })
    const scratch = join(folder, 'scratch')
    const packWith = async (threads: number) => {
      const artifacts = await Array.fromAsync(
        agentPackArtifacts(site, { scratch, threads, isLogged: true, agentsAtOnce: 20 }),
      )
      expect(existsSync(scratch)).toBe(false)
      return artifacts.map(({ path, body, pack, encodedEntries = [] }) => ({
        ...{ path, pack, sha256: hash('sha256', body) },
        entries: encodedEntries.map(({ subject, bytes }) => [subject, hash('sha256', bytes)]),
      }))
    }
    const here = await packWith(0)
    const shards = here.flatMap(({ pack }) => pack?.shard ?? [])
    const handles = Array.from({ length: AGENTS }, (_, n) => `bench-${n}`)
    expect(shards).toEqual([...new Set(handles.map(shardNumber))].sort((a, b) => a - b))
    expect(here.flatMap(({ entries }) => entries)).toHaveLength(AGENTS)
    expect(await packWith(1)).toEqual(here)
    expect(await packWith(2)).toEqual(here)
    site.db.close()
  })
})
