import { expect, it } from 'vitest'
import { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import { rangeRead, rangeToRead, readHead } from '../../pipeline/chain/head.ts'
import { chainHttp, GENESIS } from './fake_chain.ts'

const head = (number: number) => ({ number, timestamp: 0 })

it('asks once for the chain and its newest block', async () => {
  const http = chainHttp({ head: 1000, logs: [] })
  expect(await readHead(http)).toEqual({ number: 1000, timestamp: GENESIS + 2000 })
  expect(http.bodies.map((requests) => requests.map(({ method }) => method))).toEqual([
    ['eth_chainId', 'eth_getBlockByNumber'],
  ])
})

it('refuses another chain', async () => {
  const reading = readHead(chainHttp({ head: 1000, logs: [], chainId: '0x14a34' }))
  await expect(reading).rejects.toThrow(UpstreamChanged)
  await expect(reading).rejects.toThrow('https://mainnet.base.org: its chain id is not 0x2105')
})

it('begins at the first block when nothing was read yet', () => {
  expect(rangeToRead(head(1000), null, 400, 5000)).toMatchObject({ from_block: 400, to_block: 1000 })
})

it('reads the last 300 blocks again, since the chain may have been reorganised', () => {
  expect(rangeToRead(head(1000), 900, 400, 5000)).toMatchObject({ from_block: 601, to_block: 1000 })
  expect(rangeToRead(head(900), 900, 400, 5000)).toMatchObject({ from_block: 601, to_block: 900 })
})

it('reads no more than it may in one run, and goes on from there', () => {
  const first = rangeToRead(head(9000), null, 0, 1000)
  expect(first).toMatchObject({ from_block: 0, to_block: 999 })
  expect(rangeToRead(head(9000), first.to_block, 0, 1000)).toMatchObject({ from_block: 700, to_block: 1699 })
})

it('reads nothing from a node that is behind what was read before', () => {
  expect(() => rangeToRead(head(899), 900, 400, 5000)).toThrow(UpstreamDown)
})

it('counts what was read before a failure, when it is more than was read before', () => {
  const range = { from_block: 601, to_block: 1000 }
  const failure = new UpstreamDown('https://sample.example', 'gone')
  expect(rangeRead(range, 900, 901, failure)).toMatchObject({ from_block: 601, to_block: 901 })
  expect(() => rangeRead(range, 900, 900, failure)).toThrow(failure)
  expect(rangeRead(range, null, 601, failure)).toMatchObject({ from_block: 601, to_block: 601 })
  expect(() => rangeRead(range, null, 600, failure)).toThrow(failure)
  expect(rangeRead({ from_block: 601, to_block: 900 }, 900, 900, null).to_block).toBe(900)
})
