import { afterAll, beforeAll, expect, test } from 'vitest'
import { PAYMENT_EXTENSION, SKILLS } from '../../core/interface/skills.ts'
import { agentCard } from '../../pipeline/artifacts/discovery/agent_card.ts'
import type { ServedRelease } from '../../serving/handler/served_release.ts'
import { NOTICE } from '../../serving/handler/tools/untrusted.ts'
import { SKILL_RUNS } from '../../serving/service/a2a/skills.ts'
import { info } from '../artifacts/given_info.ts'
import { sqliteStore, type TestStore } from '../service/store/stores.ts'
import { overRest } from '../tools/rest.ts'
import { a2aOver, dataOf, PRO_KEY, sampleRelease, wordsOf } from './given.ts'

interface Candidate {
  handle: string
  name: string
  description: string | null
  endpoints: { kind: string; url: string }[]
  [fact: string]: unknown
}

const HANDLE = 'tide-desk-sample-example'

let store: TestStore
let release: ServedRelease
let a2a: ReturnType<typeof a2aOver>
beforeAll(async () => {
  store = await sqliteStore()
  release = await sampleRelease()
  a2a = a2aOver(await store.open(), release)
}, 300_000)
afterAll(async () => store?.remove())

const rest = (endpoint: string, given: Record<string, string>) =>
  overRest(endpoint, given, { release, today: '2026-01-03' })

const textOf = (task: Awaited<ReturnType<typeof a2a.send>>): string =>
  task.artifacts?.[0]?.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('') ?? ''

test('find_agents gives the figures of REST, with third-party text set apart', async () => {
  const given = { q: 'search', rails: 'mcp', category: 'mcp_server' }
  const twin = await rest('find', given)
  const task = await a2a.send({ skill: 'find_agents', ...given, rails: ['mcp'], limit: 3 })
  const data = dataOf(task)
  const { total_matches, matched, count, full_results, last_updated } = twin
  expect(data).toMatchObject({ total_matches, matched, count, full_results, last_updated })
  expect(Object.keys(data).at(-1)).toBe('notice')
  expect(data.notice).toBe(NOTICE)
  expect(count).toBe(3)
  const shown = data.candidates as (Candidate & { untrusted: { name: string } })[]
  for (const [index, one] of (twin.candidates as Candidate[]).entries()) {
    const { name, description, endpoints, url, secondary_categories, last_updated: _, ...figures } = one
    expect(shown[index]).toMatchObject(figures)
    expect(shown[index]).not.toHaveProperty('name')
    expect(shown[index]).not.toHaveProperty('description')
    expect(shown[index]?.untrusted.name).toBe(name)
    expect(textOf(task)).toContain(`${one.handle} (`)
    expect(textOf(task)).not.toContain(name)
  }
  expect(JSON.stringify(data).length).toBeLessThan(6_000)
})

test('find_agents says that nothing was found, in clean words', async () => {
  const task = await a2a.send({ skill: 'find_agents', q: 'zzzq\u202e\u0007 wxyz' })
  expect(task.status.state).toBe('completed')
  expect(textOf(task)).toMatch(/^No agent was found for "zzzq wxyz"\./)
})

test('trust_eval gives the verdict of REST, whatever the case of the handle', async () => {
  const { type, name, url, untrusted_fields, limitations, ...figures } = await rest('trust_evaluation', {
    handle: HANDLE,
  })
  const task = await a2a.send({ skill: 'trust_eval', handle: HANDLE.toUpperCase(), depth: 'standard' })
  expect(dataOf(task)).toMatchObject({ ...figures, untrusted: { name } })
  expect(dataOf(task)).not.toHaveProperty('name')
  expect(textOf(task)).toMatch(new RegExp(`^${HANDLE}: ${String(figures.verdict)}\\. [A-Z]`))
})

test.each([
  ['bidi', 'hostile_name (major): One of its names contains'],
  ['loop-desk-sample-example', 'wash_trade (critical): '],
  ['erc8004-8453-25', 'hostile_name (critical): '],
])('what speaks against %s is said in words too', async (handle, words) => {
  expect(textOf(await a2a.send({ skill: 'trust_eval', handle }))).toContain(`Risk flags: ${words}`)
  for (const ask of [
    { skill: 'trust_eval', handle, depth: 'full' },
    { skill: 'attest', metric: 'tier', handle },
  ]) {
    expect(wordsOf(await a2a.send(ask))).toContain(`Risk flags: ${words}`)
    const sold = await a2a.send(ask, {}, { headers: { 'x-api-key': PRO_KEY } })
    expect(textOf(sold)).toContain(`Risk flags: ${words}`)
  }
})

test('what speaks against a found agent stands beside its handle', async () => {
  expect(textOf(await a2a.send({ skill: 'find_agents', q: 'loop desk' }))).toMatch(
    /loop-desk-sample-example \((?:not )?\w+, critical risk wash_trade\)/,
  )
})

test('an agent without a severe flag has none told', async () => {
  const task = await a2a.send({ skill: 'trust_eval', handle: HANDLE })
  expect(dataOf(task).risk_flags).toMatchObject([{ severity: 'minor' }])
  expect(textOf(task)).not.toContain('Risk flags')
})

test('ghost_index gives the index of REST, with as many days as asked for', async () => {
  const task = await a2a.send({ skill: 'ghost_index', history: 2 })
  const twin = await rest('ghost_index', { history: '2' })
  expect(dataOf(task)).toEqual(twin)
  expect(twin.count).toBe(2)
  expect(textOf(task)).toContain(`${String(twin.liveness_score)} %`)
})

test.each([
  [{ skill: 'find_agents' }, /^q is required/],
  [{ skill: 'find_agents', q: ' ' }, /^q is required/],
  [{ skill: 'find_agents', q: { $ne: 1 }, alive: 'yes' }, /^alive must be true or false/],
  [{ skill: 'find_agents', q: 'x', category: 'people' }, /^category must be one of model_family/],
  [{ skill: 'find_agents', q: 'x', rails: ['mcp', 'smtp'] }, /^rails must be one or more of x402/],
  [{ skill: 'trust_eval' }, /^handle must be one handle/],
  [{ skill: 'trust_eval', handle: 7 }, /^No agent with the handle "7" is indexed/],
  [{ skill: 'trust_eval', handle: HANDLE, depth: 'deep' }, /^depth must be either standard or full/],
  [{ skill: 'ghost_index', history: 31 }, /^history must be one whole number from 0 to 30/],
  [{ skill: 'ghost_index', history: -1 }, /^history must be one whole number/],
])('%j is asked back', async (ask, words) => {
  const task = await a2a.send(ask)
  expect(task.status.state).toBe('input-required')
  expect(wordsOf(task)).toMatch(words)
  expect(wordsOf(task)).toMatch(/Send the whole request again/)
})

test('fields that nobody knows are passed over', async () => {
  const task = await a2a.send({ skill: 'find_agents', q: 'search', colour: 'blue', constructor: 1 })
  expect(task.status.state).toBe('completed')
})

test('the card shows the skills that are served, and how the paid ones are paid', () => {
  const card = agentCard(info())
  expect(SKILLS.map(({ id }) => id)).toEqual([...SKILL_RUNS.keys()])
  expect(card.capabilities.extensions).toMatchObject([{ uri: PAYMENT_EXTENSION, required: false }])
  for (const { inputModes } of card.skills) expect(inputModes).toEqual(['text/plain', 'application/json'])
  expect(card.additionalInterfaces).toEqual([{ url: card.url, transport: card.preferredTransport }])
})
