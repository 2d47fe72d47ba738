import { beforeAll, describe, expect, it } from 'vitest'
import { readQuotes } from '../../pipeline/agents/quotes.ts'
import type { GuardedVisits } from '../../pipeline/http/guarded.ts'
import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { CONTRACTS, events } from './chain_reader.ts'
import { withGuard } from './guard.ts'
import { fetchSample, readContent, readJson } from './reader.ts'

const FIRST = SAMPLE_DAYS[0] as string
const LAST = SAMPLE_DAYS[29] as string
const CARD = '/.well-known/agent-card.json'
const PROOF = '/.well-known/agent-registration.json'

/** A registration file, as far as these tests look at it. */
interface File {
  name: string
  description: string
  services?: { name: string; endpoint: string }[]
  endpoints?: { name: string; endpoint: string }[]
  x402Support?: boolean
  x402support?: boolean
}

interface Proof {
  registrations: { agentId: number; agentRegistry: string }[]
}

const host = (slug: string): string => `https://${slug}.sample.example`

/** Addresses of agents with the addresses behind them, each as who reads it on the last day sees it. */
async function readAll(
  guard: GuardedVisits,
  uris: string[],
): Promise<Map<string, { outcome: string; file: File | null }>> {
  const read = new Map<string, { outcome: string; file: File | null }>()
  for (const uri of uris) {
    if (uri.startsWith('data:')) {
      const file = JSON.parse(Buffer.from(uri.split(',')[1] ?? '', 'base64').toString())
      read.set(uri, { outcome: 'data', file })
    } else if (uri.startsWith('ipfs:')) {
      const file = await readContent(uri)
      read.set(uri, { outcome: file === null ? 'lost' : 'ok', file: file as File | null })
    } else if (uri !== '') {
      const { outcome, json } = await guard.visit(uri, { expect: 'json' })
      read.set(uri, { outcome, file: json as File | null })
    }
  }
  return read
}

describe('the agents of the registry', () => {
  let files: Map<string, { outcome: string; file: File | null }>
  let uris: string[]
  let owners: string[]
  let reached: Set<string>
  beforeAll(async () => {
    const registered = (await events(CONTRACTS.identity)).filter(({ name }) => name === 'Registered')
    uris = registered.map(({ args }) => String(args.agentURI))
    owners = registered.map(({ args }) => String(args.owner))
    await withGuard(LAST, async (guard, hosts) => {
      files = await readAll(guard, uris)
      reached = hosts
    })
  })
  const outcomes = (pattern: RegExp) =>
    uris.filter((uri) => pattern.test(uri)).map((uri) => files.get(uri)?.outcome)

  it('keep their files on the web, inside the address, by content, or nowhere', () => {
    const schemes = Map.groupBy(uris, (uri) => /^[a-z]*/.exec(uri)?.[0] ?? '')
    const counts = Object.fromEntries([...schemes].map(([scheme, all]) => [scheme, all.length]))
    expect(counts).toEqual({ https: 54, data: 10, ipfs: 5, http: 1, file: 1, '': 3 })
    expect(outcomes(/^ipfs:/)).toEqual(Array(5).fill('ok'))
    expect(outcomes(/^https:\/\/agents\.sample\.example\/(?!moved)/).sort()).toEqual([
      'error',
      ...Array(5).fill('not_found'),
      ...Array(41).fill('ok'),
    ])
  })

  it('name private addresses in many ways, and none of them is ever asked', () => {
    expect(outcomes(/127|0x7f|localhost|internal|^file|^http:|moved|@/)).toEqual(
      Array(8).fill('refused_unsafe'),
    )
    expect(outcomes(/invalid/)).toEqual(['dns_dead'])
    expect([...reached].sort()).toEqual(['agents.sample.example'])
  })

  it('write their files in the forms that have drifted', () => {
    const all = [...files.values()].flatMap(({ file }) => file ?? [])
    expect(all.filter((file) => file.endpoints).length).toBeGreaterThanOrEqual(4)
    expect(all.filter((file) => file.x402support !== undefined).length).toBeGreaterThanOrEqual(4)
    expect(all.filter((file) => file.services && file.x402Support !== undefined).length).toBeGreaterThan(30)
  })

  it('are one file twelve times over for one owner', () => {
    const byOwner = [...Map.groupBy(owners.keys(), (id) => owners[id]).values()]
    const [most = []] = byOwner.sort((a, b) => b.length - a.length)
    expect(most).toHaveLength(12)
    const texts = most
      .map((id) => files.get(uris[id] as string)?.file)
      .map((file) => [file?.name, file?.description])
    expect(new Set(texts.map((text) => text.join('\n'))).size).toBe(1)
    expect(new Set(most.map((id) => uris[id])).size).toBeGreaterThan(1)
    expect(new Set(most.map((id) => uris[id])).size).toBeLessThan(12)
  })

  it('are one agent that its owner describes in other words, and one that another owner repeats verbatim', () => {
    const findDescribed = (words: RegExp) =>
      [...uris.keys()].filter((id) => words.test(files.get(uris[id] as string)?.file?.description ?? ''))
    const siblings = findDescribed(/one agent in/)
    expect(siblings).toHaveLength(2)
    expect(new Set(siblings.map((id) => owners[id])).size).toBe(1)
    const texts = Map.groupBy(uris.keys(), (id) => {
      const file = files.get(uris[id] as string)?.file
      return `${file?.name}\n${file?.description}`
    })
    const repeated = [...texts].filter(([text, ids]) => /agent called/.test(text) && ids.length > 1)
    expect(repeated.map(([, ids]) => new Set(ids.map((id) => owners[id])).size)).toEqual([2])
  })

  it('belong, one of them, to the wallet that its own site asks to pay', async () => {
    const id = [...uris.keys()].find((key) => /seed-desk/.test(uris[key] as string)) as number
    await withGuard(LAST, async (guard) => {
      const visit = await guard.visit(`${host('seed-desk')}/api/seed-today`, {
        expect: 'any',
        alive: [402],
      })
      const asked = readQuotes(visit).map(({ pay_to }) => pay_to?.toLowerCase())
      expect(asked).toContain((owners[id] as string).toLowerCase())
    })
  })

  it('have hostile names, one of them ten thousand characters long', () => {
    const names = [...files.values()].map(({ file }) => file?.name ?? '')
    for (const text of ['<script>', '\u202E', '\u200B', '=HYPERLINK(', '\u0435'])
      expect(names.some((name) => name.includes(text))).toBe(true)
    expect(Math.max(...names.map((name) => name.length))).toBeGreaterThan(10_240)
  })

  it('move to other files, and one to a private address', async () => {
    const updates = (await events(CONTRACTS.identity)).filter(({ name }) => name === 'URIUpdated')
    const moved = updates.map(({ args }) => String(args.newURI))
    await withGuard(LAST, async (guard) => {
      const read = [...(await readAll(guard, moved)).values()]
      const told = read.map(({ outcome }) => outcome).sort()
      expect(told).toEqual(['not_found', 'not_found', 'ok', 'ok', 'ok', 'refused_unsafe'])
    })
  })
})

describe('the sites of agents', () => {
  const visits = (day: string, slugs: string[]) =>
    withGuard(day, async (guard) => {
      const visited = slugs.map((slug) => guard.visit(host(slug) + CARD, { expect: 'json' }))
      return (await Promise.all(visited)).map(({ outcome }) => outcome)
    })

  it('answer for their card in every way there is', async () => {
    const slugs = [
      'tide',
      'star',
      'bird',
      'rain',
      'moon',
      'seed',
      'ferry',
      'letter',
      'hollow',
      'rusty',
      'nobody',
    ]
    const expected = [
      'ok',
      'ok',
      'not_found',
      'auth_wall',
      'soft_404',
      'error',
      'ok',
      'refused_unsafe',
      'timeout',
      'tls',
      'not_found',
    ]
    expect(
      await visits(
        FIRST,
        slugs.map((slug) => `${slug}-desk`),
      ),
    ).toEqual(expected)
  })

  it('die and stay dead', async () => {
    const days = [12, 13, 29].map((index) => visits(SAMPLE_DAYS[index] as string, ['bus-desk']))
    expect((await Promise.all(days)).flat()).toEqual(['ok', 'timeout', 'timeout'])
  })

  it('do not make anybody wait', async () => {
    const started = performance.now()
    await visits(LAST, ['hollow-desk', 'bus-desk'])
    expect(performance.now() - started).toBeLessThan(2000)
  })

  it('write cards in both versions, and one at the older address', async () => {
    const [old, latest, legacy] = await Promise.all(
      [host('tide-desk') + CARD, host('ring-desk') + CARD, `${host('bird-desk')}/.well-known/agent.json`].map(
        (url) => readJson<Record<string, unknown>>(fetchSample(LAST, url)),
      ),
    )
    expect(old).toMatchObject({ protocolVersion: '0.3.0', url: 'https://tide-desk.sample.example/a2a' })
    expect(latest).toMatchObject({ supportedInterfaces: [{ protocolVersion: '1.0' }] })
    expect(legacy).toMatchObject({ name: 'Sample Bird Desk' })
  })

  it('prove three registrations, and one site says that it is another', async () => {
    const registered = (await events(CONTRACTS.identity)).filter(({ name }) => name === 'Registered')
    const claims = ['tide', 'star', 'bird', 'mimic'].map(async (slug) => {
      const proof = await readJson<Proof>(fetchSample(LAST, host(`${slug}-desk`) + PROOF))
      const [{ agentId, agentRegistry } = { agentId: -1, agentRegistry: '' }] = proof.registrations
      expect(agentRegistry.toLowerCase()).toBe(`eip155:8453:${CONTRACTS.identity.toLowerCase()}`)
      return String(registered[agentId]?.args.agentURI)
    })
    expect(await Promise.all(claims)).toEqual(
      ['tide', 'star', 'bird', 'tide'].map((slug) => `https://agents.sample.example/${slug}-desk.json`),
    )
    expect((await fetchSample(LAST, host('rain-desk') + PROOF)).status).toBe(404)
  })
})
