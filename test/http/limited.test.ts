import { describe, expect, it } from 'vitest'
import { BudgetSpent } from '../../core/domain/errors.ts'
import { replayHttp } from '../../pipeline/http/replay.ts'
import { RequestLog } from '../../pipeline/http/request_log.ts'
import { numbered, sendJson, sendStatus, toSourceDay, upstream } from './harness.ts'

const JOURNAL = { source: 'example', date: '2026-03-24', world: 'replay' as const }
const at = (n: number) => `https://api.example/${n}`

describe('a limited client', () => {
  it('stops at its own number of requests, and leaves the rest to others', async () => {
    const { client, seen } = await upstream((_, response) => sendJson(response, { n: 1 }))
    const http = client({ maxRequests: 5 })
    const [a, b] = [http.limited({ requests: 2, minutes: 1 }), http.limited({ requests: 9, minutes: 1 })]
    for (const n of [1, 2]) await a.json(at(n), numbered)
    await expect(a.json(at(3), numbered)).rejects.toThrow(BudgetSpent)
    for (const n of [4, 5, 6]) await b.json(at(n), numbered)
    await expect(b.json(at(7), numbered)).rejects.toThrow('the budget of 5 requests a day is spent')
    expect(seen).toHaveLength(5)
    expect(http.responses()).toHaveLength(5)
  })

  it('stops after its own minutes, and others go on', async () => {
    let now = 0
    const { client } = await upstream((request, response) => {
      if (request.url?.endsWith('/1')) sendStatus(response, 503)
      else sendJson(response, { n: 1 })
    })
    const sleep = async () => {
      now += 30_000
    }
    const http = client({ monotonic: () => now, sleep })
    const [a, b] = [http.limited({ requests: 9, minutes: 1 }), http.limited({ requests: 9, minutes: 9 })]
    await b.json(at(2), numbered)
    await expect(a.json(at(1), numbered)).rejects.toThrow(
      /time budget of 60 s spent; last failure: status 503/,
    )
    await b.json(at(3), numbered)
    expect(http.isOutOfTime).toBe(true)
    http.close()
    await expect(b.json(at(4), numbered)).rejects.toThrow('the client is closed')
  })

  it('counts what an earlier run of the day was answered, which is not sent again', async () => {
    const { archive, client, seen } = await upstream((_, response) => sendJson(response, { n: 1 }))
    const open = () => client({ maxRequests: 3, journal: archive.journal(JOURNAL) })
    const killed = open().limited({ requests: 2, minutes: 1 })
    for (const n of [1, 2]) await killed.json(at(n), numbered)
    const http = open()
    const [a, b] = [http.limited({ requests: 2, minutes: 1 }), http.limited({ requests: 9, minutes: 1 })]
    for (const n of [1, 2]) await a.json(at(n), numbered)
    await expect(a.json(at(3), numbered)).rejects.toThrow('the budget of 2 requests a day is spent')
    await b.json(at(4), numbered)
    await expect(b.json(at(5), numbered)).rejects.toThrow('the budget of 3 requests a day is spent')
    expect(seen.map(({ url }) => url?.slice(-1))).toEqual(['1', '2', '4'])
    expect(http.isOutOfTime).toBe(false)
  })

  it('sends so many requests in a run, and the next ones in a later run of the day', async () => {
    const { archive, client, seen } = await upstream((_, response) => sendJson(response, { n: 1 }))
    for (const run of [1, 2]) {
      const whole = client({ journal: archive.journal(JOURNAL) })
      const http = whole.limited({ requests: 9, minutes: 1, sent: 2 })
      for (let n = 1; n <= 2 * run; n++) await http.json(at(n), numbered)
      await expect(http.json(at(9), numbered)).rejects.toThrow('the 2 requests of a run are sent')
      // It counts as time that is over: a later run asks again.
      expect(whole.isOutOfTime).toBe(true)
    }
    expect(seen.map(({ url }) => url?.slice(-1))).toEqual(['1', '2', '3', '4'])
  })

  it('fails in a replay as it failed, in the same words', async () => {
    const { client, archive } = await upstream((request, response) =>
      request.url?.endsWith('/1') ? sendJson(response, { n: 1 }) : sendStatus(response, 418),
    )
    const ask = async (http: ReturnType<RequestLog['watch']>) => {
      const limited = http.limited({ requests: 2, minutes: 1 })
      const asked = [1, 2, 3].map((n) => limited.json(at(n), numbered).then(({ data }) => data, String))
      return Promise.all(asked)
    }
    const http = client()
    const log = new RequestLog()
    const live = await ask(log.watch(http))
    expect(live[0]).toEqual({ n: 1 })
    expect(live[1]).toContain('status 418')
    expect(live[2]).toContain('BudgetSpent')
    const day = { ...toSourceDay(http.responses()), failures: log.failures() }
    expect(await ask(new RequestLog().watch(replayHttp(day, archive)))).toEqual(live)
  })
})

describe('requests that another source of the day has made', () => {
  it('are not sent again, count for no budget, and are in this record too', async () => {
    const { client, seen } = await upstream((_, response) => sendJson(response, { n: 1 }))
    const first = client()
    await first.json(at(1), numbered, { body: { q: 1 } })
    const second = client({ repeated: { responses: first.responses() }, maxRequests: 1 })
    expect((await second.json(at(1), numbered, { body: { q: 1 } })).data).toEqual({ n: 1 })
    expect(seen).toHaveLength(1)
    await second.json(at(1), numbered, { body: { q: 2 } })
    expect(seen).toHaveLength(2)
    expect(second.responses()).toHaveLength(2)
    expect(second.responses()[0]).toEqual(first.responses()[0])
  })

  it('fail as they failed there, so that both sources stop at the same place', async () => {
    const { client, seen } = await upstream((_, response) => sendJson(response, { n: 1 }))
    const first = client({ maxRequests: 1 })
    const log = new RequestLog()
    const limited = log.watch(first).limited({ requests: 9, minutes: 1 })
    await limited.json(at(1), numbered)
    await expect(limited.json(at(2), numbered)).rejects.toThrow(BudgetSpent)
    const second = client({ repeated: { responses: first.responses(), failures: log.failures() } })
    await second.json(at(1), numbered)
    await expect(second.json(at(2), numbered)).rejects.toThrow(BudgetSpent)
    expect(seen).toHaveLength(1)
    await second.json(at(3), numbered)
    expect(seen).toHaveLength(2)
  })

  it('count for no budget either where an earlier run of this source has them', async () => {
    const { archive, client, seen } = await upstream((_, response) => sendJson(response, { n: 1 }))
    const first = client({ journal: archive.journal(JOURNAL) })
    await first.json(at(1), numbered)
    const repeated = { responses: first.responses() }
    const second = client({ repeated, journal: archive.journal(JOURNAL), maxRequests: 1 })
    for (const n of [1, 2]) await second.json(at(n), numbered)
    expect(seen).toHaveLength(2)
  })

  it('are sent where their body is lost or damaged', async () => {
    const { client, seen } = await upstream((_, response) => sendJson(response, { n: 1 }))
    const first = client()
    await first.json(at(1), numbered)
    const repeated = first.responses().map((response) => ({ ...response, sha256: 'a'.repeat(64) }))
    await client({ repeated: { responses: repeated } }).json(at(1), numbered)
    expect(seen).toHaveLength(2)
  })
})

it('requests in the background come after all others that wait for their host', async () => {
  const begun: string[] = []
  const { client } = await upstream((request, response) => {
    begun.push(request.url ?? '')
    setTimeout(() => sendJson(response, { n: 1 }), 5)
  })
  const http = client({ limits: { '*': { concurrency: 1, perSecond: Number.POSITIVE_INFINITY } } })
  const isBackground = true
  await Promise.all([
    http.json(at(0), numbered),
    http.json(at(1), numbered, { isBackground }),
    http.json(at(2), numbered, { isBackground }),
    http.json(at(3), numbered),
  ])
  expect(begun.map((url) => url.slice(-1))).toEqual(['0', '3', '1', '2'])
})
