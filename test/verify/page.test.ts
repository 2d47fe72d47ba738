import { expect, test } from 'vitest'
import { SAMPLE_ORACLE_KEY } from '../../core/interface/sample_oracle_key.ts'
import { held, notChecked, toClaim } from '../../verify/claims.ts'
import { parseNoteKey } from '../../verify/note.ts'
import { checkAgent } from '../../verify/page/check_agent.ts'
import { checkAttestation } from '../../verify/page/check_attestation.ts'
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
      return new TextEncoder().encode(change(path, new TextDecoder().decode(bytes)))
    },
  }
}

const agentFrom = async (source: PublishedSource, handle = 'bus-desk-sample-example') =>
  checkAgent(handle, { source, keys: await readKeys(source), day: '2026-01-03', categories: ['service'] })

test('an agent holds with every step of its score, and a changed score does not', async () => {
  const good = await agentFrom(await sampleSource())
  expect(good.verdict).toBe('held')
  expect(good.scores.map(({ category, published, again }) => [category, published - again.score])).toEqual([
    ['service', 0],
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

test('a score whose methodology has no address is not checked, and a handle that is none is refused', async () => {
  const source = await sampleSource()
  const server = await agentFrom(source, 'sample-hedgerow-bell-ringer')
  expect([server.verdict, server.scores]).toEqual(['partly', []])
  await expect(agentFrom(source, '../etc')).rejects.toThrow('a handle has small letters')
  await expect(agentFrom(source, 'nobody-at-all')).rejects.toThrow('check the handle')
})
