import { getTypeNames } from './column.ts'
import { ABOUT, citation, DATA_SET_NAME, KEYWORDS, LICENCE, PUBLISHER } from './data_set_texts.ts'
import type { DescriptionInputs } from './description_inputs.ts'
import { type DataFile, FORMAT_TYPES } from './file.ts'
import type { DataTable } from './table.ts'
import { TABLES } from './tables.ts'

/**
 * Describes the newest day as Croissant 1.0 (JSON-LD, and so schema.org's Dataset): its Parquet and CSV, and every
 * column.
 */
export function croissant({ site, partitions, latest }: DescriptionInputs) {
  const newest = newestParquet({ site, partitions, latest })
  const texts = latest.filter((file) => file.format === 'csv')
  return {
    '@context': CONTEXT,
    '@type': 'sc:Dataset',
    conformsTo: 'http://mlcommons.org/croissant/1.0',
    name: DATA_SET_NAME,
    description: [ABOUT, ...site.limitations].join(' '),
    url: `${site.baseUrl}/data/index.json`,
    license: LICENCE.path,
    creator: { '@type': 'sc:Organization', name: PUBLISHER, url: `${site.baseUrl}/` },
    datePublished: site.day,
    // Three numbers, which the format requires: year, month and day.
    version: site.day.split('-').map(Number).join('.'),
    isLiveDataset: true,
    keywords: KEYWORDS,
    citeAs: citation(site),
    distribution: [...newest, ...texts].map((file) => fileObject(file, site.baseUrl)),
    recordSet: TABLES.flatMap((table) => {
      const file = newest.find((file) => file.table === table.name)
      return file === undefined ? [] : [recordSet(table, formatId(file))]
    }),
  }
}

/** Returns the Parquet file of each table's newest day. */
export const newestParquet = ({ site, partitions, latest }: DescriptionInputs): DataFile[] => [
  ...partitions.filter((partition) => partition.path.includes(`/date=${site.day}/`)),
  ...latest.filter((file) => file.format === 'parquet'),
]

const formatId = ({ table, format }: DataFile): string => `${table}.${format}`

const fileObject = (file: DataFile, baseUrl: string) => ({
  '@type': 'cr:FileObject',
  '@id': formatId(file),
  name: formatId(file),
  contentUrl: `${baseUrl}/data/${file.path}`,
  contentSize: `${file.bytes} B`,
  encodingFormat: file.compression === null ? FORMAT_TYPES[file.format].split(';')[0] : 'application/gzip',
  sha256: file.sha256,
})

const recordSet = ({ name, about, key, columns }: DataTable, file: string) => ({
  '@type': 'cr:RecordSet',
  '@id': name,
  name,
  description: about,
  ...(key.every((column) => columns[column]?.required) && {
    key: key.map((column) => ({ '@id': `${name}/${column}` })),
  }),
  field: Object.entries(columns).map(([column, definition]) => ({
    '@type': 'cr:Field',
    '@id': `${name}/${column}`,
    name: column,
    description: definition.meaning,
    dataType: getTypeNames(definition).croissant,
    source: { fileObject: { '@id': file }, extract: { column } },
  })),
})

/** The context required by Croissant 1.0. */
const CONTEXT = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  citeAs: 'cr:citeAs',
  column: 'cr:column',
  conformsTo: 'dct:conformsTo',
  cr: 'http://mlcommons.org/croissant/',
  rai: 'http://mlcommons.org/croissant/RAI/',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  dct: 'http://purl.org/dc/terms/',
  examples: { '@id': 'cr:examples', '@type': '@json' },
  extract: 'cr:extract',
  field: 'cr:field',
  fileProperty: 'cr:fileProperty',
  fileObject: 'cr:fileObject',
  fileSet: 'cr:fileSet',
  format: 'cr:format',
  includes: 'cr:includes',
  isLiveDataset: 'cr:isLiveDataset',
  jsonPath: 'cr:jsonPath',
  key: 'cr:key',
  md5: 'cr:md5',
  parentField: 'cr:parentField',
  path: 'cr:path',
  recordSet: 'cr:recordSet',
  references: 'cr:references',
  regex: 'cr:regex',
  repeated: 'cr:repeated',
  replace: 'cr:replace',
  sc: 'https://schema.org/',
  separator: 'cr:separator',
  source: 'cr:source',
  subField: 'cr:subField',
  transform: 'cr:transform',
} as const
