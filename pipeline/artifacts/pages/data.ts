import type { PageView } from '../../../core/pages/page_view.ts'
import { htmlPage, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { citedOnFiles, citeRelease } from '../../render/citation.ts'
import { CATALOGUE, POPULAR } from '../data/catalogue.ts'
import { citation, describeRebuild, LICENCE } from '../data/data_set_texts.ts'
import type { DescriptionInputs } from '../data/description_inputs.ts'
import type { DataFile } from '../data/file.ts'
import { jsonLd } from '../data/json_ld.ts'
import { LICENCES } from '../data/licences.ts'
import type { Partition } from '../data/partitions.ts'
import { questions } from '../data/questions.ts'
import type { DataTable } from '../data/table.ts'
import { TABLES } from '../data/tables.ts'
import type { Site } from '../site.ts'

/** The table of the commands on the page. */
const FIRST = 'rankings'

interface FileView {
  href: string
  format: string
  rows: number
  bytes: number
  sha256: string
}

interface TableView {
  name: string
  /** A plain sentence. */
  says: string
  about: string
  rows: number
  /** Number of stored days, and the first of them; null for a table with only the newest day. */
  days: number | null
  since: string | null
  columns: number
  files: FileView[]
  citation: string | null
}

/** View of the page of downloads. */
export interface DownloadsView extends PageView {
  most: { title: string; rows: number; files: Pick<FileView, 'href' | 'format'>[]; name: string }[]
  groups: { title: string; asks: string; tables: TableView[] }[]
  total: number
  licence: { name: string; title: string; href: string }
  citation: string
  /** Says what a citation's address answers; null where it is the release that is cited. */
  cited_note: string | null
  /** A sentence on the days that can be computed again. */
  rebuild: string
  /** A question with the command that answers it. */
  example: { asks: string; command: string }
  ranking_file: string
  /** By what may be passed on of each. */
  sources: { name: string; republished: string; attribution: string }[]
}

const JSON_LD = 'application/ld+json'

/** The data set in machine-readable formats. */
const ALTERNATES = [
  { type: 'application/json', title: 'Every file with its SHA-256', href: '/data/index.json' },
  { type: 'application/json', title: 'Data Package', href: '/data/datapackage.json' },
  { type: JSON_LD, title: 'Croissant', href: '/data/croissant.json' },
  { type: JSON_LD, title: 'DCAT', href: '/data/dcat.jsonld' },
]

/** The published files of the tables, below `data/`. */
interface PublishedFiles {
  latest: DataFile[]
  partitions: Partition[]
}

/** `/data`: every file of the newest day, with its content and how to read it. */
export function dataPage(site: Site, published: PublishedFiles, described: DescriptionInputs): Artifact {
  const tables = new Map(TABLES.map((table) => [table.name, tableView(table, site, published)]))
  const find = (name: string) => tables.get(name) as Omit<TableView, 'says'>
  const [question] = questions(site.day)
  const view: DownloadsView = {
    ...pageBase(site, {
      title: 'Data: all tables to download: Assay',
      path: '/data',
      description: `Every table of the Assay index of ${site.day} as CSV, NDJSON, Arrow and Parquet, with rows, bytes and SHA-256 of each file.`,
      alternates: ALTERNATES,
      json_ld: jsonLd(described),
    }),
    most: POPULAR.map(([name, title]) => {
      const { rows, files } = find(name)
      return { title, name, rows, files: files.map(({ href, format }) => ({ href, format })) }
    }),
    groups: CATALOGUE.map(({ title, asks, tables }) => ({
      ...{ title, asks },
      tables: tables.map(([name, says]) => ({ ...find(name), says })),
    })),
    total: TABLES.length,
    licence: { name: LICENCE.name, title: LICENCE.title, href: LICENCE.path },
    citation: citation(site),
    cited_note: citedOnFiles(site.evidence),
    rebuild: describeRebuild(site.rebuildableFrom),
    example: { asks: question?.asks ?? '', command: `duckdb -c "${question?.sql ?? ''}"` },
    ranking_file: `${site.baseUrl}${findFilePath(published, FIRST, 'ndjson')}`,
    sources: Object.entries(LICENCES).map(([name, licence]) => ({ name, ...licence })),
  }
  return htmlPage('data.html', site.pages.fill('data', view))
}

const findFilePath = ({ latest }: PublishedFiles, table: string, format: string): string =>
  `/data/${latest.find((file) => file.table === table && file.format === format)?.path}`

function tableView(
  { name, about, kept, columns }: DataTable,
  site: Site,
  { latest, partitions }: PublishedFiles,
): Omit<TableView, 'says'> {
  const days = partitions.filter((partition) => partition.table === name)
  const today = days.filter((day) => day.date === site.day).map(partitionView)
  const files = [...latest.filter((file) => file.table === name).map(latestView), ...today]
  // The file of a day never changes: it can be cited.
  const cited = today[0] ?? files.at(-1)
  return {
    ...{ name, about, files, rows: files[0]?.rows ?? 0 },
    days: kept === 'daily' ? days.length : null,
    since: days[0]?.date ?? null,
    columns: Object.keys(columns).length,
    citation:
      cited === undefined
        ? null
        : citeRelease(`table ${name}`, { path: cited.href, sha256: cited.sha256 }, site),
  }
}

const partitionView = ({ table, date, ...partition }: Partition): FileView => ({
  ...partition,
  format: 'Parquet',
  href: `/data/${table}/date=${date}/part-0.parquet`,
})

const FORMATS: Readonly<Record<string, string>> = {
  ...{ csv: 'CSV', ndjson: 'NDJSON', arrow: 'Arrow', parquet: 'Parquet' },
}

const latestView = ({ path, format, compression, ...file }: DataFile): FileView => ({
  ...file,
  format: `${FORMATS[format] ?? format}${compression === null ? '' : `, ${compression}`}`,
  href: `/data/${path}`,
})
