import { workerData } from 'node:worker_threads'
import type { Artifact } from '../../../core/release/artifact.ts'
import { openDatabase } from '../../model/database.ts'
import { transfer } from '../../render/thread_pool.ts'
import { bucketPacks, type PackWork } from './bucket_packs.ts'

const work = workerData as PackWork
const db = await openDatabase(':memory:')
// One of our threads is one of DuckDB's.
await db.run('set threads = 1')

/** Returns the packs of a bucket. */
export default async function readPacks(bucket: number): Promise<Artifact[]> {
  const packs = await bucketPacks(db, work, bucket)
  return transfer(
    packs,
    packs.map(({ body }) => (body as Uint8Array).buffer),
  )
}
