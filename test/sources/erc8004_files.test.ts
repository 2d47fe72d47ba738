import { describe, expect, it } from 'vitest'
import { UpstreamDown } from '../../core/domain/errors.ts'
import type { GuardedVisits } from '../../pipeline/http/guarded.ts'
import type { KnownRow } from '../../pipeline/source/source.ts'
import source from '../../pipeline/sources/erc8004_files.ts'
import { fetchAll, selectRows } from './context.ts'
import { later, registered } from './given_agents.ts'
import { fakeGuarded, fakeHttp, type Reply } from './recorded_http.ts'

const HOST = 'https://agents.sample.example'
const noHttp = fakeHttp(() => undefined)
const NO_HOSTS = fakeGuarded(() => undefined)

const fetchFrom = (guarded: GuardedVisits, events: KnownRow[], files: KnownRow[] = [], day = '2026-01-08') =>
  fetchAll(source, noHttp, { day, known: { erc8004_identity: events, erc8004_files: files } }, guarded)

/** The one row that a file gives which is served, or written into the address. */
async function readRow(file: unknown): Promise<Record<string, unknown>> {
  const served = fakeGuarded((): Reply => ({ body: file }))
  const [row = {}] = selectRows(await fetchFrom(served, [registered('1', `${HOST}/1.json`)]))
  expect(source.row.safeParse(row).error).toBeUndefined()
  return row
}

const readUri = async (uri: string | null) => selectRows(await fetchFrom(NO_HOSTS, [registered('1', uri)]))[0]

describe('which address', () => {
  it('is the newest of an agent, by block and place in it, whatever order the events come in', async () => {
    const events = [
      registered('1', `${HOST}/third.json`, { kind: 'uri_updated', block_number: 9, log_index: 12 }),
      registered('1', `${HOST}/first.json`, { block_number: 8, log_index: 700 }),
      registered('1', `${HOST}/second.json`, { kind: 'uri_updated', block_number: 9, log_index: 2 }),
      registered('1', null, { kind: 'transferred', block_number: 10 }),
    ]
    for (const order of [events, events.toReversed()]) {
      const guarded = fakeGuarded(() => undefined)
      await fetchFrom(guarded, order)
      expect(guarded.asked).toEqual([`${HOST}/third.json`])
    }
  })

  it.each([
    [null, 'none', 'not_found'],
    ['', 'none', 'not_found'],
    ['http://agents.sample.example/1.json', 'other', 'refused_unsafe'],
    ['file:///etc/passwd', 'other', 'refused_unsafe'],
    ['javascript:alert(1)', 'other', 'refused_unsafe'],
    ['https:agents.sample.example', 'https', 'refused_unsafe'],
    ['ar://sample', 'other', 'not_found'],
    ['coming soon', 'other', 'not_found'],
    ['ipfs://', 'ipfs', 'not_found'],
    ['ipfs://bafysample/agent.json', 'ipfs', 'not_found'],
    ['data:text/html,<script>alert(1)</script>', 'data', 'error'],
    ['data:application/json;base64,!!!', 'data', 'error'],
    ['data:application/json,%7B%22name%22', 'data', 'error'],
    ['data:application/json,%E0%A4%A', 'data', 'error'],
    ['data:application/json,[1]', 'data', 'error'],
    ['data:', 'data', 'error'],
  ])('%j is %s and %s, without a request', async (uri, scheme, outcome) => {
    const before = NO_HOSTS.asked.length
    expect(await readUri(uri)).toMatchObject({ scheme, outcome, name: null, services: [] })
    expect(NO_HOSTS.asked.length).toBe(before)
  })

  it('that is a pattern to fill in is asked nowhere', async () => {
    const guarded = fakeGuarded(() => ({ body: {} }))
    const rows = selectRows(
      await fetchFrom(guarded, [registered('1', 'https://files.sample.example/{id}.json')]),
    )
    expect(rows).toMatchObject([{ scheme: 'https', outcome: 'not_found' }])
    expect(guarded.asked).toEqual([])
  })

  it('may be the file itself, which is then read from the event', async () => {
    const base64 = Buffer.from('{"name":"Sámple"}').toString('base64')
    for (const uri of [
      `data:application/json;base64,${base64}`,
      `data:application/json;charset=utf-8;base64,${base64}`,
      `DATA:application/json,${encodeURIComponent('{"name":"Sámple"}')}`,
    ])
      expect(await readUri(uri)).toMatchObject({ scheme: 'data', outcome: 'ok', name: 'Sámple' })
    const [observation] = (await fetchFrom(NO_HOSTS, [registered('1', `data:,{}`)])).observations
    expect(observation?.from).toEqual({
      url: 'https://mainnet.base.org/',
      sha256: '0'.repeat(64),
      retrievedAt: '2026-01-08T00:00:00.000Z',
    })
  })

  it('is asked once for all agents that share it', async () => {
    const guarded = fakeGuarded(() => ({ body: { name: 'Copy' } }))
    const events = Array.from({ length: 12 }, (_, i) => registered(String(i), `${HOST}/copy.json`))
    expect(selectRows(await fetchFrom(guarded, events)).map((row) => row.name)).toEqual(
      Array(12).fill('Copy'),
    )
    expect(guarded.asked.length).toBe(1)
  })

  it('that is too long to keep is cut, and still shows a change at its end', async () => {
    const long = `data:application/json,{"name":"a","description":"${'x'.repeat(9_000)}"}`
    const first = (await readUri(long)) as KnownRow
    expect(String(first.uri).length).toBeLessThanOrEqual(2_000)
    const known = { ...first, observed_on: '2026-01-08' }
    expect(selectRows(await fetchFrom(NO_HOSTS, [registered('1', long)], [known]))).toEqual([])
    expect(selectRows(await fetchFrom(NO_HOSTS, [registered('1', `${long} `)], [known])).length).toBe(1)
  })
})

describe('order of requests', () => {
  const agents = Array.from({ length: 700 }, (_, i) => String(i))
  const events = agents.map((id) => registered(id, `${HOST}/${id}.json`))

  /** The agents requested on each of some consecutive days, each with the files of the days before. */
  async function days(count: number, reply: Reply): Promise<string[][]> {
    let files: KnownRow[] = []
    const asked: string[][] = []
    for (let i = 0; i < count; i++) {
      const day = later(i)
      const rows = selectRows(
        await fetchFrom(
          fakeGuarded(() => reply),
          events,
          files,
          day,
        ),
      )
      const seen = new Map(rows.map((row) => [row.agent_id, { ...row, observed_on: day } as KnownRow]))
      files = i === 0 ? [...seen.values()] : files.map((row) => seen.get(row.agent_id) ?? row)
      asked.push([...seen.keys()] as string[])
    }
    return asked
  }

  it.each([
    ['14 days', { body: { name: 'Sample' } }, 14],
    ['7 days', { status: 404, body: '' }, 7],
  ])('all on the first day, then each once in %s', async (_, reply, every) => {
    const [first, ...rest] = await days(every + 1, reply)
    expect(first?.toSorted()).toEqual(agents.toSorted())
    expect(rest.flat().sort()).toEqual(agents.toSorted())
    for (const asked of rest) expect(asked.length).toBeLessThan((1.5 * agents.length) / every)
  })

  it('of a new address at once, among the first', async () => {
    const known = agents.map((id) => ({ ...registered(id, `${HOST}/${id}.json`), outcome: 'ok' }))
    const changed = events.with(650, registered('650', `${HOST}/moved.json`))
    const guarded = fakeGuarded(() => undefined)
    const asked = selectRows(
      await fetchFrom(guarded, [...changed, registered('700', `${HOST}/new.json`)], known, later(1)),
    )
    expect(asked.slice(0, 10).map((row) => row.agent_id)).toEqual(expect.arrayContaining(['650', '700']))
    expect(asked.length).toBeGreaterThan(20)
  })

  it('of those left out for want of budget on the next day', async () => {
    const whole = fakeGuarded(() => ({ body: {} }))
    let left = 500
    const limited: GuardedVisits = {
      visit: (url, options) =>
        left-- > 0 ? whole.visit(url, options) : Promise.reject(new UpstreamDown(url, 'spent')),
    }
    const first = selectRows(await fetchFrom(limited, events)) as KnownRow[]
    expect(first.length).toBe(500)
    const known = first.map((row) => ({ ...row, observed_on: '2026-01-08' }))
    const second = selectRows(await fetchFrom(NO_HOSTS, events, known, later(1)))
    const left_out = agents.filter((id) => !first.some((row) => row.agent_id === id))
    expect(second.map((row) => row.agent_id)).toEqual(expect.arrayContaining(left_out))
  })

  it('of those that were read before, though one registrant sets a thousand new addresses a day', async () => {
    const whole = fakeGuarded(() => ({ body: {} }))
    let left = 200
    const limited: GuardedVisits = {
      visit: (url, options) =>
        left-- > 0 ? whole.visit(url, options) : Promise.reject(new UpstreamDown(url, 'spent')),
    }
    const known = agents.map((id) => ({ ...registered(id, `${HOST}/${id}.json`), outcome: 'ok' }))
    const flood = Array.from({ length: 1_000 }, (_, i) =>
      registered(`0${i}`, `${HOST}/!${i}.json`, { account: '0xflood' }),
    )
    const own = events.map((event) => ({ ...event, account: `0x${event.agent_id}` }))
    const due = selectRows(await fetchFrom(NO_HOSTS, own, known, later(1))).map((row) => row.agent_id)
    const newcomer = registered('999', `${HOST}/new.json`, { account: '0xnew' })
    const rows = selectRows(await fetchFrom(limited, [...flood, ...own, newcomer], known, later(1)))
    expect(due.length).toBeGreaterThan(20)
    expect(rows.map((row) => row.agent_id)).toEqual(expect.arrayContaining([...due, '999']))
  })

  it('is nobody’s that the guard turns away, and a network that is down is no answer of anybody', async () => {
    const refusing: GuardedVisits = {
      visit: async (url) => Promise.reject(new UpstreamDown(url, 'spent')),
    }
    expect(selectRows(await fetchFrom(refusing, events))).toEqual([])
    const cutOff = fakeGuarded(() => ({ status: 0, body: '' }))
    await expect(fetchFrom(cutOff, events.slice(0, 30))).rejects.toThrow('whether this machine has a network')
    expect(selectRows(await fetchFrom(cutOff, events.slice(0, 5))).map((row) => row.outcome)).toEqual(
      Array(5).fill('error'),
    )
  })
})

describe('parsed files', () => {
  it('in its drifted shapes', async () => {
    const row = await readRow({
      name: 'Sample',
      endpoints: { mcp: 'https://a.example/mcp' },
      services: [
        { type: 'DID', serviceEndpoint: 'did:web:a.example' },
        { name: 'x', url: 'https://b.example' },
        ...['https://c.example', null, 7, []],
      ],
      x402support: true,
      active: 'yes',
      supportedTrust: ['reputation'],
      supportedTrusts: ['crypto-economic', 'reputation', { no: 1 }],
      registrations: [
        { agentId: 7, agentRegistry: 'r' },
        { agentId: '8' },
        { agentId: null },
        { agentId: 1.5 },
        'x',
      ],
      wallets: { x402: { base: `0x${'a'.repeat(40)}` }, acp: { base: `0x${'b'.repeat(40)}` } },
      agentWallet: `0x${'a'.repeat(40)}`,
      wallet: { address: `0x${'c'.repeat(40)}`, network: 'Base' },
      capabilities: { skills: ['slides', ' '] },
      skills: [{ id: 's', name: 'search' }, 'quote', 'search'],
    })
    expect(row).toMatchObject({
      outcome: 'ok',
      services: [
        { name: 'DID', endpoint: 'did:web:a.example', version: null },
        { name: 'x', endpoint: 'https://b.example', version: null },
        { name: null, endpoint: 'https://c.example', version: null },
        { name: 'mcp', endpoint: 'https://a.example/mcp', version: null },
      ],
      ...{ x402_support: true, active: null, supported_trust: ['reputation', 'crypto-economic'] },
      registrations: [
        { agent_id: '7', registry: 'r' },
        { agent_id: '8', registry: null },
      ],
      wallets: ['a', 'c', 'b'].map((digit) => `0x${digit.repeat(40)}`),
      tags: ['search', 'quote', 'slides'],
    })
  })

  it('within bounds, however much it says', async () => {
    const long = 'x'.repeat(6_000)
    const many = <T>(value: T) => Array<T>(60).fill(value)
    const row = await readRow({
      ...{ name: `${'n'.repeat(299)}\u{1F600}`, description: long, image: long, tags: many('t'.repeat(900)) },
      services: many({ name: long, endpoint: long.slice(0, 3_000), version: 'v' }),
      registrations: many({ agentId: 'i'.repeat(900), agentRegistry: 'r'.repeat(900) }),
      ...{ supportedTrust: many('s'.repeat(900)), wallets: many(`0x${'a'.repeat(150)}`) },
    })
    expect(String(row.name)).toBe(`${'n'.repeat(299)}\uFFFD`)
    expect(String(row.description).length).toBe(5_000)
    expect((row.services as unknown[]).length).toBe(50)
    expect(JSON.stringify(row).length).toBeLessThan(150_000)
  })

  it.each([
    ['a list', []],
    ['a text', '"x"'],
    ['a number', '7'],
    ['null', 'null'],
  ])('is nothing when it is %s', async (_, file) =>
    expect(await readRow(file)).toMatchObject({ outcome: 'error', name: null }),
  )
})
