import { expect, test } from 'vitest'
import { readRows, readValues, toGivenTables } from './given_tables.ts'

const OWN = {
  int_mcp_server__repositories: 'name repository repository_subfolder',
  stg_mcp_registry__servers: 'name departed_on:date',
  int_repositories__aliases: 'repository description is_newest:boolean',
  seed_mcp__repositories: 'repository is_server:boolean',
}

interface ListedRepository {
  repository: string
  description?: string
  folder?: string
  under?: string
  /** The number of servers that name it, the last `gone` of which have departed. */
  servers?: number
  gone?: number
}

/** The servers that have the repository as their own, as `server shared by`. */
function readOwned(
  { repository, description, folder = '', under = 'io.github.O', servers = 1, gone = 0 }: ListedRepository,
  judged?: boolean,
): Promise<string[]> {
  const names = Array.from({ length: servers }, (_, n) => `${under}/${n}`)
  const given = toGivenTables(OWN, {
    int_mcp_server__repositories: names.map((name) => ({
      ...{ name, repository, repository_subfolder: folder },
    })),
    stg_mcp_registry__servers: names.map((name, n) => ({
      ...{ name, departed_on: n >= servers - gone ? '2026-03-01' : null },
    })),
    int_repositories__aliases: [{ repository, description, is_newest: true }],
    seed_mcp__repositories: judged === undefined ? [] : [{ repository, is_server: judged }],
  })
  return readValues(given, 'int_mcp_server__own_repositories', "split_part(name, '/', 2) || ' ' || shared_by")
}

test.each<[string, ListedRepository, boolean]>([
  ['whose name says so', { repository: 'o/mcp-weather' }, true],
  ['whose name says so in other words', { repository: 'o/modelcontextprotocol' }, true],
  ['whose name has the letters within a word', { repository: 'o/pymcpu' }, false],
  ['of an account whose name has them', { repository: 'mcp-o/weather' }, false],
  ['whose description says so', { repository: 'o/weather', description: 'An MCP server' }, true],
  [
    'whose description spells it out',
    { repository: 'o/weather', description: 'Model Context Protocol' },
    true,
  ],
  ['of a product', { repository: 'o/editor', description: 'An editor for teams' }, false],
  ['without a description', { repository: 'o/editor' }, false],
  [
    'that says so, but has the server in a folder',
    { repository: 'o/editor', description: 'An editor with MCP', folder: 'packages/mcp' },
    false,
  ],
  ['that a domain of the owner’s name has', { repository: 'o/mcp', under: 'com.o' }, false],
  ['with the server in a folder, by its name', { repository: 'o/mcp', folder: 'src/server' }, true],
])('a repository %s is the server’s own or not', async (_, listed, is) => {
  expect(await readOwned(listed)).toEqual(is ? ['0 1'] : [])
})

test('a manual decision about a repository overrides its words', async () => {
  expect(await readOwned({ repository: 'o/weather' }, true)).toEqual(['0 1'])
  expect(await readOwned({ repository: 'o/mcp-suite' }, false)).toEqual([])
})

test('two servers share a repository, three have nothing of it; departed ones do not count', async () => {
  expect(await readOwned({ repository: 'o/mcp', servers: 2 })).toEqual(['0 2', '1 2'])
  expect(await readOwned({ repository: 'o/mcp', servers: 3 })).toEqual([])
  expect(await readOwned({ repository: 'o/mcp', servers: 3, gone: 1 })).toEqual(['0 2', '1 2'])
})

test('the first version of a server is the earliest that was ever seen, on the day it was', async () => {
  const seen = (name: string, published_at: string | null, observed_on: string) => ({
    ...{ name, published_at, observed_on, observed_at: `${observed_on}T00:00:00Z` },
  })
  const given = toGivenTables(
    { observed_mcp_registry: 'name published_at observed_on:date observed_at source_url response_sha256' },
    {
      observed_mcp_registry: [
        seen('a', '2026-03-05T00:00:00Z', '2026-03-06'),
        seen('a', '2026-03-01T12:00:00Z', '2026-03-08'),
        seen('a', '2026-03-01T12:00:00Z', '2026-03-07'),
        seen('b', null, '2026-03-07'),
        seen('b', 'never', '2026-03-08'),
        seen('c', '2026-03-02T00:00:00+02:00', '2026-03-08'),
      ],
    },
  )
  const wanted = 'name, published_at::varchar as published_at, observed_at'
  expect(await readRows(given, 'stg_mcp_registry__first_versions', wanted)).toEqual([
    { name: 'a', published_at: '2026-03-01 12:00:00', observed_at: '2026-03-07T00:00:00Z' },
    { name: 'c', published_at: '2026-03-01 22:00:00', observed_at: '2026-03-08T00:00:00Z' },
  ])
})
