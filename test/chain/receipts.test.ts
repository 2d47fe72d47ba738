import { expect, it } from 'vitest'
import { UpstreamDown } from '../../core/domain/errors.ts'
import { firstPace, type Pace, readReceipts } from '../../pipeline/chain/rpc/receipts.ts'
import { pick } from '../../pipeline/source/pick.ts'
import { account, chainHttp, errorReply, type Request, transaction } from './fake_chain.ts'

const NODE = 'https://node.sample.example'
const HASHES = Array.from({ length: 950 }, (_, i) => transaction(i))
const senders = Object.fromEntries(HASHES.map((hash, i) => [hash, account(i)]))
const chain = (meddle?: (requests: Request[]) => ReturnType<typeof errorReply> | undefined) =>
  chainHttp({ head: 0, logs: [], senders, ...(meddle && { meddle }) })

const read = async (http: ReturnType<typeof chain>, pace: Pace, from: unknown[] = []) => {
  for await (const { receipt } of readReceipts(http, NODE, HASHES, pace)) from.push(pick(receipt, 'from'))
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

it('comes to batches of ten, the most that public nodes take, by halves', async () => {
  const http = chain((requests) =>
    requests.length > 10 ? errorReply(-32014, 'maximum 10 calls in 1 batch') : undefined,
  )
  const pace = firstPace()
  await read(http, pace)
  expect(pace.size).toBe(10)
})

it('breaks off where the batches that it may ask for end, and gives what came before', async () => {
  const from: unknown[] = []
  const reading = read(chain(), { size: 100, left: 6 }, from)
  await expect(reading).rejects.toThrow(UpstreamDown)
  await expect(reading).rejects.toThrow('used up its requests')
  expect(from).toEqual(Object.values(senders).slice(0, 600))
})

it('gives up when not even one receipt is given', async () => {
  const http = chain(() => errorReply(-32014, 'maximum 0 calls in 1 batch'))
  await expect(read(http, { size: 4, left: 99 })).rejects.toThrow(UpstreamDown)
})
