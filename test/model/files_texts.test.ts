import { expect, test } from 'vitest'
import { readRows, toGivenTables } from './given_tables.ts'

const FILES = { observed_erc8004_files: 'chain agent_id uri outcome name description observed_on:date' }

/** One day's read of an agent's file: its address, the outcome, and the name in it. */
type Read = [uri: string, outcome: string, name: string | null]

/** The names that were read, each with a mark if it counts as present since the registration. */
async function firsts(...reads: Read[]): Promise<string[]> {
  const rows = reads.map(([uri, outcome, name], day) => ({
    ...{ chain: 'eip155:1', agent_id: '1', uri, outcome, name, description: null },
    observed_on: `2026-03-0${day + 1}`,
  }))
  const given = toGivenTables(FILES, { observed_erc8004_files: rows })
  const read = await readRows(given, 'stg_erc8004_files__texts', 'first_read_on, is_first')
  return read.map((row) => JSON.stringify(Object.values(row)))
}

test.each<[string, Read[], string[]]>([
  ['read at once', [['ipfs://a', 'ok', 'A']], ['["2026-03-01",true]']],
  [
    'read after days on which no gateway gave it',
    [
      ['ipfs://a', 'not_observed', null],
      ['ipfs://a', 'not_observed', null],
      ['ipfs://a', 'ok', 'A'],
    ],
    ['["2026-03-03",true]'],
  ],
  [
    'read under another address than the one that was lost',
    [
      ['ipfs://lost', 'not_observed', null],
      ['ipfs://a', 'ok', 'A'],
    ],
    ['["2026-03-02",false]'],
  ],
  [
    'read after its host had failed',
    [
      ['https://a.example', 'error', null],
      ['https://a.example', 'ok', 'A'],
    ],
    ['["2026-03-02",false]'],
  ],
  [
    'read after another text',
    [
      ['ipfs://a', 'ok', 'A'],
      ['ipfs://b', 'ok', 'B'],
      ['ipfs://a', 'ok', 'A'],
    ],
    ['["2026-03-01",true]', '["2026-03-02",false]'],
  ],
])('a text is the first one of an agent when %s: %j', async (_, reads, expected) => {
  expect(await firsts(...reads)).toEqual(expected)
})
