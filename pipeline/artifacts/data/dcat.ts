import { newestParquet } from './croissant.ts'
import { ABOUT, citation, DATA_SET_TITLE, KEYWORDS, LICENCE, PUBLISHER } from './data_set_texts.ts'
import type { DescriptionInputs } from './description_inputs.ts'
import { type DataFile, FORMAT_TYPES } from './file.ts'

/** Describes the data set as DCAT 3, for data catalogues; a page has the same as JSON-LD. */
export function dcat(described: DescriptionInputs) {
  const { site, partitions, latest } = described
  const files = [...newestParquet(described), ...latest.filter((file) => file.format !== 'parquet')]
  const days = partitions.map((partition) => /date=([\d-]+)/.exec(partition.path)?.[1] ?? site.day).sort()
  return {
    '@context': { dcat: 'http://www.w3.org/ns/dcat#', dct: 'http://purl.org/dc/terms/', ...FOAF_AND_SPDX },
    '@id': `${site.baseUrl}/data/index.json`,
    '@type': 'dcat:Dataset',
    'dct:title': DATA_SET_TITLE,
    'dct:description': [ABOUT, ...site.limitations].join(' '),
    'dct:identifier': `${site.baseUrl}/data/index.json`,
    'dct:issued': toTypedLiteral('xsd:date', site.day),
    'dct:modified': toTypedLiteral('xsd:dateTime', site.lastUpdated),
    'dct:accrualPeriodicity': { '@id': 'http://publications.europa.eu/resource/authority/frequency/DAILY' },
    'dct:license': { '@id': LICENCE.path },
    'dct:publisher': { '@type': 'foaf:Organization', 'foaf:name': PUBLISHER },
    'dct:bibliographicCitation': citation(site),
    'dct:temporal': {
      '@type': 'dct:PeriodOfTime',
      'dcat:startDate': toTypedLiteral('xsd:date', days[0] ?? site.day),
      'dcat:endDate': toTypedLiteral('xsd:date', site.day),
    },
    'dcat:keyword': KEYWORDS,
    'dcat:landingPage': { '@id': `${site.baseUrl}/` },
    'dcat:version': site.day,
    'dcat:distribution': files.map((file) => distribution(file, site.baseUrl)),
  }
}

const FOAF_AND_SPDX = {
  foaf: 'http://xmlns.com/foaf/0.1/',
  spdx: 'http://spdx.org/rdf/terms#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
}

const toTypedLiteral = (type: string, value: string) => ({ '@type': type, '@value': value })

const distribution = (file: DataFile, baseUrl: string) => ({
  '@type': 'dcat:Distribution',
  'dct:title': `${file.table} (${file.format})`,
  'dcat:downloadURL': { '@id': `${baseUrl}/data/${file.path}` },
  'dcat:mediaType': {
    '@id': `https://www.iana.org/assignments/media-types/${FORMAT_TYPES[file.format].split(';')[0]}`,
  },
  'dcat:byteSize': toTypedLiteral('xsd:nonNegativeInteger', String(file.bytes)),
  'dct:license': { '@id': LICENCE.path },
  'spdx:checksum': {
    '@type': 'spdx:Checksum',
    'spdx:algorithm': { '@id': 'spdx:checksumAlgorithm_sha256' },
    'spdx:checksumValue': file.sha256,
  },
})
