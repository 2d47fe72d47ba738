import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OperationalError } from '../../core/domain/errors.ts'
import type { Catalog, Developer, ModelFamily } from '../../pipeline/catalog/catalog.ts'
import { checkCatalog } from '../../pipeline/catalog/check.ts'
import { realCatalog } from '../../pipeline/catalog/load.ts'

const family = (changes: Partial<ModelFamily> = {}): ModelFamily => ({
  id: 'alpha',
  name: 'Alpha',
  provider: 'Acme',
  organization: 'acme',
  arena: ['^alpha-\\d'],
  openrouter: ['^acme/alpha-'],
  source_urls: ['https://acme.example/alpha'],
  ...changes,
})

const developer = (changes: Partial<Developer> = {}): Developer => ({
  id: 'acme',
  name: 'Acme',
  website: 'https://acme.example',
  github: ['acme', 'acme-labs'],
  repositories: ['acme/agent', 'acme-labs/agent'],
  source_urls: ['https://github.com/acme'],
  ...changes,
})

const catalog = (families: ModelFamily[], developers: Developer[] = [developer()]): Catalog => ({
  families,
  developers,
  facilitators: [],
  chains: [],
})

const beta = (changes: Partial<ModelFamily>) =>
  family({ id: 'beta', arena: ['^beta-'], openrouter: [], ...changes })

const globex = (changes: Partial<Developer>) =>
  developer({ id: 'globex', github: ['globex'], repositories: [], ...changes })

/** The defect, the catalogue with it, and the entry and the reason that the message must name. */
const wrong: [what: string, bad: Catalog, entry: string, reason: RegExp][] = [
  ['an id in capitals', catalog([family({ id: 'Alpha' })]), 'Alpha', /lower-case/],
  ['an id that is too long', catalog([family({ id: 'a'.repeat(65) })]), 'a'.repeat(65), /1 to 64/],
  [
    'an id used by a family and a developer',
    catalog([family({ id: 'acme' })]),
    'acme',
    /id "acme" is also listed in/,
  ],
  ['an empty name', catalog([family({ name: ' ' })]), 'alpha', /name is empty/],
  ['no source', catalog([family({ source_urls: [] })]), 'alpha', /public page/],
  ['an http source', catalog([family({ source_urls: ['http://acme.example'] })]), 'alpha', /https/],
  ['a relative website', catalog([], [developer({ website: 'acme.example' })]), 'acme', /https/],
  [
    'an unknown organization',
    catalog([family({ organization: 'acne' })]),
    'alpha',
    /"acne" is not a developer/,
  ],
  ['no pattern', catalog([family({ arena: [], openrouter: [] })]), 'alpha', /no pattern/],
  ['a pattern without ^', catalog([family({ arena: ['alpha'] })]), 'alpha', /must start with \^/],
  ['a half-anchored pattern', catalog([family({ arena: ['^alpha|beta'] })]), 'alpha', /outside a group/],
  ['a pattern for everything', catalog([family({ arena: ['^(?:alpha)?'] })]), 'alpha', /every name/],
  ['a broken pattern', catalog([family({ openrouter: ['^acme/(alpha'] })]), 'alpha', /does not compile/],
  ['a look-ahead', catalog([family({ arena: ['^alpha(?!-x)'] })]), 'alpha', /look-around/],
  ['a back-reference', catalog([family({ arena: ['^(a)\\1'] })]), 'alpha', /back-reference/],
  ['an equal pattern', catalog([family(), beta({ arena: ['^ALPHA-\\d'] })]), 'beta', /arena/],
  [
    'an equal market pattern',
    catalog([family(), beta({ openrouter: ['^acme/alpha-'] })]),
    'beta',
    /openrouter/,
  ],
  [
    'an equal Hugging Face pattern',
    catalog([family({ huggingface: ['^Acme/Alpha-'] }), beta({ huggingface: ['^acme/alpha-'] })]),
    'beta',
    /Hugging Face pattern/,
  ],
  [
    'an open Hugging Face pattern',
    catalog([family({ huggingface: ['Acme/'] })]),
    'alpha',
    /must start with \^/,
  ],
  [
    'a shared key',
    catalog([], [developer({ same_as: ['mcp:x'] }), globex({ same_as: ['mcp:x'] })]),
    'globex',
    /same_as/,
  ],
  ['a shared account', catalog([], [developer(), globex({ github: ['ACME'] })]), 'globex', /GitHub account/],
  [
    'a shared Hugging Face account',
    catalog([], [developer({ huggingface: ['Acme'] }), globex({ huggingface: ['acme'] })]),
    'globex',
    /Hugging Face account/,
  ],
  [
    'a shared package',
    catalog([], [developer({ packages: ['npm:acme'] }), globex({ packages: ['npm:acme'] })]),
    'globex',
    /package "npm:acme" is also listed in "acme"/,
  ],
  ['a package without a registry', catalog([], [developer({ packages: ['acme'] })]), 'acme', /npm:name/],
  ['a package of another registry', catalog([], [developer({ packages: ['oci:acme'] })]), 'acme', /npm:name/],
  ['a package with a version', catalog([], [developer({ packages: ['npm:acme@1'] })]), 'acme', /npm:name/],
  ['a package in two spellings', catalog([], [developer({ packages: ['pypi:a_b'] })]), 'acme', /hyphens/],
  [
    'a foreign repository',
    catalog([], [developer({ repositories: ['globex/x'] })]),
    'acme',
    /add the account/,
  ],
  [
    'a repository twice',
    catalog([], [developer({ repositories: ['acme/x', 'acme/X'] })]),
    'acme',
    /one place/,
  ],
  [
    'an address as repository',
    catalog([], [developer({ repositories: ['acme/x/y'] })]),
    'acme',
    /owner\/name/,
  ],
]

describe('checkCatalog', () => {
  it('accepts the real catalogue', () => {
    expect(() => checkCatalog(realCatalog)).not.toThrow()
    expect(realCatalog.families.length).toBeGreaterThanOrEqual(45)
    expect(realCatalog.developers.length).toBeGreaterThanOrEqual(45)
  })

  it('refuses a chain that is read and stands among those that are not', () => {
    const [first] = realCatalog.unreadChains ?? []
    const unreadChains = first ? [{ ...first, protocol: 'x402' as const, id: 'eip155:8453' }] : []
    expect(() => checkCatalog({ ...realCatalog, unreadChains })).toThrow(
      'unread_chains.csv": the chain "x402 eip155:8453" is also listed in "chains.csv": keep it in one place',
    )
  })

  it('accepts a family that is on Hugging Face alone, and packages of both registries', () => {
    const open = family({ arena: [], openrouter: [], huggingface: ['^Acme/Alpha-'] })
    const packages = ['npm:acme', 'npm:@acme/sdk', 'pypi:acme', 'pypi:acme-sdk']
    expect(() =>
      checkCatalog(catalog([open], [developer({ packages, huggingface: ['Acme'] })])),
    ).not.toThrow()
  })

  it('has the authors that its patterns name, and packages of both registries', () => {
    const authors = new Set(realCatalog.developers.flatMap(({ huggingface = [] }) => huggingface))
    const alone = realCatalog.families
      .filter(({ organization }) => organization !== null)
      .flatMap(({ huggingface = [] }) => huggingface)
      .filter((pattern) => !authors.has(/^\^([\w-]+)\//.exec(pattern)?.[1] ?? ''))
    expect(alone).toEqual([])
    const packages = realCatalog.developers.flatMap(({ packages = [] }) => packages)
    expect(packages).toEqual(expect.arrayContaining(['npm:openai', 'pypi:openai', 'pypi:langchain']))
  })

  it('accepts a small right one', () => {
    const families = [family(), beta({ arena: ['^(?:beta|b)-[|]'], organization: null })]
    expect(() => checkCatalog(catalog(families, [developer(), globex({})]))).not.toThrow()
  })

  it.each(wrong)('rejects %s', (_, bad, entry, reason) => {
    const check = () => checkCatalog(bad)
    expect(check).toThrow(OperationalError)
    expect(check).toThrow(`catalogue entry "${entry}"`)
    expect(check).toThrow(reason)
  })

  it('lets no account of the real catalogue stand in a second organisation, in whatever case', () => {
    const accounts = realCatalog.developers.flatMap(({ github }) => github)
    fc.assert(
      fc.property(fc.constantFrom(...accounts), fc.boolean(), (account, upper) => {
        const thief = globex({ github: [upper ? account.toUpperCase() : account.toLowerCase()] })
        const check = () => checkCatalog({ ...realCatalog, developers: [...realCatalog.developers, thief] })
        expect(check).toThrow('catalogue entry "globex"')
      }),
    )
  })
})
