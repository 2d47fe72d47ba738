import { describe, expect, it } from 'vitest'
import type { KnownRow } from '../../pipeline/source/source.ts'
import source from '../../pipeline/sources/endpoint_probes.ts'
import { fetchAll, selectRows } from './context.ts'
import { fileWith, later, listed } from './given_agents.ts'
import { fakeGuarded, fakeHttp, type Reply } from './recorded_http.ts'

const PROOF = '/.well-known/agent-registration.json'
const OFFER = { network: 'base', asset: '0xcc', payTo: '0xBB', maxAmountRequired: '10000' }
const QUOTE = { network: 'base', asset: '0xcc', pay_to: '0xBB', amount: '10000' }

async function fetchFrom(
  reply: (url: string) => Reply | undefined,
  known: Record<string, KnownRow[]>,
  day?: string,
) {
  const guarded = fakeGuarded(reply)
  const fetched = await fetchAll(
    source,
    fakeHttp(() => undefined),
    { known, ...(day && { day }) },
    guarded,
  )
  for (const row of selectRows(fetched)) expect(source.row.safeParse(row).error).toBeUndefined()
  return { rows: selectRows(fetched), asked: guarded.asked }
}

describe('probed addresses', () => {
  it('the first endpoint of each kind of an agent, and the proof on each of its hosts', async () => {
    const services: [string, string][] = [
      ['web', 'https://one.sample.example/'],
      ['web', 'https://one.sample.example/more'],
      ['MCP', 'https://two.sample.example/mcp'],
      ['a2a', 'https://three.sample.example/a2a'],
      ['OASF', 'https://four.sample.example/'],
      ['email', 'mailto:nobody@sample.example'],
    ]
    const { rows } = await fetchFrom(() => ({ body: {} }), { erc8004_files: [fileWith('1', services)] })
    expect(rows.map((row) => `${row.kind} ${row.url}`).toSorted()).toEqual([
      'a2a https://three.sample.example/a2a',
      'mcp https://two.sample.example/mcp',
      ...['four', 'one', 'three', 'two'].map((name) => `proof https://${name}.sample.example${PROOF}`),
      'web https://one.sample.example/',
    ])
  })

  it('no more than three endpoints and three resources of a host, and what is for sale as such', async () => {
    const url = (i: number) => `https://one.sample.example/${i}`
    const files = Array.from({ length: 9 }, (_, i) => fileWith(String(i), [['web', url(i)]]))
    const { rows } = await fetchFrom(() => ({ body: {} }), {
      erc8004_files: files,
      x402_bazaar_cdp: [5, 0, 7, 6, 8].map((i) => listed(url(i))),
    })
    const of = (kind: string) => rows.filter((row) => row.kind === kind).map((row) => row.url)
    expect(of('x402')).toHaveLength(3)
    expect([5, 0, 7, 6, 8].map(url)).toEqual(expect.arrayContaining(of('x402')))
    expect(of('web')).toHaveLength(3)
    expect(of('proof').length).toBe(1)
  })

  it('with a GET whatever method is declared, and keeps what was', async () => {
    const url = (name: string) => `https://${name}.sample.example/`
    const { rows, asked } = await fetchFrom(() => ({ status: 404, body: '' }), {
      x402_bazaar_cdp: [
        listed(url('a'), { method: 'post' }),
        listed(url('b'), { method: 'POST' }),
        listed(url('c')),
      ],
      x402_bazaar_payai: [listed(url('b'), { method: 'GET' }), listed(url('c'), { method: 'PUT' })],
    })
    const declared = rows.map(({ url, declared_method, outcome }) => [url, declared_method, outcome])
    expect(declared.toSorted()).toEqual([
      [url('a'), 'POST', 'not_found'],
      [url('b'), 'GET', 'not_found'],
      [url('c'), 'PUT', 'not_found'],
    ])
    expect(asked.toSorted()).toEqual(['a', 'b', 'c'].map(url))
  })

  it('no pattern to fill in, but the address behind it, and the host that it names', async () => {
    const services: [string, string][] = [
      ['A2A', 'https://one.sample.example/agents/{agentId}/card'],
      ['A2A', 'https://one.sample.example/a2a'],
      ['MCP', 'https://two.sample.example/:tenant/mcp'],
      ['web', 'https://{tenant}.sample.example/'],
    ]
    const { rows } = await fetchFrom(() => ({ body: {} }), {
      erc8004_files: [fileWith('1', services)],
      x402_bazaar_cdp: [':siren', '%7Bsiren%7D', '[siren]', 'gpt:free'].map((name) =>
        listed(`https://shop.sample.example/${name}`),
      ),
    })
    expect(rows.map((row) => `${row.kind} ${row.url}`).toSorted()).toEqual([
      'a2a https://one.sample.example/a2a',
      `proof https://one.sample.example${PROOF}`,
      `proof https://two.sample.example${PROOF}`,
      'x402 https://shop.sample.example/gpt:free',
    ])
  })

  it('nothing where anyone can have a page, and nothing that is no address', async () => {
    const services: [string, string][] = [
      ['web', 'https://github.com/sample/sample'],
      ['MCP', 'npx sample'],
      ['A2A', 'wss://one.sample.example/'],
    ]
    expect((await fetchFrom(() => undefined, { erc8004_files: [fileWith('1', services)] })).rows).toEqual([])
  })

  it('unsafe addresses not at all, and says so', async () => {
    const unsafe = [
      'http://169.254.169.254/',
      'javascript:alert(1)',
      'https://10.0.0.1/',
      'https://card.internal/',
    ]
    const files = unsafe.map((url, i) => fileWith(String(i), [['web', url]]))
    const { rows, asked } = await fetchFrom(() => ({ body: {} }), { erc8004_files: files })
    expect(rows.filter((row) => row.kind === 'web').map((row) => row.outcome)).toEqual(
      Array(4).fill('refused_unsafe'),
    )
    expect(asked).toEqual([])
  })

  it.each([
    ['each third day, where something is', { body: {} }, 3],
    ['each seventh day, where nothing is', { status: 404, body: '' }, 7],
  ])('%s', async (_, reply, every) => {
    const listings = Array.from({ length: 210 }, (_, i) => listed(`https://h${i}.sample.example/`))
    const { rows } = await fetchFrom(() => reply, { x402_bazaar_cdp: listings })
    const probes = rows.map((row) => ({ ...row, observed_on: '2026-01-08' }) as KnownRow)
    const due = async (days: number) =>
      (await fetchFrom(() => reply, { x402_bazaar_cdp: listings, endpoint_probes: probes }, later(days))).rows
        .length
    expect(await due(every)).toBe(210)
    expect(await due(1)).toBeGreaterThan(105 / every)
    expect(await due(1)).toBeLessThan(315 / every)
  })
})

describe('order of probes', () => {
  const probed = (url: string, outcome = 'ok', observed_on = '2026-01-08'): KnownRow => ({
    ...{ url, host: new URL(url).host, outcome, observed_on },
  })
  const numbered = (count: number, url: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => url(n))

  it('is that of what answered, whatever else strangers list or register at its host', async () => {
    const own = 'https://rival.sample.example/quote'
    const endpoint = 'https://rival.sample.example/mcp'
    const strange = numbered(500, (n) => `https://rival.sample.example/!${n}`)
    const probes = [
      probed(own),
      probed(endpoint),
      ...strange.slice(0, 9).map((url) => probed(url, 'not_found')),
    ]
    const { asked } = await fetchFrom(
      () => ({ body: {} }),
      {
        x402_bazaar_cdp: [...strange, own].map((url) => listed(url)),
        erc8004_files: [...strange, endpoint].map((url, n) => fileWith(String(n), [['MCP', url]])),
        endpoint_probes: probes,
      },
      later(7),
    )
    expect(asked).toEqual(expect.arrayContaining([own, endpoint]))
    expect(asked.filter((url) => url.includes('!')).length).toBeLessThanOrEqual(4)
  })

  it('comes to a resource that was listed before those of a stranger', async () => {
    const own = listed('https://new.sample.example/quote', { first_seen_on: '2026-01-02' })
    const strange = numbered(500, (n) => `https://new.sample.example/!${n}`)
    const listings = [...strange.map((url) => listed(url, { first_seen_on: '2026-01-08' })), own]
    const { asked } = await fetchFrom(() => ({ body: {} }), { x402_bazaar_cdp: listings })
    expect(asked).toContain('https://new.sample.example/quote')
    expect(asked).toHaveLength(3)
  })

  it('is not taken by hundreds of new addresses a day, on hosts of one site or of many', async () => {
    const own = numbered(300, (n) => `https://shop${n}.example/`)
    const floods = [
      numbered(5_000, (n) => `https://a${n}.flood.example/`),
      numbered(5_000, (n) => `https://flood${n}.example/`),
    ]
    const newcomer = 'https://newcomer.example/'
    for (const flood of floods) {
      const listings = [...flood, ...own, newcomer].map((url) => listed(url))
      const known = { x402_bazaar_cdp: listings, endpoint_probes: own.map((url) => probed(url)) }
      const guarded = fakeGuarded(() => ({ body: {} }), undefined, undefined, 1_200)
      await fetchAll(
        source,
        fakeHttp(() => undefined),
        { known, day: later(7) },
        guarded,
      )
      expect(guarded.asked).toEqual(expect.arrayContaining(own))
      if (flood === floods[0]) expect(guarded.asked).toContain(newcomer)
    }
  })
})

describe('outcomes', () => {
  const shop = { x402_bazaar_cdp: [listed('https://shop.sample.example/quote')] }
  const proof = { erc8004_files: [fileWith('1', [['other', 'https://one.sample.example/']])] }

  it.each([
    [200, 'ok'],
    [400, 'ok'],
    [402, 'ok'],
    [405, 'ok'],
    [415, 'ok'],
    [422, 'ok'],
    [401, 'auth_wall'],
    [404, 'not_found'],
    [429, 'error'],
    [500, 'error'],
  ])('a resource that answers %i is %s', async (status, outcome) => {
    expect((await fetchFrom(() => ({ status, body: '' }), shop)).rows).toMatchObject([
      { status, outcome, quotes: [] },
    ])
  })

  it('a page is the answer of a web site, and not of a service', async () => {
    const services: [string, string][] = ['web', 'MCP', 'A2A'].map((name) => [
      name,
      `https://one.sample.example/${name}`,
    ])
    const page: Reply = { headers: { 'content-type': 'text/html; charset=utf-8' }, body: '<!doctype html>' }
    const { rows } = await fetchFrom(() => page, { erc8004_files: [fileWith('1', services)], ...shop })
    const outcomes = Object.fromEntries(rows.map((row) => [row.kind, row.outcome]))
    expect(outcomes).toEqual({
      web: 'ok',
      mcp: 'soft_404',
      a2a: 'soft_404',
      x402: 'soft_404',
      proof: 'soft_404',
    })
  })

  it('a quote from the body of version 1 or the header of version 2, which name the amount differently', async () => {
    const v2 = { accepts: [{ ...OFFER, maxAmountRequired: undefined, amount: '10000' }, {}, 7] }
    const header = Buffer.from(JSON.stringify(v2)).toString('base64')
    const replies: Reply[] = [
      { status: 402, body: { x402Version: 1, accepts: [OFFER] } },
      { status: 402, headers: { 'payment-required': header }, body: 'pay' },
      { status: 402, headers: { 'payment-required': header }, body: { accepts: [{ payTo: '0xother' }] } },
      { status: 402, headers: { 'payment-required': 'no base64 of any JSON' }, body: { accepts: [OFFER] } },
    ]
    for (const reply of replies)
      expect((await fetchFrom(() => reply, shop)).rows).toMatchObject([{ quotes: [QUOTE] }])
  })

  it('no quote from any other answer, and none without somebody to pay', async () => {
    for (const reply of [
      { status: 200, body: { accepts: [OFFER] } },
      { status: 400, body: { accepts: [OFFER] } },
      { status: 402, body: { accepts: [{ network: 'base' }] } },
      { status: 402, body: { accepts: {} } },
    ])
      expect((await fetchFrom(() => reply, shop)).rows).toMatchObject([{ quotes: [] }])
  })

  it('a proof where the host names registrations, and an error where it says something else', async () => {
    const registry = 'eip155:8453:0x8888888888888888888888888888888888888888'
    const body = { registrations: [{ agentId: 1, agentRegistry: registry }] }
    expect((await fetchFrom(() => ({ body }), proof)).rows).toMatchObject([
      { kind: 'proof', outcome: 'ok', proofs: [{ agent_id: '1', registry }] },
    ])
    for (const other of [{}, { registrations: 'x' }, []])
      expect((await fetchFrom(() => ({ body: other }), proof)).rows).toMatchObject([
        { outcome: 'error', proofs: [] },
      ])
    expect((await fetchFrom(() => ({ body: '<!doctype html>' }), proof)).rows).toMatchObject([
      { outcome: 'soft_404' },
    ])
  })
})
