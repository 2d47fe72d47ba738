import { describe, expect, it } from 'vitest'
import { createSampleUpstreams, OUTAGES, SAMPLE_DAYS } from '../../sample/sample.ts'
import { fetchSample, readJson } from './reader.ts'

const CDP = 'https://api.cdp.coinbase.com/platform/v2/x402/discovery/resources'
const PAYAI = 'https://facilitator.payai.network/discovery/resources'
const MARKETS = 'https://api.coingecko.com/api/v3/coins/markets?vs_currency=usd&category=ai-agents'
const LAST = SAMPLE_DAYS[29] as string

/** One way to pay, in either version. */
interface Offer {
  payTo: string
  network: string
  asset: string
  amount?: string
  maxAmountRequired?: string
}

interface Item {
  resource: string
  type: string
  x402Version: number
  lastUpdated: number | string
  accepts: Offer[]
  quality?: object
}

interface Token {
  id: string
  name: string
  total_volume: number
  last_updated: string
}

const items = async (feed: string, day: string): Promise<Item[]> =>
  (await readJson<{ items: Item[] }>(fetchSample(day, `${feed}?limit=100`))).items

const isUp = (host: string) => (day: string) => !OUTAGES[host]?.includes(day)

describe('the feeds of what is for sale', () => {
  it('list twenty-seven resources on twelve hosts over the sample, which come and go', async () => {
    const days = SAMPLE_DAYS.filter(isUp('api.cdp.coinbase.com'))
    const lists = await Promise.all(
      days.map(async (day) =>
        [...(await items(CDP, day)), ...(await items(PAYAI, day))].map((listing) => listing.resource),
      ),
    )
    const all = new Set(lists.flat())
    expect(all.size).toBe(27)
    expect(new Set([...all].map((url) => new URL(url).host)).size).toBe(12)
    const came = [...all].filter((text) => !lists[0]?.includes(text) && lists.at(-1)?.includes(text))
    const went = [...all].filter((text) => lists[0]?.includes(text) && !lists.at(-1)?.includes(text))
    expect([came.length, went.length]).toEqual([4, 4])
  })

  it('write addresses, times and amounts in all the forms there are', async () => {
    const listed = [...(await items(CDP, LAST)), ...(await items(PAYAI, LAST))]
    const wallets = listed
      .flatMap(({ accepts }) => accepts)
      .filter(({ network }) => /^(base|eip155:8453)$/.test(network))
    expect(wallets.some(({ payTo }) => payTo === payTo.toLowerCase())).toBe(true)
    expect(wallets.some(({ payTo }) => payTo !== payTo.toLowerCase())).toBe(true)
    expect(new Set(listed.map(({ lastUpdated }) => typeof lastUpdated))).toEqual(
      new Set(['number', 'string']),
    )
    expect(new Set(listed.map(({ type }) => type))).toEqual(new Set(['http', 'mcp']))
    expect(listed.some(({ quality }) => quality === undefined)).toBe(true)
    for (const { x402Version, accepts } of listed)
      for (const offer of accepts)
        expect(x402Version === 2 ? offer.amount : offer.maxAmountRequired).toMatch(/^\d+$/)
  })

  it('pay one wallet for two hosts', async () => {
    const byWallet = Map.groupBy(await items(CDP, LAST), ({ accepts }) => accepts[0]?.payTo.toLowerCase())
    const hosts = [...byWallet.values()].map((all) => [
      ...new Set(all.map(({ resource }) => new URL(resource).host)),
    ])
    expect(hosts.filter((host) => host.length > 1)).toEqual([
      expect.arrayContaining(['rain-desk.sample.example', 'snow-desk.sample.example']),
    ])
  })

  it('never have an update time in the future, or earlier than before', async () => {
    const seen = new Map<string, number>()
    for (const day of SAMPLE_DAYS.filter(isUp('api.cdp.coinbase.com')))
      for (const { resource, lastUpdated } of await items(CDP, day)) {
        const at = typeof lastUpdated === 'number' ? lastUpdated * 1000 : Date.parse(lastUpdated)
        expect(at).toBeLessThan(Date.parse(day) + 86_400_000)
        expect(at).toBeGreaterThanOrEqual(seen.get(resource) ?? 0)
        seen.set(resource, at)
      }
  })

  it('are read page by page, and refuse a page that there cannot be', async () => {
    const whole = (await items(CDP, LAST)).map(({ resource }) => resource)
    const pages: string[] = []
    for (let offset = 0; offset < whole.length; offset += 7) {
      const page = await readJson<{ items: Item[] }>(fetchSample(LAST, `${CDP}?limit=7&offset=${offset}`))
      pages.push(...page.items.map(({ resource }) => resource))
    }
    expect(pages).toEqual(whole)
    expect((await fetchSample(LAST, `${CDP}?limit=1001`)).status).toBe(400)
    expect((await fetchSample(LAST, `${CDP}?offset=-1`)).status).toBe(400)
  })
})

describe('what is for sale', () => {
  const readOffers = async (response: Response): Promise<Offer[]> => {
    const header = response.headers.get('payment-required')
    const quote = header ? JSON.parse(Buffer.from(header, 'base64').toString()) : await response.json()
    return (quote as { accepts: Offer[] }).accepts
  }

  it('quotes in a header or in the body the price and the wallet that the first feed lists', async () => {
    const statuses: number[] = []
    for (const { resource, x402Version, accepts } of await items(CDP, LAST)) {
      const response = await fetchSample(LAST, resource)
      statuses.push(response.status)
      if (response.status !== 402) continue
      expect(response.headers.has('payment-required'), resource).toBe(x402Version === 2)
      expect(await readOffers(response), resource).toEqual(accepts)
    }
    const counts = Map.groupBy(statuses, (status) => status)
    expect(counts.get(402)?.length).toBeGreaterThanOrEqual(10)
    for (const status of [200, 404, 405])
      expect(counts.get(status)?.length, String(status)).toBeGreaterThan(0)
  })
})

describe('the tokens', () => {
  const days = SAMPLE_DAYS.filter(isUp('api.coingecko.com'))
  const tokensOn = (day: string) => readJson<Token[]>(fetchSample(day, MARKETS))

  it('are 24 invented ones, some of which come and go', async () => {
    const lists = await Promise.all(days.map(async (day) => (await tokensOn(day)).map(({ id }) => id)))
    expect(new Set(lists.flat()).size).toBe(24)
    expect([lists[0]?.length, lists.at(-1)?.length]).toEqual([21, 22])
    const { name } = (await tokensOn(LAST))[0] as Token
    expect(name).toMatch(/^Sample Token \d\d$/)
  })

  it('die when nobody trades them, and some return', async () => {
    const lives = new Map<string, boolean[]>()
    for (const day of days)
      for (const { id, total_volume, last_updated } of await tokensOn(day)) {
        lives.set(id, [...(lives.get(id) ?? []), total_volume > 0])
        expect(last_updated.slice(0, 10) === day, `${id} ${day}`).toBe(total_volume > 0)
      }
    const died = [...lives.values()].filter((life) => life[0] && life.includes(false))
    expect(died).toHaveLength(5)
    expect(died.filter((life) => life.at(-1))).toHaveLength(2)
  })
})

describe('the outages', () => {
  it('take one host each, and leave the last two days alone', async () => {
    for (const [host, days] of Object.entries(OUTAGES))
      for (const day of SAMPLE_DAYS) {
        const isDown = (await fetchSample(day, `https://${host}/`)).status === 503
        expect(isDown, `${host} ${day}`).toBe(days.includes(day))
        if (isDown) expect(SAMPLE_DAYS.slice(0, 28)).toContain(day)
      }
  })
})

describe('the catalogue of the sample', () => {
  it('names accounts and packages of most labs, and where weights could be', () => {
    const { families, developers } = createSampleUpstreams(LAST).catalog
    expect(families.filter(({ huggingface = [] }) => huggingface.length > 0)).toHaveLength(22)
    expect(developers.filter(({ huggingface = [] }) => huggingface.length > 0).length).toBeGreaterThan(10)
    expect(developers.flatMap(({ packages = [] }) => packages).length).toBeGreaterThan(15)
  })
})
