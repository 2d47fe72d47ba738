import { type Column, getTypeNames } from './column.ts'
import {
  ABOUT,
  citation,
  DATA_SET_NAME,
  DATA_SET_TITLE,
  KEYWORDS,
  LICENCE,
  PUBLISHER,
} from './data_set_texts.ts'
import type { DescriptionInputs } from './description_inputs.ts'
import { type DataFile, FORMAT_TYPES, type Format } from './file.ts'
import { LICENCES } from './licences.ts'
import type { DataTable } from './table.ts'
import { TABLES } from './tables.ts'

/** Describes the data as a Data Package 2 of Frictionless, each column by its Table Schema. */
export function dataPackage({ site, partitions, latest }: DescriptionInputs) {
  return {
    $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
    name: DATA_SET_NAME,
    title: DATA_SET_TITLE,
    description: [ABOUT, ...site.limitations].join(' '),
    homepage: `${site.baseUrl}/`,
    version: site.day,
    created: site.lastUpdated,
    licenses: [LICENCE],
    keywords: KEYWORDS,
    contributors: [{ title: PUBLISHER, roles: ['creator', 'publisher'] }],
    sources: Object.entries(LICENCES).map(([name, { attribution }]) => ({
      title: `${name}: ${attribution}`,
    })),
    citation: citation(site),
    resources: TABLES.flatMap((table) => toResources(table, partitions, latest)),
  }
}

function toResources(table: DataTable, partitions: DataFile[], latest: DataFile[]) {
  const days = partitions.filter((partition) => partition.table === table.name)
  const files = latest.filter((file) => file.table === table.name)
  const resource = days.length === 0 ? [] : [toPartitionedResource(table, days)]
  return [...files.map((file) => toResource(table, file)), ...resource]
}

const toResource = (table: DataTable, file: DataFile) => ({
  ...toFileResource(table, file.format),
  path: file.path,
  bytes: file.bytes,
  hash: `sha256:${file.sha256}`,
  ...(file.compression !== null && { compression: file.compression }),
})

/** All days of a table are one resource; `data/index.json` has their bytes and hashes. */
const toPartitionedResource = (table: DataTable, days: DataFile[]) => ({
  ...toFileResource(table, 'parquet'),
  path: days.map((day) => day.path),
})

const toFileResource = (table: DataTable, format: Format) => ({
  name: `${table.name.replaceAll('_', '-')}-${format}`,
  title: `${table.name} (${format})`,
  description: table.about,
  type: 'table',
  format,
  mediatype: FORMAT_TYPES[format].split(';')[0],
  ...((format === 'csv' || format === 'ndjson') && { encoding: 'utf-8' }),
  schema: tableSchema(table),
})

/** Returns a table's columns as Table Schema. */
function tableSchema({ columns, key }: DataTable) {
  return {
    $schema: 'https://datapackage.org/profiles/2.0/tableschema.json',
    fields: Object.entries(columns).map(([name, column]) => field(name, column)),
    fieldsMatch: 'exact',
    missingValues: [''],
    ...(key.every((name) => columns[name]?.required) && { primaryKey: key }),
  }
}

function field(name: string, column: Column) {
  const constraints = {
    ...(column.required && { required: true }),
    ...(column.values && { enum: column.values }),
    ...(column.minimum !== undefined && { minimum: column.minimum }),
    ...(column.maximum !== undefined && { maximum: column.maximum }),
    ...(column.pattern !== undefined && { pattern: column.pattern }),
  }
  return {
    name,
    type: getTypeNames(column).schema,
    description: column.meaning,
    ...(column.unit !== undefined && { unit: column.unit }),
    ...(column.thirdParty !== undefined && { untrusted: true }),
    ...(Object.keys(constraints).length > 0 && { constraints }),
  }
}
