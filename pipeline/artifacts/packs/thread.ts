import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '../../model/database.ts'
import { bucketPacks, type PackWork } from './bucket_packs.ts'

const work = workerData as PackWork
const db = await openDatabase(':memory:')
// One thread of ours is one of DuckDB's.
await db.run('set threads = 1')

parentPort?.on('message', async (bucket: number) => {
  const packs = await bucketPacks(db, work, bucket)
  parentPort?.postMessage(
    packs,
    packs.map(({ body }) => (body as Uint8Array).buffer as ArrayBuffer),
  )
})
