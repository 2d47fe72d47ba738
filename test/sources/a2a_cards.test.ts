import { describe, expect, it } from 'vitest'
import type { KnownRow } from '../../pipeline/source/source.ts'
import source from '../../pipeline/sources/a2a_cards.ts'
import { fetchAll, selectRows } from './context.ts'
import { fileWith, later, listed } from './given_agents.ts'
import { fakeGuarded, fakeHttp, type Reply } from './recorded_http.ts'

const PATH = '/.well-known/agent-card.json'
const OLD_PATH = '/.well-known/agent.json'
const HOST = 'agent.sample.example'
const CARD = { name: 'Sample Card', skills: [] }

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
  return { rows: selectRows(fetched), asked: guarded.asked, observations: fetched.observations }
}

const oneHost = { erc8004_files: [fileWith('1', [['A2A', `https://${HOST}/a2a`]])] }

describe('requested hosts', () => {
  it('the hosts of A2A services and of Bazaar resources, each once, over https on 443', async () => {
    const { asked } = await fetchFrom(() => ({ body: CARD }), {
      erc8004_files: [
        fileWith('1', [
          ['A2A', 'https://ONE.sample.example/x'],
          ['web', 'https://web.sample.example/'],
        ]),
        fileWith('2', [
          ['a2a', 'https://one.sample.example:443/y'],
          ['A2A', 'http://plain.sample.example/'],
        ]),
        fileWith('3', [
          ['A2A', 'https://port.sample.example:8443/'],
          ['A2A', 'https://github.com/sample/sample'],
        ]),
        fileWith('4', [
          ['A2A', 'soon'],
          ['A2A', 'https://{tenant}.sample.example/a2a'],
          ['A2A', 'https://www.x.com/sample'],
        ]),
      ],
      x402_bazaar_cdp: [
        listed('https://shop.sample.example/a'),
        listed('https://shop.sample.example/b'),
        listed('https://gone.sample.example/', { gone_since: '2026-01-06' }),
        listed('https://mcp.sample.example/', { type: 'mcp' }),
      ],
    })
    expect(asked.toSorted()).toEqual([
      `https://one.sample.example${PATH}`,
      `https://shop.sample.example${PATH}`,
    ])
  })

  it('at the older path too, when there is nothing at the newer one', async () => {
    const { rows, asked, observations } = await fetchFrom(
      (url) => (url.endsWith(OLD_PATH) ? { body: CARD } : undefined),
      oneHost,
    )
    expect(asked).toEqual([`https://${HOST}${PATH}`, `https://${HOST}${OLD_PATH}`])
    expect(rows).toMatchObject([{ host: HOST, outcome: 'ok', path: OLD_PATH, name: 'Sample Card' }])
    expect(observations[0]?.from.url).toBe(`https://${HOST}${OLD_PATH}`)
  })

  it.each([
    [{ status: 401, body: '' }, 'auth_wall'],
    [{ headers: { 'content-type': 'text/html' }, body: '<html></html>' }, 'soft_404'],
    [{ status: 500, body: '' }, 'error'],
  ])('at the newer path alone, when something is there: %j', async (reply, outcome) => {
    const { rows, asked } = await fetchFrom(() => reply, oneHost)
    expect(asked).toEqual([`https://${HOST}${PATH}`])
    expect(rows).toMatchObject([{ outcome, path: null, name: null }])
  })

  it.each([
    ['each second day, where it was served', { body: CARD }, 2],
    ['each fifth day, where it was not', { status: 404, body: '' }, 5],
  ])('%s', async (_, reply, every) => {
    const hosts = Array.from({ length: 200 }, (_, i) => `h${i}.sample.example`)
    const files = [...hosts.keys()].map((i) => fileWith(String(i), [['A2A', `https://${hosts[i]}/`]]))
    const { rows } = await fetchFrom(() => reply, { erc8004_files: files })
    expect(rows.length).toBe(200)
    const cards = rows.map((row) => ({ ...row, observed_on: '2026-01-08' }))
    const perDay: string[][] = []
    for (let i = 1; i <= every; i++) {
      const due = await fetchFrom(() => reply, { erc8004_files: files, a2a_cards: cards }, later(i))
      perDay.push(due.rows.map((row) => String(row.host)))
    }
    // A host that is due and not requested stays due: each day adds its own share.
    expect(new Set(perDay.at(-1))).toEqual(new Set(hosts))
    expect(perDay[0]?.length).toBeGreaterThan(100 / every)
    expect(perDay[0]?.length).toBeLessThan(300 / every)
  })

  it('no more hosts than its budget allows for both paths, and reports the number left', async () => {
    const hosts = Array.from({ length: source.budget / 2 + 50 }, (_, i) => `h${i}.sample.example`)
    const files = hosts.map((host, i) => fileWith(String(i), [['A2A', `https://${host}/a2a`]]))
    const guarded = fakeGuarded(() => undefined)
    const http = fakeHttp(() => undefined)
    const fetched = await fetchAll(source, http, { known: { erc8004_files: files } }, guarded)
    expect(guarded.asked.filter((url) => url.endsWith(OLD_PATH))).toHaveLength(source.budget / 2)
    expect(guarded.asked).toHaveLength(source.budget)
    expect(fetched.coverage).toEqual({ left_out: `50 of ${hosts.length} hosts` })
  })
})

describe('parsed cards', () => {
  it.each([{}, { name: '' }, { name: ' ' }, { name: 7 }, [], [{ name: 'x' }], 'text'])(
    'no card in %j',
    async (body) => {
      const reply = { body: JSON.stringify(body) }
      expect((await fetchFrom(() => reply, oneHost)).rows).toMatchObject([
        { outcome: 'error', path: null, skills: [] },
      ])
    },
  )

  it('protocol and address of a card of 1.0 from its first interface', async () => {
    const supportedInterfaces = [
      { url: 'https://a.example/1', protocolVersion: '1.0' },
      { url: 'https://a.example/2' },
    ]
    const { rows } = await fetchFrom(() => ({ body: { ...CARD, supportedInterfaces } }), oneHost)
    expect(rows).toMatchObject([{ protocol_version: '1.0', url: 'https://a.example/1' }])
  })

  it('no more than its bounds of a card that goes on and on', async () => {
    const long = 'x'.repeat(2_500)
    const tags = Array.from({ length: 30 }, (_, i) => `${i} ${'t'.repeat(200)}`)
    const skill = { id: long, name: long, description: long, tags }
    const body = {
      ...CARD,
      name: long,
      description: long,
      provider: { organization: long },
      skills: Array(70).fill(skill),
    }
    const { rows } = await fetchFrom(() => ({ body }), oneHost)
    const kept = { id: long.slice(0, 200), tags: tags.slice(0, 20).map((tag) => tag.slice(0, 100)) }
    expect(rows).toMatchObject([{ outcome: 'ok', skills: Array(50).fill(kept) }])
    expect(JSON.stringify(rows).length).toBeLessThan(300_000)
  })
})

it('asks hosts that served a card, though hundreds of new ones are named each day, and a newcomer soon', async () => {
  const own = Array.from({ length: 300 }, (_, n) => `shop${n}.example`)
  const flood = Array.from({ length: 5_000 }, (_, n) => `a${n}.flood.example`)
  const known = {
    x402_bazaar_cdp: [...flood, ...own, 'newcomer.example'].map((host) => listed(`https://${host}/`)),
    a2a_cards: own.map((host): KnownRow => ({ host, outcome: 'ok', path: PATH, observed_on: '2026-01-08' })),
  }
  const guarded = fakeGuarded(() => ({ body: CARD }), undefined, undefined, 2_000)
  await fetchAll(
    source,
    fakeHttp(() => undefined),
    { known, day: later(2) },
    guarded,
  )
  const asked = [...own, 'newcomer.example'].map((host) => `https://${host}${PATH}`)
  expect(guarded.asked).toEqual(expect.arrayContaining(asked))
})
