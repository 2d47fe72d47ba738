import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { currentRelease, type Release } from '../../../core/release/release.ts'
import { sampleOutput } from '../../sample_output.ts'

/** The entry of a file in `data/index.json`. */
interface Listed {
  table: string
  path: string
  rows: number
  bytes: number
  sha256: string
}

/** `data/index.json`. */
interface DataIndex {
  date: string
  tables: { name: string; kept: 'daily' | 'newest'; columns: number }[]
  partitions: (Listed & { date: string })[]
  latest: (Listed & { format: string; compression: string | null })[]
}

/** The data of the sample's newest release. */
export interface GivenData {
  release: Release
  /** The folder that holds `data`. */
  root: string
  index: DataIndex
  json<T>(path: string): T
  /** The path of the Parquet file of a table's newest day. */
  parquet(table: string): string
}

export async function givenData(): Promise<GivenData> {
  const release = currentRelease(await sampleOutput()) as Release
  return openData(release)
}

export function openData(release: Release): GivenData {
  const root = join(release.path, 'public')
  const json = <T>(path: string): T => JSON.parse(readFileSync(join(root, 'data', path), 'utf8')) as T
  const index = json<DataIndex>('index.json')
  return {
    ...{ release, root, index, json },
    parquet(table) {
      const own = `data/${table}/date=${index.date}/part-0.parquet`
      if (existsSync(join(root, own))) return join(root, own)
      return join(
        root,
        index.latest.find((item) => item.table === table && item.format === 'parquet')?.path ?? '',
      )
    },
  }
}

/** The uncompressed bytes of a file. */
export const plainBytes = (file: string): Buffer =>
  file.endsWith('.gz') ? gunzipSync(readFileSync(file)) : readFileSync(file)
