import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { citation } from '../../../pipeline/artifacts/data/data_set_texts.ts'
import { type GivenData, givenData, plainBytes } from './given_release.ts'

interface Field {
  name: string
  type: string
  description: string
  constraints?: Record<string, unknown>
}
interface Resource {
  name: string
  path: string | string[]
  format: string
  hash?: string
  bytes?: number
  schema: { fields: Field[]; primaryKey?: string[] }
}
interface DataPackage {
  $schema: string
  licenses: { name: string }[]
  resources: Resource[]
}

let data: GivenData
let described: DataPackage
beforeAll(async () => {
  data = await givenData()
  described = data.json<DataPackage>('datapackage.json')
})

const listPaths = ({ path }: Resource): string[] => [path].flat()

test('the data package describes every file of the tables, by a path that a Data Package 2 may have', () => {
  const { index } = data
  const paths = described.resources.flatMap(listPaths)
  const listed = [...index.partitions, ...index.latest].map((partition) =>
    partition.path.replace('/data/', ''),
  )
  expect(paths.toSorted()).toEqual(listed.toSorted())
  expect(paths.filter((path) => /^[./~]|\/\.\.\/|\\|:\/\//.test(path))).toEqual([])
  const names = described.resources.map((resource) => resource.name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => !/^[a-z0-9._-]+$/.test(name))).toEqual([])
  expect(described.$schema).toBe('https://datapackage.org/profiles/2.0/datapackage.json')
  expect(described.licenses.map((license) => license.name)).toEqual(['CC-BY-4.0'])
})

test('the hash of a resource is that of its file', () => {
  const hashes = new Map(data.index.latest.map((row) => [row.path, row]))
  for (const resource of described.resources.filter(({ path }) => typeof path === 'string')) {
    const { sha256, bytes } = hashes.get(`/data/${resource.path}`) ?? {}
    expect([resource.hash, resource.bytes], resource.name).toEqual([`sha256:${sha256}`, bytes])
  }
})

test('every column has a type, a meaning and its place', () => {
  const types = ['string', 'integer', 'number', 'boolean', 'date', 'datetime', 'array']
  for (const { name, format, path, schema } of described.resources) {
    for (const field of schema.fields) {
      expect(types, `${name}.${field.name}`).toContain(field.type)
      expect(field.description.length, `${name}.${field.name}`).toBeGreaterThan(3)
    }
    const columns = schema.fields.map((field) => field.name)
    expect(
      schema.primaryKey?.filter((key) => !columns.includes(key)),
      name,
    ).toEqual(schema.primaryKey && [])
    if (format !== 'csv' || typeof path !== 'string') continue
    const [header] = plainBytes(join(data.root, 'data', path))
      .toString()
      .split('\r\n')
    expect(header, name).toBe(`\ufeff${columns.join(',')}`)
  }
})

interface Node {
  '@type': string
  '@id': string
  [property: string]: unknown
}
interface Croissant extends Node {
  distribution: (Node & { contentUrl: string; sha256: string; encodingFormat: string })[]
  recordSet: (Node & {
    key?: { '@id': string }[]
    field: (Node & {
      dataType: string
      source: { fileObject: { '@id': string }; extract: { column: string } }
    })[]
  })[]
}

test('Croissant has what version 1.0 requires of a data set, its files, record sets and fields', () => {
  const croissant = data.json<Croissant>('croissant.json')
  expect(croissant.conformsTo).toBe('http://mlcommons.org/croissant/1.0')
  expect(croissant['@type']).toBe('sc:Dataset')
  const required = ['name', 'description', 'license', 'url', 'creator', 'datePublished', 'version']
  for (const name of required) expect(croissant[name], name).toBeTruthy()
  expect(croissant.version).toMatch(/^\d+\.\d+\.\d+$/)
  const files = new Map(croissant.distribution.map((item) => [item['@id'], item]))
  for (const file of files.values()) {
    expect(file['@type']).toBe('cr:FileObject')
    const path = new URL(file.contentUrl).pathname
    const listed = [...data.index.partitions, ...data.index.latest].find(
      (partition) => partition.path === path,
    )
    expect(listed?.sha256, path).toBe(file.sha256)
  }
  const ids = [...files.keys()]
  for (const set of croissant.recordSet) {
    ids.push(set['@id'])
    for (const field of set.field) {
      ids.push(field['@id'])
      expect(files.has(field.source.fileObject['@id']), field['@id']).toBe(true)
      expect(field.dataType).toMatch(/^sc:(Text|Integer|Float|Boolean|Date|DateTime)$/)
      expect(field.description, field['@id']).toBeTruthy()
    }
    const columns = set.field.map((field) => field['@id'])
    expect(set.key?.filter((key) => !columns.includes(key['@id'])) ?? []).toEqual([])
  }
  expect(new Set(ids).size).toBe(ids.length)
})

test('the text before a colon in a property or type is a prefix of the context', () => {
  for (const name of ['croissant.json', 'dcat.jsonld']) {
    const { '@context': context, ...rest } = data.json<Record<string, unknown>>(name)
    const used = new Set<string>()
    const visit = (value: unknown): void => {
      if (Array.isArray(value)) value.forEach(visit)
      if (value === null || typeof value !== 'object') return
      for (const [property, item] of Object.entries(value)) {
        const names = property === '@type' ? [property, item].flat() : [property]
        for (const each of names) if (/^\w+:/.test(String(each))) used.add(String(each).split(':')[0] ?? '')
        visit(item)
      }
    }
    visit(rest)
    expect(
      [...used].filter((prefix) => !Object.hasOwn(context as object, prefix)),
      name,
    ).toEqual([])
  }
})

test('DCAT names the licence, the days and every file of the newest one', () => {
  const dcat = data.json<Record<string, unknown>>('dcat.jsonld')
  expect(dcat['@type']).toBe('dcat:Dataset')
  expect(dcat['dct:license']).toEqual({ '@id': 'https://creativecommons.org/licenses/by/4.0/' })
  const files = dcat['dcat:distribution'] as { 'dcat:downloadURL': { '@id': string } }[]
  for (const file of files) {
    const path = new URL(file['dcat:downloadURL']['@id']).pathname
    expect(existsSync(join(data.root, path)), path).toBe(true)
  }
  expect(files.length).toBe(
    data.index.latest.length +
      data.index.partitions.filter((partition) => partition.date === data.index.date).length,
  )
})

test('the data and the project ask to be cited', () => {
  const { date } = data.index
  const asked = citation({ day: date, baseUrl: data.release.about.base_url })
  expect(asked).toContain(date)
  expect(data.json<{ citation: string }>('index.json').citation).toBe(asked)
  expect(readFileSync(join(data.root, 'data/README.md'), 'utf8')).toContain(asked)
  const file = readFileSync(join(import.meta.dirname, '../../../CITATION.cff'), 'utf8')
  expect(file).toMatch(/^cff-version: 1\.2\.0$/m)
  expect(file).toMatch(/^ {2}type: data$/m)
  expect(file).toContain('CC-BY-4.0')
})
