import { expect, test } from 'vitest'
import { readRows, toGivenTables } from './given_tables.ts'

const TABLES = {
  run: 'day:date day_end:timestamp',
  raw_chains: 'chain name block_seconds:double usdc',
  raw_x402_payments: `chain asset block_number:bigint log_index:bigint block_time transaction_hash kind method payer
    pay_to amount relayer channel observed_on:date observed_at source_url response_sha256`,
}
const DAY = '2026-03-31'
const BASE = 'eip155:8453'
const POLYGON = 'eip155:137'

/** The settled payments of given events, each a change of one payment of 10 from `a` to `b` in the dollar of Base. */
const settled = (...events: object[]) =>
  readRows(
    toGivenTables(TABLES, {
      run: [{ day: DAY, day_end: `${DAY} 23:59:59` }],
      raw_chains: [
        { chain: BASE, usdc: '0xusdc' },
        { chain: POLYGON, usdc: '0xusdc-there' },
        { chain: 'eip155:1', usdc: null },
      ],
      raw_x402_payments: events.map((event, i) => ({
        ...{ chain: BASE, asset: '0xusdc', block_number: 100 + i, log_index: i, kind: 'payment' },
        ...{ block_time: `${DAY}T10:00:00.000Z`, method: 'eip3009', payer: 'a', pay_to: 'b', amount: '10' },
        ...event,
      })),
    }),
    'stg_x402_payments__payments',
    'chain, method, payer, operator, amount',
  )

const opened = (channel: string, more: object = {}) => ({
  ...{ kind: 'channel', method: 'batch', amount: null, channel },
  ...more,
})
const claim = (channel: string, amount: string, more: object = {}) => ({
  ...{ kind: 'claim', method: 'batch', asset: null, payer: null, pay_to: null, amount, channel },
  ...more,
})
const paid = (amount: number, more: object = {}) => ({
  ...{ chain: BASE, method: 'eip3009', payer: 'a', operator: 'b', amount },
  ...more,
})

test('a claim is a payment of whoever opened the channel to whom it was opened for', async () => {
  expect(await settled(claim('c', '7'), opened('c', { payer: 'p', pay_to: 'q' }), claim('c', '8'))).toEqual([
    paid(7, { method: 'batch', payer: 'p', operator: 'q' }),
    paid(8, { method: 'batch', payer: 'p', operator: 'q' }),
  ])
})

test('a channel that is logged twice counts as logged first, each claim once', async () => {
  const twice = [opened('c'), opened('c', { payer: 'forger', pay_to: 'forger' })]
  expect(await settled(...twice, claim('c', '7'))).toEqual([paid(7, { method: 'batch' })])
})

test('a claim out of a channel that was not seen opened, or of another chain, is no payment', async () => {
  expect(await settled(claim('c', '7'), opened('d', { chain: POLYGON }), claim('d', '8'))).toEqual([])
})

test('only the dollar of its chain is counted, and neither a funding nor what opens a channel', async () => {
  const there = { chain: POLYGON, asset: '0xusdc-there' }
  expect(
    await settled(
      { amount: '1' },
      { amount: '2', asset: '0xeuro', method: 'permit2' },
      { amount: '3', ...there },
      { amount: '4', chain: POLYGON },
      { amount: '5', chain: 'eip155:1', asset: null },
      { amount: '6', kind: 'funding', method: null },
      opened('c', { asset: '0xeuro' }),
      claim('c', '7'),
    ),
  ).toEqual([paid(3, { chain: POLYGON }), paid(1)])
})

test('what is after the day does not count yet', async () => {
  expect(await settled({ block_time: '2026-04-01T00:00:00.000Z' }, { amount: '3' })).toEqual([paid(3)])
})
