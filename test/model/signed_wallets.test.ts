import { expect, test } from 'vitest'
import { rowsFrom, toGivenTables } from './given_tables.ts'

const TABLES = {
  run: 'day:date day_end:timestamp',
  raw_erc8004_identity: `chain registry agent_id kind account uri metadata_key metadata_value block_number:bigint
    log_index:bigint transaction_hash block_time observed_on:date observed_at source_url response_sha256`,
}
const DAY = '2026-03-31'
const A = `0x${'aa'.repeat(20)}`
const B = `0x${'bb'.repeat(20)}`

/** An event of an agent: its transaction, and the wallet that it sets, unless it is a registration. */
type Event = { tx: string; wallet?: string | null; chain?: string; key?: string; time?: string }

/** The wallets of agent 1 by chain, a signed one with a star. */
async function wallets(...events: Event[]): Promise<Record<string, string>> {
  const rows = events.map(({ tx, wallet, chain = 'eip155:56', key = 'agentWallet', time = DAY }, at) => ({
    ...{ chain, agent_id: '1', transaction_hash: tx, block_number: 100 + at, log_index: 900 - at },
    ...{ block_time: `${time}T10:00:00.000Z`, observed_on: DAY, observed_at: `${DAY}T23:00:00.000Z` },
    ...(wallet === undefined
      ? { kind: 'registered', account: A, uri: '' }
      : { kind: 'metadata_set', metadata_key: key, metadata_value: wallet }),
  }))
  const given = toGivenTables(TABLES, {
    run: [{ day: DAY, day_end: `${DAY} 23:59:59` }],
    raw_erc8004_identity: rows.toReversed(),
  })
  const found = await rowsFrom<{ agent_key: string; wallet: string }>(
    given,
    ['stg_erc8004_identity__wallets'],
    `select agent_key, wallet || if(is_signed, '*', '') as wallet from stg_erc8004_identity__wallets order by all`,
  )
  return Object.fromEntries(found.map(({ agent_key, wallet }) => [agent_key, wallet]))
}

const REGISTERED: Event[] = [{ tx: '0x1' }, { tx: '0x1', wallet: A }]

test.each<[string, Event[], string | undefined]>([
  ['of a registration is not signed', REGISTERED, A],
  [
    'that is set later is',
    [...REGISTERED, { tx: '0x2', wallet: B.toUpperCase().replace('X', 'x') }],
    `${B}*`,
  ],
  ['that is set later is, also when it is the same', [...REGISTERED, { tx: '0x2', wallet: A }], `${A}*`],
  ['that is set in the registration itself is not', [...REGISTERED, { tx: '0x1', wallet: B }], B],
  [
    'is no more after it was emptied',
    [...REGISTERED, { tx: '0x2', wallet: B }, { tx: '0x3', wallet: '0x' }],
    undefined,
  ],
  ['is none where nothing is left', [...REGISTERED, { tx: '0x2', wallet: null }], undefined],
  ['can be set again', [...REGISTERED, { tx: '0x2', wallet: '0x' }, { tx: '0x3', wallet: B }], `${B}*`],
  ['of another length is none', [...REGISTERED, { tx: '0x2', wallet: `${B}00` }], undefined],
  ['of nobody is none', [...REGISTERED, { tx: '0x2', wallet: `0x${'00'.repeat(20)}` }], undefined],
  ['is not what another key holds', [...REGISTERED, { tx: '0x2', wallet: B, key: 'payTo' }], A],
  ['of tomorrow is none yet', [...REGISTERED, { tx: '0x2', wallet: B, time: '2026-04-01' }], A],
  ['without a registration is none', [{ tx: '0x2', wallet: B }], undefined],
])('a wallet %s', async (_, events, expected) => {
  expect(await wallets(...events)).toEqual(expected ? { 'eip155:56/1': expected } : {})
})

test('ids repeat on each chain: what one signs says nothing of another, nor the transaction of its registration', async () => {
  const events: Event[] = [
    ...REGISTERED,
    ...[{ tx: '0x2' }, { tx: '0x2', wallet: A }].map((item) => ({ ...item, chain: 'eip155:1' })),
    { tx: '0x2', wallet: B },
  ]
  expect(await wallets(...events)).toEqual({ 'eip155:1/1': A, 'eip155:56/1': `${B}*` })
})
