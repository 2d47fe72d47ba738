import type { PageView } from '../../../core/pages/page_view.ts'
import { htmlPage, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { citation, describeRebuild, LICENCE } from '../data/data_set_texts.ts'
import type { DescriptionInputs } from '../data/description_inputs.ts'
import type { DataFile } from '../data/file.ts'
import { jsonLd } from '../data/json_ld.ts'
import { LICENCES } from '../data/licences.ts'
import type { Partition } from '../data/partitions.ts'
import { questions } from '../data/questions.ts'
import { TABLES } from '../data/tables.ts'
import type { Site } from '../site.ts'

/** The most requested table. */
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
  about: string
  /** Number of stored days; null for a table with only the newest day. */
  days: number | null
  columns: number
  files: FileView[]
}

/** View of the page of downloads. */
export interface DownloadsView extends PageView {
  first: TableView
  tables: TableView[]
  licence: { name: string; title: string; href: string }
  citation: string
  /** A sentence on the days that can be computed again. */
  rebuild: string
  /** A question with the command that answers it. */
  example: { asks: string; command: string }
  ranking_file: string
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
  const tables = TABLES.map((table) => tableView(table, site, published))
  const [question] = questions(site.day)
  const view: DownloadsView = {
    ...pageBase(site, {
      title: 'Data: all tables to download: Assay',
      path: '/data',
      description: `Every table of the Assay index of ${site.day} as CSV, NDJSON, Arrow and Parquet, with rows, bytes and SHA-256 of each file.`,
      alternates: ALTERNATES,
      json_ld: jsonLd(described),
    }),
    first: tables.find(({ name }) => name === FIRST) as TableView,
    tables,
    licence: { name: LICENCE.name, title: LICENCE.title, href: LICENCE.path },
    citation: citation(site),
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
  table: (typeof TABLES)[number],
  site: Site,
  { latest, partitions }: PublishedFiles,
): TableView {
  const { name, about, kept, columns } = table
  const days = partitions.filter((partition) => partition.table === name)
  const today = days.filter((day) => day.date === site.day)
  return {
    ...{ name, about, days: kept === 'daily' ? days.length : null, columns: Object.keys(columns).length },
    files: [
      ...latest.filter((file) => file.table === name).map(latestView),
      ...today.map((partition) => ({
        ...partition,
        format: 'parquet',
        href: `/data/${name}/date=${partition.date}/part-0.parquet`,
      })),
    ],
  }
}

const latestView = ({ path, format, compression, ...file }: DataFile): FileView => ({
  ...file,
  format: compression === null ? format : `${format}, ${compression}`,
  href: `/data/${path}`,
})
