import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { literal } from '../model/database.ts'
import type { Artifact } from '../release/artifact.ts'
import { shownName } from './agent_view.ts'
import { JSON_TYPE, json, type Site } from './site.ts'

/** The downloads: every count, every signal's inputs; and for the service the list of handles and names. */
export async function* dataArtifacts(site: Site): AsyncGenerator<Artifact> {
  yield {
    path: 'data/counts.json',
    contentType: JSON_TYPE,
    side: 'public',
    body: json({ date: site.day, world: site.world, counts: site.counts }),
  }
  yield {
    path: 'data/signal-inputs.parquet',
    contentType: 'application/vnd.apache.parquet',
    side: 'public',
    body: await parquet(site, 'select * from signal_inputs order by handle, key, item'),
  }
  const agents = await site.db.rows<{ handle: string; name: string }>(
    'select handle, name from agents where departed_on is null order by handle',
  )
  yield {
    path: 'agents-index.json',
    contentType: JSON_TYPE,
    side: 'private',
    body: json(agents.map((agent) => [agent.handle, shownName(agent)])),
  }
}

async function parquet({ db }: Site, query: string): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-data-'))
  try {
    const file = join(folder, 'data.parquet')
    await db.run(`copy (${query}) to ${literal(file)} (format parquet, compression zstd, parquet_version v2)`)
    return readFileSync(file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
