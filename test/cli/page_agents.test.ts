import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { listPageAgents } from '../../cli/pages/page_agents.ts'
import type { ReleaseReader } from '../../core/release/reader.ts'

const row = (handle: string, category: string, position: number, rank: number | null) =>
  `${JSON.stringify({ handle, category, position, rank })}\n`
const RANKINGS =
  row('third', 'service', 3, null) + row('second', 'service', 2, 2) + row('first', 'token', 1, 1)

/** A release of these files alone. */
const withFiles = (files: Record<string, Uint8Array | string>) =>
  ({
    read: async (_: string, path: string) =>
      files[path] === undefined ? null : { bytes: Buffer.from(files[path]) },
  }) as unknown as ReleaseReader

test('tables that are long, and therefore compressed, give the order too', async () => {
  const files = {
    'data/latest/rankings.ndjson.gz': gzipSync(RANKINGS),
    'data/latest/trust.ndjson': '{"handle":"departed"}\n',
    'agents-index.json': '[["unlisted","A name"],["third","Third"]]',
  }
  expect(await listPageAgents(withFiles(files))).toEqual({
    handles: ['first', 'second', 'third', 'departed', 'unlisted'],
    ranked: 2,
  })
})

test('a release without such a table is refused: its agents would come in no order', async () => {
  await expect(listPageAgents(withFiles({}))).rejects.toThrow('too many agents for a site of this kind')
})
