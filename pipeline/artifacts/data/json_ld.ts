import { newestParquet } from './croissant.ts'
import { ABOUT, citation, DATA_SET_TITLE, KEYWORDS, LICENCE, PUBLISHER } from './data_set_texts.ts'
import type { DescriptionInputs } from './description_inputs.ts'
import { FORMAT_TYPES } from './file.ts'

/** Describes the data set as schema.org's Dataset, which data search engines read in the page of downloads. */
export function jsonLd({ site, partitions, latest }: DescriptionInputs) {
  const { baseUrl, day } = site
  const days = partitions.map(({ path }) => /date=([\d-]+)/.exec(path)?.[1] ?? day).sort()
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    name: DATA_SET_TITLE,
    description: [ABOUT, ...site.limitations].join(' '),
    url: `${baseUrl}/data`,
    identifier: `${baseUrl}/data/index.json`,
    license: LICENCE.path,
    isAccessibleForFree: true,
    creator: { '@type': 'Organization', name: PUBLISHER, url: `${baseUrl}/` },
    citation: citation(site),
    keywords: KEYWORDS,
    datePublished: day,
    dateModified: site.lastUpdated,
    temporalCoverage: `${days[0] ?? day}/${day}`,
    distribution: newestParquet({ site, partitions, latest }).map(
      ({ table, format, path, bytes, sha256 }) => ({
        '@type': 'DataDownload',
        name: table,
        encodingFormat: FORMAT_TYPES[format],
        contentUrl: `${baseUrl}/data/${path}`,
        contentSize: `${bytes} B`,
        sha256,
      }),
    ),
  }
}
