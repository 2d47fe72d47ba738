import { readFileSync } from 'node:fs'
import { JSON_TYPE } from '../../../core/interface/content.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { DATA_TYPES } from '../hosts/static_headers.ts'
import { dataPage } from '../pages/data.ts'
import { json, type Site } from '../site.ts'
import { croissant } from './croissant.ts'
import { dataPackage } from './data_package.ts'
import { citation, LICENCE } from './data_set_texts.ts'
import { dcat } from './dcat.ts'
import type { DescriptionInputs } from './description_inputs.ts'
import { type DataFile, FORMAT_TYPES } from './file.ts'
import { latestFiles } from './latest.ts'
import type { Partition } from './partitions.ts'
import { readme } from './readme.ts'
import { TABLES } from './tables.ts'

/** Yields the data for researchers: every stored day, the newest day in each format, and the descriptions. */
export async function* researchArtifacts(site: Site): AsyncGenerator<Artifact> {
  for (const { file, path } of site.partitions.map(toDataFile)) {
    yield {
      path: `data/${path}`,
      contentType: FORMAT_TYPES.parquet,
      side: 'public',
      body: readFileSync(file),
      file,
    }
  }
  const latest: DataFile[] = []
  for (const table of TABLES) {
    const own = site.partitions.find(
      (partition) => partition.table === table.name && partition.date === site.day,
    )
    for await (const { file, artifact } of latestFiles(site.db, table, own)) {
      latest.push(file)
      yield artifact
    }
  }
  const partitions = site.partitions.map(toDataFile).map(({ file, date, ...entry }) => entry)
  const described: DescriptionInputs = { site, partitions, latest }
  yield* descriptions(described, site.partitions)
  yield dataPage(site, { latest, partitions: site.partitions }, described)
}

function* descriptions(described: DescriptionInputs, partitions: Partition[]): Generator<Artifact> {
  const text = (path: string, contentType: string, body: string): Artifact => ({
    ...{ path: `data/${path}`, contentType, body },
    side: 'public',
  })
  yield text('index.json', JSON_TYPE, json(index(described, partitions)))
  yield text('datapackage.json', JSON_TYPE, json(dataPackage(described)))
  yield text('croissant.json', JSON_TYPE, json(croissant(described)))
  yield text('dcat.jsonld', String(DATA_TYPES.jsonld), json(dcat(described)))
  yield text('README.md', String(DATA_TYPES.md), readme(described))
}

function toDataFile(partition: Partition): DataFile & Pick<Partition, 'file' | 'date'> {
  const { table, date } = partition
  return {
    ...partition,
    ...{ format: 'parquet', compression: null, path: `${table}/date=${date}/part-0.parquet` },
  }
}

const index = ({ site, latest }: DescriptionInputs, partitions: Partition[]) => ({
  date: site.day,
  world: site.world,
  last_updated: site.lastUpdated,
  license: LICENCE.name,
  citation: citation(site),
  limitations: site.limitations,
  readme: '/data/README.md',
  datapackage: '/data/datapackage.json',
  croissant: '/data/croissant.json',
  // Written when the release is finished: the log itself has its hashes.
  log_index: '/log/entries/days.json',
  tables: TABLES.map(({ name, about, kept, columns }) => ({
    ...{ name, about, kept },
    columns: Object.keys(columns).length,
  })),
  partitions: partitions.map(({ file, table, date, ...rest }) => ({
    ...{ table, date },
    path: `/data/${table}/date=${date}/part-0.parquet`,
    ...rest,
  })),
  latest: latest.map(({ path, ...entry }) => ({ ...entry, path: `/data/${path}` })),
})
