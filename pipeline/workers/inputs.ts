import { gunzipSync, gzipSync } from 'node:zlib'
import type { Bucket } from '../../core/bucket/bucket.ts'
import type { Archive } from '../archive/archive.ts'
import type { ArchivedResponse } from '../archive/source_day.ts'
import { VISIT_NOT_OBSERVED } from '../http/guard/record.ts'
import type { SourceJob } from '../ingest/jobs/job_queue.ts'
import type { BlocksRead, KnownRow, Source } from '../source/source.ts'
import { packChunks, unpackChunk } from './chunk.ts'
import { dayFolder, getNamed, putNamed } from './objects.ts'

/** Data of earlier days and of other sources for every job of a source, as an object in the bucket. */
interface Inputs {
  lastDay: string | null
  resume: string | null
  earlierBlocks: BlocksRead[]
  /** Keys of the rows of each source that may be read. */
  known: Record<string, string>
  /** Keys of the rows of each table of the index's history that may be read. */
  tables: Record<string, string>
  /** Keys of the responses that may be revalidated. */
  previous: string
  earlier: string
  /** Keys of the chunks with the bodies of these responses. */
  bodies: string[]
}

/** The worker's replacement of archive and history. */
export interface WorkerInputs extends Pick<SourceJob, 'previous' | 'earlier'> {
  past: Pick<Inputs, 'lastDay' | 'resume' | 'earlierBlocks'>
  known(name: string): Promise<KnownRow[]>
  readTable(name: string): Promise<Record<string, unknown>[]>
  /** Stores the bodies of revalidated responses in the archive of a job. */
  fill(archive: Archive): Promise<void>
}

/** Uploads the inputs of a source's jobs to the bucket, and returns the key of their list. */
export async function uploadInputs(bucket: Bucket, job: SourceJob): Promise<string> {
  const { source, context, archive, day } = job
  const folder = `${dayFolder(day)}${source.name}/inputs/`
  const put = (bytes: Uint8Array) => putNamed(bucket, folder, bytes)
  const previous = (job.previous?.responses ?? []).filter(isRelevant)
  const earlier = job.earlier().filter(isRelevant)
  const known: Inputs['known'] = {}
  for (const name of readable(source)) known[name] = await put(packLines(await context.known(name)))
  const tables: Inputs['tables'] = {}
  for (const name of Object.keys(source.past ?? {}))
    tables[name] = await put(packLines(await context.past(name)))
  const bodies: string[] = []
  for (const chunk of packChunks(archive, selectBodies(archive, [...previous, ...earlier])))
    bodies.push(await put(chunk))
  const { lastDay, resume, earlierBlocks } = context
  const inputs: Inputs = {
    ...{ lastDay, resume, earlierBlocks, known, tables, bodies },
    previous: await put(packLines(previous)),
    earlier: await put(packLines(earlier)),
  }
  return put(Buffer.from(JSON.stringify(inputs)))
}

/** Downloads the inputs of a job from the bucket. */
export async function downloadInputs(bucket: Bucket, key: string): Promise<WorkerInputs> {
  const list = new TextDecoder().decode(await getNamed(bucket, key))
  const { lastDay, resume, earlierBlocks, ...keys } = JSON.parse(list) as Inputs
  const lines = async <T>(at: string) => unpackLines<T>(await getNamed(bucket, at))
  const earlier = await lines<ArchivedResponse>(keys.earlier)
  const rows = new Map<string, Promise<KnownRow[]>>()
  return {
    past: { lastDay, resume, earlierBlocks },
    previous: { responses: await lines<ArchivedResponse>(keys.previous) },
    earlier: () => earlier,
    known(name) {
      const at = keys.known[name]
      if (at === undefined) throw new Error(`the rows of ${name} were not handed on: list it in reads`)
      const read = rows.get(name) ?? lines<KnownRow>(at)
      rows.set(name, read)
      return read
    },
    async readTable(name) {
      const at = keys.tables[name]
      if (at === undefined) throw new Error(`the rows of ${name} were not handed on: list it in past`)
      return lines(at)
    },
    async fill(archive) {
      for (const at of keys.bodies) unpackChunk(archive, await getNamed(bucket, at))
    },
  }
}

/** The sources whose rows a fetch may read; never its own events, which are many. */
const readable = ({ name, reads = [], isEvents, readsOwnEvents }: Source): string[] =>
  isEvents && !readsOwnEvents ? reads : [...reads, name]

/** True if a response matters to a later day: it can be revalidated, or the visit could not be made. */
const isRelevant = ({ etag, outcome }: ArchivedResponse): boolean =>
  etag !== null || outcome === VISIT_NOT_OBSERVED

const selectBodies = (archive: Archive, responses: ArchivedResponse[]): string[] =>
  responses.filter(({ etag, sha256 }) => etag !== null && archive.hasBody(sha256)).map(({ sha256 }) => sha256)

const packLines = (rows: object[]): Uint8Array =>
  gzipSync(Buffer.concat(rows.map((row) => Buffer.from(`${JSON.stringify(row)}\n`))), { level: 1 })

function unpackLines<T>(bytes: Uint8Array): T[] {
  const rows: T[] = []
  const ndjson = gunzipSync(bytes)
  for (let at = 0; at < ndjson.length; ) {
    const end = ndjson.indexOf(10, at)
    rows.push(JSON.parse(ndjson.toString('utf8', at, end)))
    at = end + 1
  }
  return rows
}
