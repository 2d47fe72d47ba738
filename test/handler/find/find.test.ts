import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { z } from 'zod'
import { CATEGORIES } from '../../../core/domain/category.ts'
import { ENDPOINTS } from '../../../core/interface/endpoints.ts'
import { indexWords, parseQueryWords } from '../../../core/interface/find/terms.ts'
import { createVocabulary } from '../../../core/interface/find/vocabulary.ts'
import { currentRelease, type Release } from '../../../core/release/release.ts'
import { findFullResult, findResult } from '../../../core/resources/find.schema.ts'
import type { AgentRecord } from '../../../core/views/agent_record.ts'
import { readVocabulary } from '../../../pipeline/artifacts/search/vocabulary.ts'
import { openDatabase } from '../../../pipeline/model/database.ts'
import type { PaidVariant, Variant } from '../../../serving/handler/call.ts'
import { PAID } from '../../../serving/handler/paid.ts'
import { findVariant as find } from '../../../serving/handler/resources/find.ts'
import { findFullBody as findFull } from '../../../serving/handler/resources/find_full.ts'
import { ServedRelease } from '../../../serving/handler/served_release.ts'
import { readValues } from '../../../serving/handler/values.ts'
import { followRelease } from '../../../serving/service/release/follow_release.ts'
import { publishAgain, temporaryFolder } from '../../hosts/published.ts'
import { sampleOutput } from '../../sample_output.ts'

const vocabulary = createVocabulary(readVocabulary())

type Result = z.infer<typeof findResult>

async function served(output: string): Promise<ServedRelease> {
  const log = (error: unknown) => {
    throw error
  }
  return (await followRelease({ output, now: () => 0, log }).current()) as ServedRelease
}

async function ask(
  release: ServedRelease,
  variant: Variant<Result> | PaidVariant,
  query: string,
): Promise<Result> {
  const id = variant === find ? 'find' : 'find_full'
  const endpoint = ENDPOINTS.find((endpoint) => endpoint.id === id)
  if (endpoint === undefined) throw new Error(`no endpoint ${id}`)
  const values = readValues(endpoint.parameters, new Map(), new URLSearchParams(query))
  const made = await variant({ endpoint, values, release, today: '2026-01-03', body: undefined })
  const { bytes } = 'content' in made ? await made.content() : made
  return JSON.parse(new TextDecoder().decode(bytes)) as Result
}

/** An agent that has not departed, and the terms of its texts. */
interface Known {
  agent: AgentRecord
  terms: Set<string>
}

let release: ServedRelease
let known: Known[]

beforeAll(async () => {
  release = await served(await sampleOutput())
  const texts = await capabilityTexts()
  known = (await allAgentRecords()).map((agent) => ({
    agent,
    terms: new Set(indexWords(texts.get(agent.handle) ?? '', vocabulary).flatMap(({ terms }) => terms)),
  }))
}, 120_000)

// Opening a database may write, and the sample is read-only: read a copy.
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

async function allAgentRecords(): Promise<AgentRecord[]> {
  const published = currentRelease(await sampleOutput())
  const keys = [...(published?.entries() ?? [])]
    .map(({ key }) => key)
    .filter((key) => key.startsWith('private/agents/'))
  const agentRecords = await Promise.all(
    keys.map((key) => release.json<AgentRecord>('private', key.slice('private/'.length))),
  )
  return agentRecords.filter((agent) => agent !== null && agent.departed_on === null) as AgentRecord[]
}

/** The agents that match the filters of a query and its one word, by a scan of every agent. */
function expected(query: string): string[] {
  const asked = new URLSearchParams(query)
  const rails = asked.get('rails')?.split(',') ?? []
  const [word] = parseQueryWords(asked.get('q') ?? '', vocabulary)
  return known
    .filter(
      ({ agent, terms }) =>
        word?.terms.every((term) => terms.has(term)) &&
        (!asked.has('category') ||
          [agent.primary_category, ...agent.secondary_categories].some(
            (category) => category === asked.get('category'),
          )) &&
        rails.every((rail) => agent.rails.some((item) => item === rail)) &&
        (asked.get('alive') !== 'true' || agent.liveness === 'alive') &&
        (!asked.has('min_tier') || agent.tier === 'evidence_ranked'),
    )
    .map(({ agent }) => agent.handle)
}

const rejected = ({ candidates }: Result): boolean[] => candidates.map(({ verdict }) => verdict === 'reject')

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
  const shown = { some: 0, none: 0 }
  for (const filter of FILTERS)
    for (const q of ['sample', 'Weather', 'registry', 'models', 'unheard-of']) {
      const query = `q=${encodeURIComponent(q)}&${filter}`
      const handles = expected(query)
      shown[handles.length > 0 ? 'some' : 'none'] += 1
      const full = await ask(release, findFull, `${query}&limit=50`)
      expect([full.matched, full.total_matches], query).toEqual([
        handles.length > 0 ? 'all' : null,
        handles.length,
      ])
      expect(full.candidates).toHaveLength(Math.min(50, handles.length))
      for (const { handle, matched_words } of full.candidates) {
        expect(handles, query).toContain(handle)
        expect(matched_words).toEqual(full.words)
      }
      expect(rejected(full), query).toEqual(rejected(full).toSorted())
      const three = await ask(release, find, query)
      expect(three.candidates).toEqual(full.candidates.slice(0, 3))
      expect([three.matched, three.total_matches]).toEqual([full.matched, full.total_matches])
      expect(three.hint === null).toBe(handles.length > 0)
    }
  expect(FILTERS).toHaveLength(384)
  for (const count of Object.values(shown)) expect(count).toBeGreaterThan(50)
}, 120_000)

/** A registry puts it before names; it says nothing of an agent, and the index has it not. */
const REGISTRY_PREFIX = /^io\.github\./

test('every agent is found by each of its words, and by its name, with a prefix of the registry too', async () => {
  const ofTerm = new Map<string, number>()
  for (const { terms } of known) for (const term of terms) ofTerm.set(term, (ofTerm.get(term) ?? 0) + 1)
  const words = new Set(
    known.flatMap(({ agent }) =>
      parseQueryWords(agent.name.replace(REGISTRY_PREFIX, ''), vocabulary).map(({ word }) => word),
    ),
  )
  expect(known.filter(({ agent }) => REGISTRY_PREFIX.test(agent.name))).not.toEqual([])
  expect(words.size).toBeGreaterThan(150)
  for (const word of words) {
    const [first] = parseQueryWords(word, vocabulary)
    if (first?.terms.length !== 1) continue
    const { total_matches } = await ask(release, find, `q=${encodeURIComponent(word)}`)
    expect(total_matches, word).toBe(ofTerm.get(first.terms[0] ?? ''))
  }
  for (const { agent } of known) {
    const query = `q=${encodeURIComponent(agent.name.slice(0, 200))}&category=${agent.primary_category}`
    expect((await ask(release, find, query)).matched, agent.name).toBe('all')
  }
}, 60_000)

test('a copy of another agent is behind it and shows its flag, whatever is asked', async () => {
  for (const q of ['weather', 'sample weather tools', 'weather looks like another name', 'tide desk']) {
    const { candidates } = await ask(release, findFull, `q=${encodeURIComponent(q)}&limit=50`)
    const handles = candidates.map(({ handle }) => handle)
    for (const copy of ['zero-width', 'look-alike'].filter((text) => handles.includes(text)))
      expect(handles.indexOf(copy), q).toBeGreaterThan(handles.indexOf('weather-tools'))
  }
  const { candidates } = await ask(release, findFull, 'q=weather')
  expect(candidates.find(({ handle }) => handle === 'zero-width')?.risk_flags).toEqual([
    { flag: 'hostile_name', severity: 'major' },
  ])
  expect(candidates[0]).toMatchObject({ handle: 'weather-tools', risk_flags: [] })
})

test('a query without results gets suggestions', async () => {
  const findHint = async (query: string) => {
    const { hint, nearby_words, words, total_matches } = await ask(release, find, query)
    expect(total_matches, query).toBe(0)
    return { hint, nearby_words, words }
  }
  expect(await findHint('q=find+me+the+agent')).toMatchObject({
    hint: expect.stringMatching(/^q has no word to search for/),
    words: [],
  })
  expect(await findHint('q=wether')).toMatchObject({ nearby_words: ['weather'] })
  expect(await findHint('q=weather&category=tokenized')).toMatchObject({
    hint: expect.stringMatching(/without them 4 agents match/),
    nearby_words: [],
  })
  expect(await findHint('q=qwertyuiop')).toMatchObject({
    hint: expect.stringMatching(/fewer or other words/),
    nearby_words: [],
  })
})

test('an empty list is not sold: a paid call is refused before its payment is taken', async () => {
  const endpoint = ENDPOINTS.find(({ id }) => id === 'find_full')
  if (endpoint === undefined) throw new Error('no endpoint find_full')
  const admit = (query: string) => {
    const values = readValues(endpoint.parameters, new Map(), new URLSearchParams(query))
    return PAID.find_full?.admit?.({ endpoint, values, release, today: '2026-01-03', body: undefined })
  }
  await expect(admit('q=weather')).resolves.toBeUndefined()
  for (const query of ['q=qwertyuiop', 'q=find+the+agent', 'q=weather&category=tokenized'])
    await expect(admit(query), query).rejects.toMatchObject({
      status: 404,
      code: 'no_match',
      message: expect.stringMatching(/Nothing was charged\.$/),
    })
  expect(endpoint.errors).toContain(404)
})

test('both answers are as their schemas say, and a candidate says what its agent record does', async () => {
  const free = await ask(release, find, 'q=sample&rails=mcp&alive=true')
  expect(findResult.strict().parse(free)).toEqual(free)
  const full = await ask(release, findFull, 'q=sample&rails=mcp&alive=true')
  expect(findFullResult.strict().parse(full)).toEqual(full)
  expect([free.count, full.count]).toEqual([3, 25])
  const [first] = free.candidates
  const agent = known.find((known) => known.agent.handle === first?.handle)?.agent as AgentRecord
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

const NO_MATCH: Record<string, string> = {
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

test.each(Object.entries(NO_MATCH))('%s is answered and finds no agent', async (_, q) => {
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
  const folder = temporaryFolder()
  onTestFinished(folder.remove)
  publishAgain(currentRelease(await sampleOutput()) as Release, folder.path, { layout: 'packs' })
  const packs = await served(folder.path)
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
  const counted = new ServedRelease({
    ...reader,
    ...reader,
    read(side, path) {
      reads.push(path)
      return reader.read(side, path)
    },
  })
  for (const q of ['sample', 'weather', 'mcp']) await ask(counted, find, `q=${q}`)
  expect(reads.filter((path) => path === 'find-index.bin')).toHaveLength(1)
  const without = new ServedRelease({ ...reader, read: async () => null })
  await expect(ask(without, find, 'q=a')).rejects.toThrow(/has no find-index.bin: publish its day again/)
})
