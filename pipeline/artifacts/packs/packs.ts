import { rmSync } from 'node:fs'
import { BYTES_TYPE, JSON_TYPE } from '../../../core/interface/content.ts'
import type { ProjectedWith } from '../../../core/projection/projection.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { DICTIONARY_KEY, PROJECTION_KEY } from '../../../core/release/pack.ts'
import { openDatabase } from '../../model/database.ts'
import { json, type Site } from '../site.ts'
import { bucketPacks, type PackWork } from './bucket_packs.ts'
import { AGENTS_AT_ONCE, countBuckets, writeBuckets } from './buckets.ts'
import { buildDictionary } from './dictionary.ts'
import { packsInThreads } from './threads.ts'

/** Options of the packs. */
export interface PackOptions {
  /** A folder of this run alone, removed at the end. */
  scratch: string
  /** 0: build on the main thread. */
  threads: number
  /** True if a log records agents: its entries are encoded in the threads too. */
  isLogged: boolean
  /** Approximate number of agents in memory per thread. */
  agentsAtOnce?: number
}

/**
 * Yields the stored data of all agents in packs, and the inputs from which their other files are rendered at read
 * time.
 */
export async function* agentPackArtifacts(
  site: Site,
  { scratch, threads, isLogged, agentsAtOnce = AGENTS_AT_ONCE }: PackOptions,
): AsyncGenerator<Artifact> {
  const dictionary = await buildDictionary(site.db)
  yield { ...toPackFile(DICTIONARY_KEY), contentType: BYTES_TYPE, body: dictionary }
  yield { ...toPackFile(PROJECTION_KEY), contentType: JSON_TYPE, body: json(toProjectionInput(site)) }
  const [counted] = await site.db.rows<{ agents: number }>('select count(*)::integer as agents from agents')
  const buckets = countBuckets(counted?.agents ?? 0, agentsAtOnce)
  const work = { folder: scratch, dictionary, isLogged }
  try {
    await writeBuckets(site.db, scratch, buckets)
    yield* threads === 0 ? buildPacksHere(work, buckets) : packsInThreads(work, buckets, threads)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function* buildPacksHere(work: PackWork, buckets: number): AsyncGenerator<Artifact> {
  const db = await openDatabase(':memory:')
  try {
    for (let bucket = 0; bucket < buckets; bucket += 1) yield* await bucketPacks(db, work, bucket)
  } finally {
    db.close()
  }
}

const toProjectionInput = ({ methodologies }: Site): ProjectedWith => ({
  methodologies: methodologies.map(({ category, name, parts, signals, limitations }) => ({
    ...{ category, name, limitations },
    parts: parts.map(({ id, name }) => ({ id, name })),
    signals: signals.map(({ key, part }) => ({ key, part })),
  })),
})

const toPackFile = (key: string): Pick<Artifact, 'path' | 'side'> => ({
  path: key.slice('private/'.length),
  side: 'private',
})
