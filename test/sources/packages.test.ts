import { expect, it } from 'vitest'
import * as packages from '../../pipeline/agents/packages.ts'
import type { Catalog } from '../../pipeline/catalog/catalog.ts'

const server = (packages: unknown, changes: object = {}) => ({
  ...{ name: 'io.sample/server', status: 'active', gone_since: null, observed_on: '2026-01-08' },
  ...{ packages, ...changes },
})
const npm = (...identifiers: unknown[]) => identifiers.map((identifier) => ({ registry: 'npm', identifier }))
/** The names alone, each once. */
const uniquePackages = (...given: Parameters<typeof packages.listPackages>) => [
  ...new Set(packages.listPackages(...given).map(({ name }) => name)),
]
const nothing: Catalog = { families: [], developers: [], facilitators: [], chains: [] }

it.each([
  ['@sample/tool', '@sample/tool'],
  ['@sample/tool@1.2.0', '@sample/tool'],
  ['sample-tool@latest', 'sample-tool'],
  ['Sample.Tool_x', 'Sample.Tool_x'],
])('reads %s as %s', (identifier, name) => {
  expect(uniquePackages('npm', [server(npm(identifier))], nothing)).toEqual([name])
})

it.each([
  'https://github.com/sample/tool',
  'sample/tool',
  'sample tool',
  'a,b',
  '../../v1/keys',
  '@sample/',
  '_sample',
  'x'.repeat(215),
  '',
  null,
])('asks for no package with the name %s', (identifier) => {
  expect(uniquePackages('npm', [server(npm(identifier))], nothing)).toEqual([])
})

it('gives all spellings on PyPI one name, without a version', () => {
  const spellings = ['Sample_Tool', 'sample.tool==2.0', 'sample--tool', 'sample_tool@1.0'].map(
    (identifier) => ({
      registry: 'pypi',
      identifier,
    }),
  )
  expect(uniquePackages('pypi', [server(spellings)], nothing)).toEqual(['sample-tool'])
})

it('tells npm packages apart by their case', () => {
  expect(uniquePackages('npm', [server(npm('Sample', 'sample@2'))], nothing)).toEqual(['Sample', 'sample'])
})

it('passes over servers that left, other registries, and what is no list', () => {
  const servers = [
    server(npm('deleted'), { status: 'deleted' }),
    server(npm('gone'), { gone_since: '2026-01-02' }),
    server([{ registry: 'oci', identifier: 'oci' }]),
    server('npm'),
    server([null, 'x', 3]),
    server(npm('kept')),
  ]
  expect(uniquePackages('npm', servers, nothing)).toEqual(['kept'])
})

it('adds the packages of catalogued developers, each once', () => {
  const developer = {
    ...{ id: 'sample', name: 'Sample', website: 'https://sample.example', github: [], repositories: [] },
    ...{ packages: ['npm:@sample/tool', 'pypi:sample-tool'], source_urls: [] },
  }
  const catalog = { families: [], developers: [developer], facilitators: [], chains: [] }
  expect(uniquePackages('npm', [server(npm('@sample/tool@3'))], catalog)).toEqual(['@sample/tool'])
  expect(uniquePackages('pypi', [], catalog)).toEqual(['sample-tool'])
})

const at = (registry_url: unknown) => [{ registry: 'npm', identifier: 'tool', registry_url }]

it.each([
  undefined,
  null,
  '',
  'https://registry.npmjs.org',
  'https://registry.npmjs.org/',
  'registry.npmjs.org',
])('requests npm for a package whose registry is given as %s', (address) => {
  expect(uniquePackages('npm', [server(at(address))], nothing)).toEqual(['tool'])
})

it.each([
  'https://npm.evil.example',
  'https://registry.npmjs.org.evil.example',
  'https://registry.npmjs.org@evil.example/',
  'https://registry.npmjs.org:8443',
  'https://registry.npmjs.org/evil/',
  'https://registry.npmjs.org/?x',
  'https://pypi.org',
  'no address',
  7,
  { url: 'https://registry.npmjs.org' },
])('asks npm for no package of %s', (address) => {
  expect(uniquePackages('npm', [server(at(address))], nothing)).toEqual([])
})

it('reports the source of a package name: the namespace of the server, or the catalogue', () => {
  const repository_url = 'https://github.com/Other/X.git'
  const servers = [server(npm('tool')), server(npm('tool'), { name: 'io.github.other/x', repository_url })]
  expect(packages.listPackages('npm', servers, nothing)).toEqual([
    { name: 'tool', owner: 'io.sample', repository: null },
    { name: 'tool', owner: 'io.github.other', repository: 'other/x' },
  ])
})
