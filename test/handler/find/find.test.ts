import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Slice } from '../../../handler/call.ts'
import { wordsOf } from '../../../handler/find/words.ts'
import { findFull } from '../../../handler/paid/find_full.ts'
import { ServedRelease } from '../../../handler/served_release.ts'
import { find } from '../../../handler/slices/find.ts'
import { readValues } from '../../../handler/values.ts'
import { ENDPOINTS } from '../../../interface/endpoints.ts'
import { findFullResult, findResult } from '../../../interface/schemas/find.ts'
import { CATEGORIES } from '../../../pipeline/category.ts'
import { openDatabase } from '../../../pipeline/model/database.ts'
import { currentRelease } from '../../../pipeline/release/release.ts'
import { followRelease } from '../../../service/follow_release.ts'
import type { Dossier } from '../../../views/dossier.ts'
import { sampleOutput } from '../../sample_output.ts'

type Result = z.infer<typeof findResult>

async function released(layout: 'files' | 'packs'): Promise<ServedRelease> {
  const log = (error: unknown) => {
    throw error
  }
  const output = await sampleOutput(layout)
  return (await followRelease({ output, now: () => 0, log }).current()) as ServedRelease
}

async function ask(release: ServedRelease, slice: Slice, query: string): Promise<Result> {
  const id = slice === find ? 'find' : 'find_full'
  const endpoint = ENDPOINTS.find((one) => one.id === id)
  if (endpoint === undefined) throw new Error(`no endpoint ${id}`)
  const values = readValues(endpoint.parameters, new Map(), new URLSearchParams(query))
  const { bytes } = await slice({ endpoint, values, release, today: '2026-01-03', body: undefined })
  return JSON.parse(new TextDecoder().decode(bytes)) as Result
}

/** Every agent that has not departed in the order of find, read and sorted without its code. */
interface Known {
  agent: Dossier
  words: Set<string>
}

let release: ServedRelease
let known: Known[]

beforeAll(async () => {
  release = await released('files')
  const texts = await capabilityTexts()
  const dossiers = await allDossiers()
  known = inOrder(dossiers).map((agent) => ({
    agent,
    words: new Set(wordsOf(texts.get(agent.handle) ?? '')),
  }))
}, 120_000)

// The sample is nobody's to write to, and a database that is opened may write.
async function capabilityTexts(): Promise<Map<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-find-'))
  cpSync(join(await sampleOutput(), 'cache'), folder, { recursive: true })
  const db = await openDatabase(join(folder, 'assay.duckdb'))
  const rows = await db.rows<{ handle: string; text: string }>(
    "select handle, trusted_text || ' ' || untrusted_text as text from capability_text",
  )
  db.close()
  rmSync(folder, { recursive: true })
  return new Map(rows.map(({ handle, text }) => [handle, text]))
}

async function allDossiers(): Promise<Dossier[]> {
  const published = currentRelease(await sampleOutput())
  const keys = [...(published?.entries() ?? [])]
    .map(({ key }) => key)
    .filter((key) => key.startsWith('private/dossiers/'))
  const dossiers = await Promise.all(
    keys.map((key) => release.json<Dossier>('private', key.slice('private/'.length))),
  )
  return dossiers.filter((agent) => agent !== null && agent.departed_on === null) as Dossier[]
}

function inOrder(agents: Dossier[]): Dossier[] {
  const tierOf = new Map<string, { position: number }[]>()
  for (const { standings } of agents)
    for (const one of standings) {
      const key = `${one.category} ${one.tier}`
      tierOf.set(key, [...(tierOf.get(key) ?? []), one])
    }
  const best = (agent: Dossier): [share: number, score: number] =>
    agent.standings
      .filter((one) => one.tier === agent.tier)
      .map((one): [number, number] => {
        const peers = tierOf.get(`${one.category} ${one.tier}`) ?? []
        const before = peers.filter((peer) => peer.position < one.position).length
        return [(before + 0.5) / peers.length, one.score]
      })
      .sort((a, b) => a[0] - b[0] || b[1] - a[1])[0] ?? [1, 0]
  const keyOf = (agent: Dossier): number[] => [
    Number(agent.trust.verdict === 'reject'),
    Number(agent.tier !== 'evidence_ranked'),
    best(agent)[0],
    -agent.trust.score,
    -best(agent)[1],
  ]
  const keys = new Map(agents.map((agent) => [agent, keyOf(agent)]))
  return agents.toSorted((a, b) => {
    const [one, other] = [keys.get(a) ?? [], keys.get(b) ?? []]
    const at = one.findIndex((value, nth) => value !== other[nth])
    return at === -1 ? (a.handle < b.handle ? -1 : 1) : (one[at] as number) - (other[at] as number)
  })
}

/** What must be found, by looking at every agent. */
function expected(query: string): { matched: string | null; total: number; handles: string[] } {
  const asked = new URLSearchParams(query)
  const rails = asked.get('rails')?.split(',') ?? []
  const passing = known.filter(
    ({ agent }) =>
      (!asked.has('category') ||
        [agent.primary_category, ...agent.secondary_categories].some(
          (one) => one === asked.get('category'),
        )) &&
      rails.every((rail) => agent.rails.some((one) => one === rail)) &&
      (asked.get('alive') !== 'true' || agent.liveness === 'alive') &&
      (!asked.has('min_tier') || agent.tier === 'evidence_ranked'),
  )
  const words = wordsOf(asked.get('q') ?? '')
  const all = passing.filter((one) => words.length > 0 && words.every((word) => one.words.has(word)))
  const found = all.length > 0 ? all : passing.filter((one) => words.some((word) => one.words.has(word)))
  return {
    matched: all.length > 0 ? 'all' : found.length > 0 ? 'any' : null,
    total: found.length,
    handles: found.map(({ agent }) => agent.handle),
  }
}

const RAILS = ['x402', 'mcp', 'erc8004', 'a2a']
const subsets = Array.from({ length: 16 }, (_, bits) => RAILS.filter((_rail, nth) => (bits >> nth) & 1))
const FILTERS = [null, ...CATEGORIES].flatMap((category) =>
  subsets.flatMap((rails) =>
    [false, true].flatMap((alive) =>
      [false, true].map((ranked) => {
        const query = new URLSearchParams()
        if (category !== null) query.set('category', category)
        if (rails.length > 0) query.set('rails', rails.join(','))
        if (alive) query.set('alive', 'true')
        if (ranked) query.set('min_tier', 'evidence_ranked')
        return query.toString()
      }),
    ),
  ),
)

test('every combination of filters finds the agents that looking at all of them finds', async () => {
  const shown = { all: 0, any: 0, none: 0 }
  for (const filter of FILTERS)
    for (const q of ['sample', 'Weather', 'mcp tools', 'service models', 'weather unheard-of']) {
      const query = `q=${encodeURIComponent(q)}&${filter}`
      const { matched, total, handles } = expected(query)
      shown[(matched ?? 'none') as keyof typeof shown] += 1
      const full = await ask(release, findFull, `${query}&limit=50`)
      expect([full.matched, full.total_matches, full.candidates.map((one) => one.handle)], query).toEqual([
        matched,
        total,
        handles.slice(0, 50),
      ])
      const three = await ask(release, find, query)
      expect(three.candidates).toEqual(full.candidates.slice(0, 3))
      expect([three.matched, three.total_matches]).toEqual([matched, total])
    }
  expect(FILTERS).toHaveLength(384)
  for (const count of Object.values(shown)) expect(count).toBeGreaterThan(50)
}, 120_000)

test('every agent is found by each of its words and by its name', async () => {
  const ofWord = new Map<string, string[]>()
  for (const { agent, words } of known)
    for (const word of words) ofWord.set(word, [...(ofWord.get(word) ?? []), agent.handle])
  expect(ofWord.size).toBeGreaterThan(300)
  for (const [word, handles] of ofWord) {
    const found = await ask(release, findFull, `q=${encodeURIComponent(word)}&limit=50`)
    expect([found.total_matches, found.candidates.map((one) => one.handle)], word).toEqual([
      handles.length,
      handles.slice(0, 50),
    ])
  }
  for (const { agent } of known) {
    const query = `q=${encodeURIComponent(agent.name)}&category=${agent.primary_category}`
    expect(expected(query).handles, agent.name).toContain(agent.handle)
  }
})

test('both answers are as their schemas say, and a candidate says what its dossier does', async () => {
  const free = await ask(release, find, 'q=sample&rails=mcp&alive=true')
  expect(findResult.strict().parse(free)).toEqual(free)
  const full = await ask(release, findFull, 'q=sample&rails=mcp&alive=true')
  expect(findFullResult.strict().parse(full)).toEqual(full)
  expect([free.count, full.count]).toEqual([3, 25])
  const [first] = free.candidates
  const agent = known.find((one) => one.agent.handle === first?.handle)?.agent as Dossier
  expect(first).toMatchObject({
    name: agent.name,
    verdict: agent.trust.verdict,
    trust: { score: agent.trust.score, class: agent.trust.class },
    rails: agent.rails,
    endpoints: agent.endpoints,
    scores: Object.fromEntries(
      agent.standings.map(({ category, score, rank }) => [category, { score, rank }]),
    ),
  })
})

test('the address of all results asks for the same, in one form however it was written', async () => {
  const free = await ask(
    release,
    find,
    'min_tier=evidence_ranked&alive=true&rails=x402,mcp,x402&q=a%26b+%23c&x=1',
  )
  expect(free.full_results).toBe(
    'https://assay.example/api/agents/find/full?q=a%26b+%23c&rails=mcp%2Cx402&alive=true&min_tier=evidence_ranked',
  )
  const other = await ask(release, find, `${new URL(free.full_results).search.slice(1)}`)
  expect(other).toEqual(free)
})

const NOBODY: Record<string, string> = {
  'punctuation alone': '... +++ ### ++',
  'control characters': '\u0000\u0007',
  'characters that hide': '\u202e\u200b',
  'half a character': '\ud800',
  'a picture': '💩',
  'a piece of SQL': "' xor zz=zz --",
  'the name of a property': 'hasOwnProperty',
  'one long word': 'a'.repeat(200),
  'letters that grow': 'ﷺ'.repeat(200),
  'a hundred words': Array.from({ length: 100 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join(' '),
}

test.each(Object.entries(NOBODY))('%s is answered and finds nobody', async (_, q) => {
  const found = await ask(release, find, new URLSearchParams({ q }).toString())
  expect(found).toMatchObject({ matched: null, total_matches: 0, count: 0, candidates: [] })
  expect(found.words.length).toBeLessThanOrEqual(32)
})

const REFUSED: Record<string, string> = {
  'no q': '',
  'an empty q': 'q=',
  'a blank q': 'q=%20',
  'two q': 'q=a&q=b',
  'a q of 201 characters': `q=${'a'.repeat(201)}`,
  'a q of 10 kB': `q=${'a'.repeat(10_000)}`,
  'no rail': 'q=a&rails=',
  'an unknown rail': 'q=a&rails=mcp,paypal',
  'an unknown category': 'q=a&category=none',
  'a wrong boolean': 'q=a&alive=1',
  'a tier that is no bound': 'q=a&min_tier=indexed',
}

test.each(Object.entries(REFUSED))('%s is refused with 400', async (_, query) => {
  await expect(ask(release, find, query)).rejects.toMatchObject({ status: 400 })
  await expect(ask(release, findFull, query)).rejects.toMatchObject({ status: 400 })
})

test.each(['limit=0', 'limit=51', 'limit=x'])('find/full refuses %s', async (limit) => {
  await expect(ask(release, findFull, `q=a&${limit}`)).rejects.toMatchObject({ status: 400 })
})

test('both layouts give the same answers', async () => {
  const packs = await released('packs')
  for (const query of ['q=sample', 'q=weather+zzz', 'q=mcp&alive=true', 'q=...']) {
    expect(await ask(packs, find, query)).toEqual(await ask(release, find, query))
    expect(await ask(packs, findFull, `${query}&limit=50`)).toEqual(
      await ask(release, findFull, `${query}&limit=50`),
    )
  }
}, 60_000)

test('the index of a release is read once, and one that has none says so', async () => {
  const reads: string[] = []
  const { reader } = release
  const counted = new ServedRelease(
    {
      ...reader,
      ...reader,
      read(side, path) {
        reads.push(path)
        return reader.read(side, path)
      },
    },
    () => 0,
  )
  for (const q of ['sample', 'weather', 'mcp']) await ask(counted, find, `q=${q}`)
  expect(reads.filter((path) => path === 'find-index.bin')).toHaveLength(1)
  const without = new ServedRelease({ ...reader, read: async () => null }, () => 0)
  await expect(ask(without, find, 'q=a')).rejects.toThrow(/has no find-index.bin: publish its day again/)
})
