import { expect, test } from 'vitest'
import { readRows, toGivenTables } from './given_tables.ts'

const COLUMNS = {
  stg_endpoint_probes__quotes: 'url chain asset pay_to amount',
  stg_x402_bazaar__offers: 'resource chain asset pay_to amount is_gone:boolean',
}
const PAY = { chain: 'eip155:8453', asset: '0xUSDC', pay_to: '0xaa', amount: '1000' }
const URL = 'https://shop.example/pay'

/** Compares the quotes of an address with its listings: what each has in place of the same way to pay. */
async function compare(quotes: object[], offers: object[]): Promise<string[][]> {
  const given = toGivenTables(COLUMNS, {
    stg_endpoint_probes__quotes: quotes.map((quote) => ({ url: URL, ...PAY, ...quote })),
    stg_x402_bazaar__offers: offers.map((offer) => ({
      resource: `${URL}/`,
      ...PAY,
      is_gone: false,
      ...offer,
    })),
  })
  const rows = await readRows<{ differences: string[] }>(
    given,
    'int_probes__listing_differences',
    'differences',
  )
  return rows.map(({ differences }) => differences)
}

test.each([
  ['the same way to pay, spelled otherwise', [{ asset: '0xusdc' }], [{}], [[]]],
  ['one of several listed ways', [{ amount: '5' }], [{}, { amount: '5' }], [[]]],
  ['another wallet', [{ pay_to: '0xbb' }], [{}], [['wallet']]],
  ['another price', [{ amount: '2000' }], [{}], [['price']]],
  ['another coin for the same number', [{ asset: '0xEURC' }], [{}], [['price']]],
  [
    'another network, where wallet and price cannot be compared',
    [{ chain: 'eip155:137', pay_to: '0xbb' }],
    [{}],
    [['network']],
  ],
  ['a network that only the quote names', [{}, { chain: 'eip155:137', pay_to: '0xbb' }], [{}], [[]]],
  [
    'another wallet on one of two networks',
    [{}, { chain: 'eip155:137', pay_to: '0xbb' }],
    [{}, { chain: 'eip155:137' }],
    [['wallet']],
  ],
  ['an unknown price', [{ amount: null }], [{}], [[]]],
  ['a listing that is gone', [{}], [{ is_gone: true }], []],
])('a quote is compared with its listings: %s', async (_what, quotes, offers, differences) => {
  expect(await compare(quotes, offers)).toEqual(differences)
})
