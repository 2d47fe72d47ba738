import { expect, it } from 'vitest'
import { UpstreamDown } from '../../core/domain/errors.ts'
import { visitAll } from '../../pipeline/agents/visit_all.ts'
import { createLookup } from '../../pipeline/http/guard/names.ts'
import { replayGuard } from '../../pipeline/http/guard/replay.ts'
import { NotObservedError, type Reach } from '../../pipeline/http/guard/transport.ts'
import type { GuardedVisits, VisitOptions } from '../../pipeline/http/guarded.ts'
import { JSON_TYPE, openGuard, wait } from '../http/guard_harness.ts'
import { toSourceDay } from '../http/harness.ts'
import { type NameAnswer, testNameServer } from '../http/name_server.ts'

const JSON_EXPECTED: VisitOptions = { expect: 'json' }
const PUBLIC: NameAnswer = { ips: ['93.184.216.34'] }
const LIVE_TIMEOUT_MS = 8_000
const MAX_CONCURRENT_LOOKUPS = 32

const answering: Reach = async () => ({
  status: 200,
  headers: new Headers(JSON_TYPE),
  body: (async function* () {
    yield Buffer.from('{}')
  })(),
})

const urls = (name: string, count: number) =>
  Array.from({ length: count }, (_, i) => `https://${name}-${i}.example/`)

/** The results of visits to these addresses: an outcome, or `not observed`. */
const outcomes = (guard: GuardedVisits, addresses: string[]) =>
  Promise.all(
    addresses.map((url) =>
      guard.visit(url, JSON_EXPECTED).then(
        ({ outcome }) => outcome,
        (error: unknown) => {
          if (error instanceof UpstreamDown) return 'not observed'
          throw error
        },
      ),
    ),
  )

const SLOW: [count: number, what: string, said: NameAnswer][] = [
  [12, 'that fail after 4.5 s', { code: 2, afterMs: 4_500 }],
  [40, 'that fail after 4.5 s', { code: 2, afterMs: 4_500 }],
  [12, 'that nobody answers for', { isSilent: true }],
]

// Each waits for seconds and does little else.
it.concurrent.for(SLOW)(
  '%i names %s, asked first, take nothing from 200 good hosts',
  async ([slow, , said], { expect, onTestFinished }) => {
    const server = await testNameServer((name, kind) => {
      if (name.startsWith('slow')) return said
      return kind === 'A' ? PUBLIC : {}
    }, onTestFinished)
    const { guard } = openGuard(
      {
        reach: answering,
        resolve: createLookup({ servers: [server.address] }),
        timeoutMs: LIVE_TIMEOUT_MS,
      },
      onTestFinished,
    )
    const [slowSeen, goodSeen] = await Promise.all([
      outcomes(guard, urls('slow', slow)),
      outcomes(guard, urls('good', 200)),
    ])
    expect(new Set(goodSeen)).toEqual(new Set(['ok']))
    expect(new Set(slowSeen)).toEqual(new Set(['not observed']))
  },
)

it('a name server that loses every second question makes no host look dead', async () => {
  let count = 0
  const server = await testNameServer((_, kind) => {
    if (kind === 'AAAA') return {}
    return ++count % 2 === 0 ? PUBLIC : { isSilent: true }
  })
  const { guard } = openGuard({
    reach: answering,
    resolve: createLookup({ servers: [server.address], timeoutMs: 300 }),
  })
  const seen = await outcomes(guard, urls('host', 60))
  expect(new Set(seen)).toEqual(new Set(['ok', 'not observed']))
})

it('the visit’s own time begins when its name has been looked up', async () => {
  const resolve = () => wait(400).then(() => ['93.184.216.34'])
  const { guard } = openGuard({ reach: answering, resolve, timeoutMs: 300 })
  expect((await guard.visit('https://one.example/', JSON_EXPECTED)).outcome).toBe('ok')
})

it('time in which this process is blocked counts as no delay of a host', async () => {
  const reach: Reach = async (...asked) => {
    await wait(50)
    return answering(...asked)
  }
  const { guard } = openGuard({ reach, timeoutMs: 600 })
  const visiting = guard.visit('https://one.example/', JSON_EXPECTED)
  await wait(20)
  const until = performance.now() + 1_500
  while (performance.now() < until);
  expect((await visiting).outcome).toBe('ok')
})

it.each(['EMFILE', 'ENETUNREACH', 'EADDRNOTAVAIL', 'EPERM'])(
  'that this machine cannot connect (%s) is not recorded against the host',
  async (code) => {
    const reach: Reach = () => Promise.reject(Object.assign(new Error('no'), { code }))
    const { guard } = openGuard({ reach })
    expect(await outcomes(guard, ['https://one.example/'])).toEqual(['not observed'])
    expect(guard.responses()).toMatchObject([{ outcome: 'not_observed', status: 0 }])
  },
)

it('is recorded as not observed, and comes to the same from the archive', async () => {
  const resolve = () => Promise.reject(new NotObservedError('no answer'))
  const { guard, archive } = openGuard({ reach: answering, resolve })
  await expect(guard.visit('https://one.example/', JSON_EXPECTED)).rejects.toThrow('not checked')
  const replayed = replayGuard(toSourceDay(guard.responses()), archive)
  await expect(replayed.visit('https://one.example/', JSON_EXPECTED)).rejects.toThrow('not checked')
})

it('names without an answer take no visit of the day, and are looked up last on the next', async () => {
  const lookedUp: string[] = []
  const resolve = async (host: string) => {
    lookedUp.push(host)
    await wait(10)
    if (host.startsWith('slow')) throw new NotObservedError('no answer')
    return PUBLIC.ips ?? []
  }
  const all = [...urls('slow', 70), ...urls('good', 10)]
  const { guard, archive } = openGuard({ reach: answering, resolve, maxVisits: 10 })
  expect((await outcomes(guard, all)).filter((outcome) => outcome === 'ok')).toHaveLength(10)
  lookedUp.length = 0
  const next = openGuard({
    reach: answering,
    resolve,
    maxVisits: 80,
    archive,
    earlier: () => guard.responses(),
  })
  await outcomes(next.guard, all)
  const firstSlow = lookedUp.filter((host) => host.startsWith('slow')).at(MAX_CONCURRENT_LOOKUPS)
  const lastGood = lookedUp.findLastIndex((host) => host.startsWith('good'))
  // The first ones begin at once, whatever they are.
  expect(lastGood).toBeLessThan(lookedUp.indexOf(firstSlow ?? ''))
})

it('of many that could not be looked at a source fails, and of few it does not', async () => {
  const { guard } = openGuard({
    reach: answering,
    resolve: () => Promise.reject(new NotObservedError('no answer')),
  })
  const see = async (url: string) => ({ visit: await guard.visit(url, JSON_EXPECTED), row: {} })
  await expect(visitAll(urls('a', 40), see).next()).rejects.toThrow('a network and a name server')
  expect(await visitAll(urls('a', 5), see).next()).toMatchObject({ done: true })
})
