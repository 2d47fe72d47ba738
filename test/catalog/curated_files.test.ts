import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { ABILITIES_FILE } from '../../pipeline/catalog/abilities.ts'
import { CHAIN_TOTALS_FILE, countChains, UNREAD_CHAINS_FILE } from '../../pipeline/catalog/chain_totals.ts'
import { CHAINS_FILE, chains, toChain } from '../../pipeline/catalog/chains.ts'
import { parseCurated } from '../../pipeline/catalog/curated_file.ts'
import { DEVELOPERS_FILE, placesFile } from '../../pipeline/catalog/developers.ts'
import { fakeCosts } from '../../pipeline/catalog/fake_costs.ts'
import { FAKE_PRICES_FILE, PRICES } from '../../pipeline/catalog/fake_prices.ts'
import { ANCHORS_FILE, FACILITATORS_FILE, realCatalog } from '../../pipeline/catalog/load.ts'
import { familiesFile, patternsFile } from '../../pipeline/catalog/model_families.ts'
import { countRegistryChains, namePaymentChains } from '../../pipeline/chain/chain_texts.ts'
import { loadSources } from '../../pipeline/source/source_loader.ts'

const FOLDER = new URL('../../sql/seeds/catalog/', import.meta.url)
const readText = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8')

const places = placesFile(['acme'])
const families = familiesFile(['acme'])
const patterns = patternsFile(['alpha'])
const FILES = [
  DEVELOPERS_FILE,
  places,
  families,
  patterns,
  ABILITIES_FILE,
  CHAINS_FILE,
  FACILITATORS_FILE,
  ANCHORS_FILE,
  FAKE_PRICES_FILE,
  CHAIN_TOTALS_FILE,
  UNREAD_CHAINS_FILE,
] as const
type File = (typeof FILES)[number]

const parse = (file: File, rows: string) => parseText(file, `${formatHeader(file)}\n${rows}`)
const parseText = (file: File, text: string) =>
  parseCurated(Buffer.from(text), file as typeof DEVELOPERS_FILE) as object[]
const formatHeader = (file: File): string => Object.keys(file.row.shape).join(',')

const WALLET = `0x${'a'.repeat(40)}`
const ACME = 'acme,Acme,https://acme.example,agents,'
const CHAIN = 'eip155:1,Sample,ETH,evm,sample,https://explorer.example,2,false,,,,unknown,,false,,'
const ABILITY =
  'product,Acme Mail,"sends mail, reads mail",github.com/acme acme.example,https://acme.example,'
const FACILITATOR = `${WALLET},Acme,https://list.example,2026-06-30,`

/** A file with a valid row, the invalid text and the text it replaces, and the expected message: line and column. */
const WRONG: [File, row: string, changes: [from: string, to: string, line: 2 | 3, problem: string][]][] = [
  [
    ABILITIES_FILE,
    ABILITY,
    [
      ['product,', 'thing,', 2, 'kind must be one of family, developer, product'],
      ['acme.example,https', 'acme,https', 2, 'owner must be hosts, or accounts such as github.com/name'],
      [ABILITY, `${ABILITY}\n${ABILITY}`, 3, 'kind and subject "product Acme Mail" also stands in line 2'],
    ],
  ],
  [
    DEVELOPERS_FILE,
    ACME,
    [
      ['acme,', 'Acme,', 2, 'id must be 1 to 64 lower-case letters'],
      ['Acme', '', 2, 'name must be one line of 1 to'],
      ['Acme', 'Acme ', 2, 'name must be one line of 1 to'],
      ['Acme', '"Ac\nme"', 2, 'name must be one line of 1 to'],
      ['https', 'http', 2, 'website must be an absolute https address'],
      ['agents', 'agent', 2, 'makes must be one of models, protocols'],
      ['agents,', 'agents', 2, 'must have 5 cells (id, name, website'],
      ['agents,', 'agents,,', 2, 'must have 5 cells (id, name, website'],
      [ACME, `${ACME}\n\n`, 3, 'must have 5 cells (id, name, website'],
      ['Acme', '"Acme', 2, 'its quotes do not pair; put a cell'],
      ['Acme', 'Ac"me', 2, 'its quotes do not pair; put a cell'],
      [ACME, `${ACME}\n${ACME}`, 3, 'id "acme" also stands in line 2: keep one'],
    ],
  ],
  [
    places,
    'acme,github,acme,',
    [
      ['acme,g', 'acne,g', 2, 'developer must be an id of developers.csv: add it there first'],
      ['github', 'gitlab', 2, 'kind must be one of github, repository'],
      [',acme,', ',https://github.com/acme,', 2, 'place must be the name of an account'],
      ['github', 'repository', 2, 'place must be owner/name'],
      ['github', 'package', 2, 'place must be npm:name or pypi:name'],
      [',acme,', ',acme,\nacme,github,ACME,', 3, 'kind and place "github ACME" also stands in line 2'],
    ],
  ],
  [
    families,
    'alpha,Alpha,Acme,acme,https://acme.example,',
    [
      [',acme,', ',acne,', 2, 'organization must be an id of developers.csv: add it there first'],
      ['https://acme.example', 'https://acme.example acme', 2, 'source_urls must be an absolute https'],
      ['https://acme.example', '', 2, 'source_urls must have the address of a public page'],
    ],
  ],
  [
    patterns,
    'alpha,arena,^alpha-,',
    [
      ['alpha,', 'beta,', 2, 'family must be an id of model_families.csv'],
      ['arena', 'lmarena', 2, 'site must be one of arena, openrouter, huggingface'],
      ['^', '', 2, 'pattern must start with ^'],
      ['^alpha-', '^alpha(?!-x)', 2, 'pattern has a look-around'],
    ],
  ],
  [
    CHAINS_FILE,
    CHAIN,
    [
      ['eip155:1', '1', 2, 'id must be a CAIP-2 id, e.g. '],
      ['unknown', 'none', 2, 'erc8004_first_block must be the number of a block, or unknown'],
      [',,false,,', ',,true,,', 2, 'x402_is_whole must be false where x402_usdc is empty'],
      ['ETH', 'ether', 2, 'coin must be the symbol of its native coin'],
      [',evm,sample,', ',evm,,', 2, 'dataset must name a dataset of the portal where no node is listed'],
      ['false,,,,', 'false,,,0,', 2, 'node_span must be a number of blocks'],
      [',2,', ',0,', 2, 'block_seconds must be a number above 0 in digits'],
    ],
  ],
  [
    FACILITATORS_FILE,
    FACILITATOR,
    [
      ['aa', 'AA', 2, 'address must be an address: 0x and 40'],
      ['https://list.example', '', 2, 'source_url must be an absolute https address'],
    ],
  ],
  [
    CHAIN_TOTALS_FILE,
    'x402,12,https://list.example,2026-06-30,',
    [['x402', 'mcp', 2, 'protocol must be erc8004 or x402']],
  ],
  [
    UNREAD_CHAINS_FILE,
    'x402,eip155:1,Sample,it has no node,',
    [['it has no node', '', 2, 'reason must be one line of 1 to']],
  ],
  [ANCHORS_FILE, `eip155:1,${WALLET},2026-02-28,`, [['28', '30', 2, 'since must be a date, YYYY-MM-DD']]],
  [
    FAKE_PRICES_FILE,
    'star,a star,0.1,a guess,2026-11,true',
    [
      ['0.1', '1E-01', 2, 'usd must be a number above 0 in digits'],
      ['star', 'stair', 2, 'key must be one of star, '],
      ['true', 'yes', 2, 'is_estimate must be true or false'],
    ],
  ],
]

const wrong = WRONG.map(([file, row, changes]) => ({ file, row, changes }))

describe.each(wrong)('$file.name', ({ file, row, changes }) => {
  it('is read where it is right', () => expect(parse(file, row)).toHaveLength(1))

  it.each(changes)('with %j as %j is refused', (from, to, line, problem) => {
    const check = () => parse(file, row.replace(from, to))
    expect(check).toThrow(`sql/seeds/catalog/${file.name}, line ${line}: ${problem}`)
  })
})

describe('a file that a spreadsheet saved', () => {
  const rows = parse(CHAINS_FILE, CHAIN)

  it('may have a mark of UTF-8, other ends of lines and flags in capitals', () => {
    const saved = `\uFEFF${formatHeader(CHAINS_FILE)}\r\n${CHAIN.replaceAll('false', 'FALSE')}\r\n`
    expect(parseText(CHAINS_FILE, saved)).toEqual(rows)
  })

  it('is refused in another character set', () => {
    const bytes = Buffer.from(`${formatHeader(DEVELOPERS_FILE)}\n${ACME.replace('Acme', 'Acmé')}`, 'latin1')
    expect(() => parseCurated(bytes, DEVELOPERS_FILE)).toThrow('developers.csv: has bytes that are not UTF-8')
  })

  it.each([
    ['semicolons', (header: string) => header.replaceAll(',', ';')],
    ['a column too many', (header: string) => `${header},more`],
    ['columns in another order', (header: string) => header.split(',').reverse().join(',')],
  ])('is refused with %s', (_what, change) => {
    const text = `${change(formatHeader(DEVELOPERS_FILE))}\n`
    expect(() => parseText(DEVELOPERS_FILE, text)).toThrow(
      'sql/seeds/catalog/developers.csv, line 1: must be id,name,website,makes,note',
    )
  })
})

test('every file has a schema, and each of its lines is in the catalogue', () => {
  expect(readdirSync(FOLDER).sort()).toEqual([...FILES.map(({ name }) => name), 'fake_costs.csv'].sort())
  const { developers, families, facilitators, anchors = [] } = realCatalog
  const placed = developers.flatMap(({ github, repositories, huggingface, packages, apps, same_as }) =>
    [github, repositories, huggingface, packages, apps, same_as].flatMap((names = []) => names),
  )
  const matched = families.flatMap(({ arena, openrouter, huggingface = [] }) =>
    [arena, openrouter, huggingface].flat(),
  )
  const counts = {
    'developers.csv': developers,
    'developer_places.csv': placed,
    'model_families.csv': families,
    'model_family_patterns.csv': matched,
    'abilities.csv': realCatalog.abilities ?? [],
    'facilitators.csv': facilitators,
    'anchors.csv': anchors,
    'chains.csv': chains,
    'chain_totals.csv': realCatalog.chainTotals ?? [],
    'unread_chains.csv': realCatalog.unreadChains ?? [],
    'fake_prices.csv': Object.keys(PRICES),
    'fake_costs.csv': fakeCosts(),
  }
  for (const [name, read] of Object.entries(counts))
    expect(read.length, name).toBe(readText(name).trimEnd().split('\n').length - 1)
})

describe('texts about chains', () => {
  const added = CHAIN.replace(':1,', ':99,').replace(',,false', `,${WALLET},false`)
  const more = parseCurated(Buffer.from(`${readText('chains.csv')}${added}\n`), CHAINS_FILE).map(toChain)

  it('change when a row is added to the file', () => {
    expect(countRegistryChains(more, 25)).not.toBe(countRegistryChains(chains, 25))
    const [names] = namePaymentChains(chains, 12).split(' (')
    expect(namePaymentChains(more, 12)).toMatch(`${names?.replace(' and ', ', ')} and Sample (`)
  })

  it('are the titles of the sources that read them', async () => {
    const titles = (await loadSources()).map(({ title }) => title)
    for (const part of [
      `ERC-8004 agents on ${countRegistryChains(chains, countChains('erc8004'))}, with`,
      `to ERC-8004 agents on ${countRegistryChains(chains, countChains('erc8004'))}, including`,
      `x402 payments on ${namePaymentChains(chains, countChains('x402'))}, and`,
    ])
      expect(titles).toContainEqual(expect.stringContaining(part))
  })

  it.each([
    [0, 25, '0 of about 25 chains', ' (0 of about 25 chains)'],
    [1, null, '1 chain', 'Sample (1 chain)'],
    [2, 25, '2 of about 25 chains', 'Sample and Sample (2 of about 25 chains)'],
    [13, null, '13 chains', expect.stringMatching(/^Sample, .*Sample and Sample \(13 chains\)$/)],
  ])('count %i of about %s', (count, about, words, names) => {
    const some = more.slice(-1).flatMap((chain) => Array<typeof chain>(count).fill(chain))
    expect([countRegistryChains(some, about), namePaymentChains(some, about)]).toEqual([words, names])
  })
})
