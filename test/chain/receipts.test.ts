import { expect, it } from 'vitest'
import { UpstreamDown } from '../../core/domain/errors.ts'
import { untilDown } from '../../pipeline/chain/logs.ts'
import { type Pace, readReceipts } from '../../pipeline/chain/receipts.ts'
import { pick } from '../../pipeline/pick.ts'
import { account, chainHttp, errorReply, type Request, transaction } from './fake_chain.ts'

const HASHES = Array.from({ length: 950 }, (_, i) => transaction(i))
const senders = Object.fromEntries(HASHES.map((hash, i) => [hash, account(i)]))
const chain = (meddle?: (requests: Request[]) => ReturnType<typeof errorReply> | undefined) =>
  chainHttp({ head: 0, logs: [], senders, ...(meddle && { meddle }) })

const read = async (http: ReturnType<typeof chain>, pace: Pace) => {
  const from: unknown[] = []
  for await (const { receipt } of readReceipts(http, HASHES, pace)) from.push(pick(receipt, 'from'))
  return from
}

it('reads all receipts in their order, in batches', async () => {
  const http = chain()
  expect(await read(http, { size: 100, left: 50 })).toEqual(Object.values(senders))
  expect(http.bodies.map((requests) => requests.length)).toEqual([...Array(9).fill(100), 50])
})

it('learns how long a batch may be, and stays with it', async () => {
  const http = chain((requests) =>
    requests.length > 10 ? errorReply(-32014, 'maximum 10 calls in 1 batch') : undefined,
  )
  const pace = { size: 80, left: 500 }
  expect(await read(http, pace)).toEqual(Object.values(senders))
  expect(pace.size).toBe(10)
  expect(http.bodies.filter((requests) => requests.length > 10).length).toBe(12)
})

it('breaks off where the batches that it may ask for end', async () => {
  const { read: receipts, failure } = await untilDown(readReceipts(chain(), HASHES, { size: 100, left: 6 }))
  expect(receipts.map(({ receipt }) => pick(receipt, 'from'))).toEqual(Object.values(senders).slice(0, 600))
  expect(failure?.message).toContain('used up its requests')
})

it('gives up when not even one receipt is given', async () => {
  const http = chain(() => errorReply(-32016, 'over rate limit'))
  await expect(read(http, { size: 4, left: 99 })).rejects.toThrow(UpstreamDown)
})
