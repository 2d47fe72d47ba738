import { expect, test } from 'vitest'
import { SAMPLE_ORACLE_KEY } from '../../core/interface/sample_oracle_key.ts'
import { sha256Hex } from '../../verify/bytes.ts'
import { held, notChecked, toClaim } from '../../verify/claims.ts'
import { parseNoteKey } from '../../verify/note.ts'
import { checkAgent } from '../../verify/page/check_agent.ts'
import { checkAttestation, isAttestation } from '../../verify/page/check_attestation.ts'
import { checkDay } from '../../verify/page/check_day.ts'
import { checkHash } from '../../verify/page/check_hash.ts'
import { readGiven } from '../../verify/page/given.ts'
import { readKeys } from '../../verify/page/keys.ts'
import { claimTitle, combineResults } from '../../verify/page/report.ts'
import type { PublishedSource } from '../../verify/source.ts'
import { read } from '../pages.ts'
import { sampleHandler } from '../sample_handler.ts'

const EXAMPLE = read('templates/market_rules_example.json')
const LOG_KEY = 'sample.assay.invalid/log+8e9e5f51+AZFQ7kF6dONTVlKh0xY/faLjViA4xEDaNHJjx/Nd2R5V'
const keys = {
  from: 'https://assay.example',
  published: [SAMPLE_ORACLE_KEY],
  log: parseNoteKey(LOG_KEY),
}

test('a valid attestation shows its data set and its log', () => {
  const { verdict, headline, facts } = checkAttestation(EXAMPLE, keys)
  expect(verdict).toBe('held')
  expect(headline).toMatch(/^It holds: .*test data \(sample\), and not about the real world\.$/)
  expect(Object.fromEntries(facts)).toMatchObject({
    Says: 'alive',
    About: 'sample-hedgerow-bell-ringer',
    Log: 'sample.assay.invalid/log, key 8e9e5f51',
  })
})

test('without the key of the log, or without its proof, it holds in part', () => {
  expect(checkAttestation(EXAMPLE, { ...keys, log: null }).verdict).toBe('partly')
  const { inclusion: _, ...rest } = JSON.parse(EXAMPLE) as { inclusion: unknown }
  for (const inclusion of [undefined, null])
    expect(checkAttestation(JSON.stringify({ ...rest, inclusion }), keys).verdict).toBe('partly')
})

test('an unsigned or mismatched one is not to be relied on', () => {
  expect(checkAttestation(EXAMPLE, { ...keys, published: [] })).toMatchObject({
    verdict: 'broken',
    facts: [],
    headline: expect.stringContaining('no valid key that this index publishes'),
  })
  const shown = { ...(JSON.parse(EXAMPLE) as object), statement: { predicate: 'dead' } }
  expect(checkAttestation(JSON.stringify(shown), keys)).toMatchObject({
    verdict: 'broken',
    headline: expect.stringContaining('not everything beside it matches'),
  })
  for (const text of ['', '{}', 'null', '[1]', 'hello'])
    expect(checkAttestation(text, keys).headline).toContain('This is no attestation')
})

test('claims are told in words, and unknown ones by their name', () => {
  expect(claimTitle(held('score of ada in service'))).toBe(
    'The score of ada in service follows from its signals',
  )
  expect(claimTitle(held('something else'))).toBe('something else')
  const [good, open, bad] = [held('a'), notChecked('b', ''), toClaim('c', ['wrong'])]
  expect(combineResults([good])).toBe('held')
  expect(combineResults([good, open])).toBe('partly')
  expect(combineResults([good, open], ({ name }) => name !== 'b')).toBe('held')
  expect(combineResults([good, open, bad])).toBe('broken')
})

/** The sample's public files; `change` damages the text of one of them. */
async function sampleSource(
  change: (path: string, text: string) => string = (_, text) => text,
): Promise<PublishedSource> {
  const { ask } = await sampleHandler()
  return {
    ...{ name: 'sample', kind: 'url', shows: () => true, keys: async () => null },
    async read(key) {
      const path = key.replace('public', '')
      const response = await ask(path)
      if (response.status !== 200) return null
      const bytes = new Uint8Array(await response.arrayBuffer())
      if (path.includes('/tile/')) return bytes
      return new TextEncoder().encode(
        change(path, new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)),
      )
    },
  }
}

const agentFrom = async (source: PublishedSource, handle = 'bus-desk-sample-example') =>
  checkAgent(handle, { source, keys: await readKeys(source), day: '2026-01-03', categories: ['service'] })

test('an agent holds with every step of its score, and a changed score does not', async () => {
  const good = await agentFrom(await sampleSource())
  expect(good.verdict).toBe('held')
  expect(good.scores.map(({ category, published, again }) => [category, published - again.score])).toEqual([
    ['Services', 0],
  ])
  const damaged = await agentFrom(
    await sampleSource((path, text) =>
      path.endsWith('/llm-summary') && path.includes('/agent/')
        ? text.replace(/"score":[\d.]+/, '"score":99.99')
        : text,
    ),
  )
  expect(damaged.verdict).toBe('broken')
  expect(damaged.claims.filter(({ result }) => result === 'broken').map(claimTitle)).toEqual([
    'The log matches what the index publishes about bus-desk-sample-example',
    'The score of bus-desk-sample-example in service follows from its signals',
  ])
})

test('a score whose methodology has no address is not checked, and an unknown handle is refused', async () => {
  const source = await sampleSource()
  const server = await agentFrom(source, 'sample-hedgerow-bell-ringer')
  expect([server.verdict, server.scores]).toEqual(['partly', []])
  await expect(agentFrom(source, 'nobody-at-all')).rejects.toThrow('check the handle')
})

const HASH = 'ab'.repeat(32)

test.each<[string, unknown]>([
  [' {"a":1}\n', { kind: 'attestation', text: '{"a":1}' }],
  ['[1', { kind: 'attestation', text: '[1' }],
  ['2026-01-03', { kind: 'day', day: '2026-01-03' }],
  [HASH.toUpperCase(), { kind: 'hash', sha256: HASH }],
  [`sha256:${HASH}`, { kind: 'hash', sha256: HASH }],
  [`https://index.example/base/evidence/${HASH}?agent=a`, { kind: 'hash', sha256: HASH }],
  [' Bus-Desk ', { kind: 'agent', handle: 'bus-desk' }],
  ['https://index.example/agents/bus-desk', { kind: 'agent', handle: 'bus-desk' }],
  ['https://index.example/api/agent/bus-desk/trust', { kind: 'agent', handle: 'bus-desk' }],
  ['https://index.example/embed/bus-desk.svg', { kind: 'agent', handle: 'bus-desk' }],
  ['../etc', null],
  ['hello world', null],
  ['https://index.example/', null],
  ['', null],
])('the field takes %j for what it is', (text, given) => {
  expect(readGiven(text)).toEqual(given)
})

test('a file is taken for an attestation by what it holds', () => {
  expect([EXAMPLE, '{}', 'handle,name\n'].map(isAttestation)).toEqual([true, false, false])
})

test('each day of the log holds, and the newest is what is published', async () => {
  const source = await sampleSource()
  const given = { source, keys: await readKeys(source) }
  const days = JSON.parse(String(Buffer.from((await source.read('public/log/entries/days.json')) ?? []))) as {
    date: string
  }[]
  for (const { date } of days) expect((await checkDay(date, given)).verdict).toBe('held')
  const newest = await checkDay(days.at(-1)?.date ?? '', given)
  expect(newest.claims.map(claimTitle)).toContain('The release that is published is that one')
  await expect(checkDay('1999-01-01', given)).rejects.toThrow('the log has no day 1999-01-01')
})

test('a day whose digest or manifest was changed does not hold', async () => {
  const newest = async (change: (path: string, text: string) => string) => {
    const source = await sampleSource(change)
    const bytes = (await source.read('public/log/entries/days.json')) ?? new Uint8Array()
    const days = JSON.parse(new TextDecoder().decode(bytes)) as { date: string }[]
    return checkDay(days.at(-1)?.date ?? '', { source, keys: await readKeys(source) })
  }
  const inManifest = await newest((path, text) => (path === '/manifest.json' ? `${text} ` : text))
  expect(inManifest.claims.filter(({ result }) => result === 'broken').map(claimTitle)).toEqual([
    'The release that is published is that one',
  ])
  const inDays = await newest((path, text) =>
    path.endsWith('/days.json') ? text.replaceAll(/"digest":"\w/g, '"digest":"0') : text,
  )
  expect(inDays.verdict).toBe('broken')
})

test('a file of the release holds by its hash, and another one is of no release', async () => {
  const source = await sampleSource()
  const given = { source, keys: await readKeys(source) }
  const bytes = (await source.read('public/data/agents.csv')) ?? new Uint8Array()
  const found = await checkHash(sha256Hex(bytes), given)
  expect(found).toMatchObject({ verdict: 'held', headline: expect.stringMatching(/^It holds: /) })
  expect(Object.fromEntries(found.facts)).toMatchObject({
    File: '/data/agents.csv',
    Bytes: `${bytes.length}`,
  })
  expect(await checkHash(HASH, given)).toMatchObject({
    verdict: 'partly',
    headline: expect.stringContaining('has no file with this hash'),
  })
})
