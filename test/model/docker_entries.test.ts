import { expect, test } from 'vitest'
import { readRows, readValues, toGivenTables } from './given_tables.ts'

const TIED = {
  int_mcp_server__repositories: 'name repository repository_subfolder',
  int_records__handles: 'record_id handle',
  stg_mcp_registry__servers: 'name departed_on:date',
  stg_docker_mcp__servers: 'name repository repository_subfolder is_gone:boolean',
  int_repositories__aliases: 'asked repository',
}

/** Servers as `repository#folder` by the handle of their agent, and entries of the catalogue in the same way. */
function tied(servers: Record<string, string>, entries: Record<string, string>, gone: string[] = []) {
  const split = (at: string) => {
    const [repository, folder = ''] = at.split('#')
    return { repository, repository_subfolder: folder }
  }
  const named = Object.entries(servers).map(([handle, at]) => ({
    name: `sample/${handle}`,
    handle,
    ...split(at),
  }))
  return readValues(
    toGivenTables(TIED, {
      int_mcp_server__repositories: named,
      int_records__handles: named.map(({ name, handle }) => ({ record_id: `mcp_registry:${name}`, handle })),
      stg_mcp_registry__servers: named.map(({ name, handle }) => ({
        name,
        departed_on: gone.includes(handle) ? '2026-03-01' : null,
      })),
      int_repositories__aliases: [{ asked: 'o/former', repository: 'o/ash' }],
      stg_docker_mcp__servers: Object.entries(entries).map(([name, at]) => ({
        ...{ name, ...split(at), is_gone: gone.includes(name) },
      })),
    }),
    'int_docker_entries__agents',
    "name || ' ' || handle",
  )
}

test('an entry is tied to the agent that is credited with its repository', async () => {
  expect(
    await tied({ ash: 'o/ash', oak: 'o/oak' }, { one: 'o/ash', two: 'o/none', three: 'o/former' }),
  ).toEqual(['one ash', 'three ash'])
})

test('of several in one repository it is that in its folder, and without one none', async () => {
  const servers = { ash: 'o/all#src/ash', oak: 'o/all#src/oak' }
  const entries = { exact: 'o/all#src/oak', open: 'o/all', other: 'o/all#src/elm' }
  expect(await tied(servers, entries)).toEqual(['exact oak'])
})

test('where one of the two names no folder, the only one in the repository is meant', async () => {
  const entries = { open: 'o/ash', within: 'o/oak#src/oak', elsewhere: 'o/elm#src/other' }
  const servers = { ash: 'o/ash#src/ash', oak: 'o/oak', elm: 'o/elm#src/elm' }
  expect(await tied(servers, entries)).toEqual(['open ash', 'within oak'])
})

test('two agents in one place have no entry, nor have those that departed or an entry that is gone', async () => {
  expect(await tied({ ash: 'o/ash', oak: 'o/ash' }, { one: 'o/ash' })).toEqual([])
  expect(await tied({ ash: 'o/ash', oak: 'o/ash' }, { one: 'o/ash' }, ['oak'])).toEqual(['one ash'])
  expect(await tied({ ash: 'o/ash' }, { one: 'o/ash' }, ['one'])).toEqual([])
})

const RAW = {
  raw_docker_mcp: `name title type image repository_url built_from_url remote_url added_at first_seen_on:date
    gone_since:date observed_on:date observed_at source_url response_sha256`,
  raw_repository_addresses: 'url host owner repository folder',
}

test('the repository is the server’s own, and a folder counts only where the image is built from the same', async () => {
  const address = (url: string, repository: string, folder: string | null = null, host = 'github.com') => ({
    ...{ url, host, repository, folder },
  })
  const raw_repository_addresses = [
    address('own', 'o/own'),
    address('folder', 'o/own', 'src/A/'),
    address('fork', 'builder/fork', 'src/b'),
    address('elsewhere', 'o/own', null, 'gitlab.com'),
  ]
  const entry = (name: string, repository_url: string | null, built_from_url: string | null, more = {}) => ({
    ...{ name, repository_url, built_from_url, added_at: '2025-06-12T18:00:16Z' },
    ...more,
  })
  const raw_docker_mcp = [
    entry('a', 'own', 'folder'),
    entry('b', 'own', 'fork'),
    entry('c', null, 'fork', { gone_since: '2026-03-01' }),
    entry('d', 'elsewhere', null, { added_at: 'never' }),
    entry('e', 'folder', 'own'),
  ]
  const wanted = 'name, repository, repository_subfolder, added_at::varchar as added_at, is_gone'
  const at = '2025-06-12 18:00:16'
  expect(
    await readRows(
      toGivenTables(RAW, { raw_docker_mcp, raw_repository_addresses }),
      'stg_docker_mcp__servers',
      wanted,
    ),
  ).toEqual([
    { name: 'a', repository: 'o/own', repository_subfolder: 'src/a', added_at: at, is_gone: false },
    { name: 'b', repository: 'o/own', repository_subfolder: '', added_at: at, is_gone: false },
    { name: 'c', repository: 'builder/fork', repository_subfolder: 'src/b', added_at: at, is_gone: true },
    { name: 'd', repository: null, repository_subfolder: '', added_at: null, is_gone: false },
    { name: 'e', repository: 'o/own', repository_subfolder: 'src/a', added_at: at, is_gone: false },
  ])
})
