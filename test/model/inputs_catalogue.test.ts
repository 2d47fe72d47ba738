import { expect, test } from 'vitest'
import { DAY, daysAgo } from './given.ts'
import { rowsFrom, toGivenTables } from './given_tables.ts'
import { noon, PROVENANCE, provenance, readInputs } from './inputs_given.ts'

const PACKAGES = `handle category key item value:double value_at:timestamp ${PROVENANCE}`

const STANDINGS = `family board model standing:double votes:bigint nth:integer nth_of_board:integer ${PROVENANCE}`

const DEVELOPER = {
  run: 'day:date',
  raw_catalog_apps: 'developer app',
  stg_openrouter_apps__apps: `app_id name tokens:hugeint until:date is_gone:boolean ${PROVENANCE}`,
  int_records__handles: 'record_id handle',
  stg_catalog__developers: 'id',
  stg_catalog__families: 'id organization',
  raw_catalog_repositories: 'developer repository',
  int_accounts__proofs: 'record_id account',
  int_repositories__aliases: `asked repository owner is_newest:boolean full_name stars:bigint forks:bigint pushed_at:timestamp ${PROVENANCE}`,
  stg_mcp_registry__servers: `name departed_on:date ${PROVENANCE}`,
  int_mcp_server__repositories: 'name repository_owner',
  int_model_family__standings: STANDINGS,
  int_agents__package_downloads: PACKAGES,
}

const OF_KNOWN = { record_id: 'catalog:developer/known', account: 'known' }

const developer = (rows: Partial<Record<keyof typeof DEVELOPER, object[]>>): Promise<string[]> =>
  readInputs(
    toGivenTables(DEVELOPER, {
      run: [{ day: DAY }],
      int_records__handles: [{ record_id: 'catalog:developer/known', handle: 'known' }],
      stg_catalog__developers: [{ id: 'known' }],
      ...rows,
    }),
    'int_developer__signal_inputs',
  )

test('a developer has the repositories of the catalogue, and the packages that count for developers', async () => {
  const named = { asked: 'known/tool', repository: 'known/tool', owner: 'known', full_name: 'Known/Tool' }
  const repository = { ...named, stars: 5, forks: 2 }
  const downloads = { handle: 'known', key: 'npm_downloads', value: 70, ...provenance(2) }
  expect(
    await developer({
      raw_catalog_repositories: [{ developer: 'known', repository: 'Known/Tool' }],
      int_accounts__proofs: [OF_KNOWN],
      int_repositories__aliases: [{ ...repository, is_newest: true, pushed_at: noon(9), ...provenance(1) }],
      int_agents__package_downloads: [
        { ...downloads, category: 'developer', item: 'own' },
        { ...downloads, category: 'mcp_server', item: 'served' },
      ],
    }),
  ).toEqual([
    'known github_forks_total Known/Tool = 2, from 1',
    'known github_pushed_at Known/Tool = 2026-03-09, from 1',
    'known github_stars_total Known/Tool = 5, from 1',
    'known npm_downloads own = 70, from 2',
  ])
})

test('a server of its account counts once for a developer, until it departs', async () => {
  const server = (name: string, departed_on: string | null, n: number) => ({
    name,
    departed_on,
    ...provenance(n),
  })
  expect(
    await developer({
      int_accounts__proofs: [OF_KNOWN],
      int_mcp_server__repositories: ['here', 'gone', 'other'].map((name) => ({
        name,
        repository_owner: name === 'other' ? 'other' : 'known',
      })),
      stg_mcp_registry__servers: [
        server('here', null, 1),
        server('gone', '2026-03-01', 2),
        server('other', null, 3),
      ],
    }),
  ).toEqual(['known mcp_servers here = 1, from 1'])
})

test('an app of a developer counts by its name, while it is ranked, known to be one, and not long ago', async () => {
  const app = (app_id: string, name: string, n: number, more: object = {}) => ({
    ...{ app_id, name, tokens: n, until: daysAgo(1), is_gone: false },
    ...provenance(n),
    ...more,
  })
  expect(
    await developer({
      raw_catalog_apps: ['Known Chat', 'Twin', 'Past', 'Old'].map((app) => ({ developer: 'known', app })),
      stg_openrouter_apps__apps: [
        app('1', 'known chat', 1),
        app('2', 'Twin', 2),
        app('3', 'twin', 3),
        app('4', 'Past', 4, { is_gone: true }),
        app('5', 'Old', 5, { until: daysAgo(30) }),
        app('6', 'Known', 6),
      ],
    }),
  ).toEqual(['known openrouter_app_tokens known chat = 1, from 1'])
})

test('a family of a developer counts by the best of its standings, and once', async () => {
  const measured = (family: string, nth: number, standing: number, n: number) => ({
    ...{ family, board: 'text', model: `m${n}`, standing, nth },
    ...provenance(n),
  })
  expect(
    await developer({
      stg_catalog__families: ['sample', 'absent'].map((id) => ({ id, organization: 'known' })),
      int_model_family__standings: [
        measured('sample', 2, 40, 2),
        measured('sample', 1, 70, 1),
        measured('elsewhere', 1, 90, 3),
      ],
    }),
  ).toEqual(['known families_best sample = 70, from 1', 'known families_on_arena sample = 1, from 1'])
})

const FAMILY = {
  run: 'day:date',
  int_records__handles: 'record_id handle',
  int_model_family__models: 'source model family',
  stg_arena__entries: `board model is_gone:boolean listed_at:timestamp ${PROVENANCE}`,
  int_model_family__standings: STANDINGS,
  stg_openrouter_models__models: `id model is_variant:boolean is_alias:boolean created_at:timestamp is_gone:boolean ${PROVENANCE}`,
  observed_arena: `board model votes:bigint observed_on:date ${PROVENANCE}`,
  stg_openrouter_endpoints__models: `model uptime_1d:double ${PROVENANCE}`,
  stg_openrouter_rankings__days: `day:date model tokens:hugeint ${PROVENANCE}`,
  stg_huggingface_models__models: `id downloads:bigint modified_at:timestamp base_models:varchar[] ${PROVENANCE}`,
}

const MATCHED = [
  { source: 'arena', model: 'm1' },
  { source: 'arena', model: 'm2' },
  { source: 'openrouter_models', model: 'o1' },
  { source: 'openrouter_models', model: 'o2' },
  { source: 'openrouter_rankings', model: 'o1' },
  { source: 'huggingface_models', model: 'h1' },
  { source: 'huggingface_models', model: 'h2' },
]

const family = (
  rows: Partial<Record<keyof typeof FAMILY, object[]>>,
  model = 'int_model_family__signal_inputs',
): Promise<string[]> =>
  readInputs(
    toGivenTables(FAMILY, {
      run: [{ day: DAY }],
      int_records__handles: [{ record_id: 'catalog:family/sample', handle: 'sample' }],
      int_model_family__models: MATCHED.map((item) => ({ family: 'sample', ...item })),
      ...rows,
    }),
    model,
  )

test('every standing of a family counts for its best, the best of each board for the sum, and being listed is an act', async () => {
  const measured = (board: string, model: string, nth_of_board: number, standing: number, n: number) => ({
    ...{ family: 'sample', board, model, nth_of_board, standing, votes: 10 * n },
    ...provenance(n),
  })
  const entry = (model: string, is_gone: boolean, n: number) => ({
    ...{ board: 'text', model, is_gone, listed_at: noon(n) },
    ...provenance(n),
  })
  expect(
    await family({
      stg_arena__entries: [entry('m1', false, 2), entry('m2', true, 3)],
      int_model_family__standings: [
        measured('text', 'm1', 1, 60, 2),
        measured('text', 'm3', 2, 50, 4),
        measured('code', 'm1', 1, 30, 5),
      ],
    }),
  ).toEqual([
    'sample arena_best code m1 = 30, from 5',
    'sample arena_best text m1 = 60, from 2',
    'sample arena_best text m3 = 50, from 4',
    'sample arena_listed_at text m1 = 2026-03-02, from 2',
    'sample arena_listed_at text m2 = 2026-03-03, from 3',
    'sample arena_standings code = 30, from 5',
    'sample arena_standings text = 60, from 2',
    'sample arena_votes code m1 = 50, from 5',
    'sample arena_votes text m1 = 20, from 2',
    'sample arena_votes text m3 = 40, from 4',
  ])
})

test('offers of OpenRouter count until they are gone, and that they were seen stays an act', async () => {
  const offer = (id: string, is_gone: boolean, n: number) => ({
    ...{ id, model: id, is_variant: false, is_alias: false, created_at: noon(n), is_gone },
    ...provenance(n + 10),
  })
  expect(
    await family({ stg_openrouter_models__models: [offer('o1', false, 1), offer('o2', true, 2)] }),
  ).toEqual([
    'sample openrouter_first_at o1 = 2026-03-01, from 11',
    'sample openrouter_models o1 = 1, from 11',
    'sample openrouter_newest_at o1 = 2026-03-01, from 11',
    'sample openrouter_offered_at o1 = 2026-03-11, from 11',
    'sample openrouter_offered_at o2 = 2026-03-12, from 12',
  ])
})

test('variants and aliases of a model are no further models, and none is newer for a variant that is', async () => {
  const offer = (id: string, n: number, more: object = {}) => ({
    ...{ id, model: 'o1', is_variant: id.includes(':'), is_alias: id.startsWith('~') },
    ...{ created_at: noon(n), is_gone: false },
    ...provenance(n),
    ...more,
  })
  const offers = [offer('o1:free', 20), offer('~o1', 1), offer('o1', 2), offer('o1:nitro', 25)]
  const rowsFor = async (models: object[], ids: string[]) => {
    const matched = ids.map((model) => ({ source: 'openrouter_models', model, family: 'sample' }))
    const rows = await family({ stg_openrouter_models__models: models, int_model_family__models: matched })
    return rows.filter((row) => !row.includes('offered_at'))
  }
  const ids = ['o1', 'o1:free', '~o1', 'o1:nitro']
  expect(await rowsFor(offers, ids)).toEqual([
    'sample openrouter_first_at o1 = 2026-03-02, from 2',
    'sample openrouter_models o1 = 1, from 2',
    'sample openrouter_newest_at o1 = 2026-03-02, from 2',
  ])
  // A model that only a variant offers counts as one too.
  expect(await rowsFor([offer('o1', 2, { is_gone: true }), ...offers.slice(0, 1)], ids)).toContain(
    'sample openrouter_models o1:free = 1, from 20',
  )
})

test('tokens count on the last 30 days with today', async () => {
  const days = [daysAgo(30), daysAgo(29), DAY, daysAgo(-1)]
  expect(
    await family({
      stg_openrouter_rankings__days: days.map((day, n) => ({
        day,
        model: 'o1',
        tokens: n,
        ...provenance(n + 1),
      })),
    }),
  ).toEqual([
    `sample openrouter_tokens o1 ${daysAgo(29)} = 1, from 2`,
    `sample openrouter_tokens o1 ${DAY} = 2, from 3`,
  ])
})

test('a family is served by an endpoint that answers well, voted for when votes grow, and downloaded from a floor on', async () => {
  const reading = (model: string, votes: number, n: number) => ({
    ...{ board: 'text', model, votes, observed_on: `2026-03-0${n}` },
    ...provenance(n),
  })
  const endpoint = (model: string, uptime_1d: number | null, n: number) => ({
    model,
    uptime_1d,
    ...provenance(n),
  })
  const weights = (id: string, downloads: number, n: number) => ({
    id,
    downloads,
    base_models: [],
    ...provenance(n),
  })
  const given = {
    observed_arena: [
      // Grown until the third reading; a new one of a board that was read before; and one that lost votes.
      ...[reading('m1', 10, 1), reading('m1', 12, 2), reading('m1', 13, 3), reading('m1', 13, 4)],
      reading('m2', 5, 3),
      ...[reading('other', 9, 1), reading('m3', 9, 1), reading('m3', 8, 2)],
    ],
    int_model_family__models: [...MATCHED, { source: 'arena', model: 'm3' }].map((item) => ({
      ...{ family: 'sample', ...item },
    })),
    stg_openrouter_endpoints__models: [endpoint('o1', 89.9, 5), endpoint('o2', 90, 6), endpoint('x', 99, 7)],
    stg_huggingface_models__models: [weights('h1', 4_999, 8), weights('h2', 5_000, 9)],
    stg_openrouter_rankings__days: [daysAgo(9), daysAgo(2), daysAgo(-1)].map((day, index) => ({
      ...{ day, model: 'o1', tokens: 3 - index },
      ...provenance(10 + index),
    })),
  }
  expect(await family(given, 'int_model_family_use__signal_inputs')).toEqual([
    'sample arena_voted_at text m1 = 2026-03-03, from 3',
    'sample arena_voted_at text m2 = 2026-03-03, from 3',
    'sample huggingface_downloaded_at h2 = 2026-03-09, from 9',
    'sample openrouter_served_at o2 = 2026-03-06, from 6',
    `sample openrouter_used_at o1 ${daysAgo(2)} = ${daysAgo(2)}, from 11`,
  ])
})

test('a model made from one of the family counts as its derivative once, unless it is of the family itself', async () => {
  const model = (id: string, base_models: string[], n: number) => ({ id, base_models, ...provenance(n) })
  const rows = await family({
    stg_huggingface_models__models: [
      { ...model('h1', [], 1), downloads: 5, modified_at: noon(7) },
      model('h2', ['h1'], 2),
      model('d1', ['h1', 'h2'], 3),
      model('d2', ['other'], 4),
    ],
  })
  expect(rows.filter((row) => !row.includes(' h2 '))).toEqual([
    'sample huggingface_derivatives d1 = 1, from 3',
    'sample huggingface_downloads h1 = 5, from 1',
    'sample huggingface_modified_at h1 = 2026-03-07, from 1',
  ])
  expect(rows.filter((row) => row.includes('derivatives'))).toHaveLength(1)
})

test('a model belongs to the family with the longest pattern of its source that fits', async () => {
  const pattern = (family: string, source: string, text: string) => ({ family, source, pattern: text })
  const given = toGivenTables(
    {
      stg_arena__entries: 'model',
      stg_openrouter_models__models: 'id',
      stg_openrouter_rankings__days: 'model',
      stg_huggingface_models__models: 'id',
      raw_catalog_patterns: 'family source pattern',
    },
    {
      stg_arena__entries: ['Klode-4-mini', 'Klode-4', 'unrelated'].map((model) => ({ model })),
      stg_openrouter_rankings__days: [{ model: 'lab/klode' }, { model: 'lab/exact:free' }],
      stg_huggingface_models__models: [{ id: 'lab/klode' }],
      raw_catalog_patterns: [
        pattern('klode', 'arena', '^klode'),
        pattern('klode-mini', 'arena', '^klode-.*-mini$'),
        pattern('klode', 'openrouter_models', '^lab/klode'),
        pattern('exact', 'openrouter_models', '^lab/exact$'),
      ],
    },
  )
  const rows = await rowsFrom(
    given,
    ['int_model_family__models'],
    'select * from int_model_family__models order by all',
  )
  expect(rows).toEqual([
    { source: 'arena', model: 'Klode-4', family: 'klode' },
    { source: 'arena', model: 'Klode-4-mini', family: 'klode-mini' },
    { source: 'openrouter_rankings', model: 'lab/exact:free', family: 'exact' },
    { source: 'openrouter_rankings', model: 'lab/klode', family: 'klode' },
  ])
})
