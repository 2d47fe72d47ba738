import { expect, test } from 'vitest'
import { DAY } from './given.ts'
import { readRows, toGivenTables } from './given_tables.ts'

test('the licence is that of the repository that answers; what was never asked is unknown, not unlicensed', async () => {
  const names = ['mit', 'none', 'odd', 'unasked', 'elsewhere']
  const given = toGivenTables(
    {
      int_agents__profiles: 'handle repository_url',
      raw_repository_addresses: 'url host repository',
      int_repositories__aliases: 'asked repository license observed_on:date',
    },
    {
      int_agents__profiles: names.map((name) => ({
        handle: name,
        repository_url: `https://code.example/${name}`,
      })),
      raw_repository_addresses: names.map((name) => ({
        ...{ url: `https://code.example/${name}`, repository: `o/${name}` },
        host: name === 'elsewhere' ? 'gitlab.com' : 'github.com',
      })),
      int_repositories__aliases: [
        ['mit', 'MIT'],
        ['none', 'NONE'],
        ['odd', 'NOASSERTION'],
        ['unasked', null],
        ['elsewhere', 'MIT'],
      ].map(([name, license]) => ({
        asked: `o/${name}`,
        repository: `new/${name}`,
        license,
        observed_on: DAY,
      })),
    },
  )
  const license = (name: string, spdx_id: string | null) => ({
    handle: name,
    license: { spdx_id, repository: `new/${name}`, observed_on: DAY },
  })
  expect(await readRows(given, 'int_agents__licenses', 'handle, license')).toEqual([
    license('mit', 'MIT'),
    license('none', null),
    license('odd', null),
  ])
})
