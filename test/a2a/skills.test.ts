import { afterAll, beforeAll, expect, test } from 'vitest'
import { SKILLS } from '../../core/interface/skills.ts'
import { NOTICE } from '../../core/resources/short/untrusted.ts'
import type { ServedRelease } from '../../serving/handler/served_release.ts'
import { SKILL_RUNS } from '../../serving/service/a2a/skills.ts'
import { sqliteStore, type TestStore } from '../service/store/stores.ts'
import { overRest } from '../tools/rest.ts'
import { a2aOver, PRO_KEY, parseTaskData, sampleRelease, taskText } from './given.ts'

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

const formatTaskText = (task: Awaited<ReturnType<typeof a2a.send>>): string =>
  task.artifacts?.[0]?.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('') ?? ''

test('find_agents gives the figures of REST, with third-party text set apart', async () => {
  const given = { q: 'search', rails: 'mcp', category: 'mcp_server' }
  const twin = await rest('find', given)
  const task = await a2a.send({ skill: 'find_agents', ...given, rails: ['mcp'], limit: 3 })
  const data = parseTaskData(task)
  const { total_matches, matched, count, full_results, last_updated } = twin
  expect(data).toMatchObject({ total_matches, matched, count, full_results, last_updated })
  expect(Object.keys(data).at(-1)).toBe('notice')
  expect(data.notice).toBe(NOTICE)
  expect(count).toBe(3)
  const shown = data.candidates as (Candidate & { untrusted: { name: string } })[]
  for (const [index, candidate] of (twin.candidates as Candidate[]).entries()) {
    const { name, description, endpoints, url, secondary_categories, last_updated: _, ...figures } = candidate
    expect(shown[index]).toMatchObject(figures)
    expect(shown[index]).not.toHaveProperty('name')
    expect(shown[index]).not.toHaveProperty('description')
    expect(shown[index]?.untrusted.name).toBe(name)
    expect(formatTaskText(task)).toContain(`${candidate.handle} (`)
    expect(formatTaskText(task)).not.toContain(name)
  }
  expect(JSON.stringify(data).length).toBeLessThan(6_000)
})

test('find_agents says that nothing was found, in clean words', async () => {
  const task = await a2a.send({ skill: 'find_agents', q: 'zzzq\u202e\u0007 wxyz' })
  expect(task.status.state).toBe('completed')
  expect(formatTaskText(task)).toMatch(/^No agent was found for "zzzq wxyz"\./)
})

test('trust_eval gives the verdict of REST, whatever the case of the handle', async () => {
  const { type, name, url, untrusted_fields, limitations, ...figures } = await rest('trust_evaluation', {
    handle: HANDLE,
  })
  const task = await a2a.send({ skill: 'trust_eval', handle: HANDLE.toUpperCase(), depth: 'standard' })
  expect(parseTaskData(task)).toMatchObject({ ...figures, untrusted: { name } })
  expect(parseTaskData(task)).not.toHaveProperty('name')
  expect(formatTaskText(task)).toMatch(new RegExp(`^${HANDLE}: ${String(figures.verdict)}\\. [A-Z]`))
})

test.each([
  ['bidi', 'hostile_name (major): One of its names contains'],
  ['loop-desk-sample-example', 'wash_trade (critical): '],
  ['erc8004-8453-25', 'hostile_name (critical): '],
])('what speaks against %s is said in words too', async (handle, words) => {
  expect(formatTaskText(await a2a.send({ skill: 'trust_eval', handle }))).toContain(`Risk flags: ${words}`)
  for (const ask of [
    { skill: 'trust_eval', handle, depth: 'full' },
    { skill: 'attest', metric: 'tier', handle },
  ]) {
    expect(taskText(await a2a.send(ask))).toContain(`Risk flags: ${words}`)
    const sold = await a2a.send(ask, {}, { headers: { 'x-api-key': PRO_KEY } })
    expect(formatTaskText(sold)).toContain(`Risk flags: ${words}`)
  }
})

test('the flags of a found agent are shown beside its handle', async () => {
  expect(formatTaskText(await a2a.send({ skill: 'find_agents', q: 'loop desk' }))).toMatch(
    /loop-desk-sample-example \((?:not )?\w+, critical risk wash_trade\)/,
  )
})

test('an agent without a severe flag shows none', async () => {
  const task = await a2a.send({ skill: 'trust_eval', handle: HANDLE })
  expect(parseTaskData(task).risk_flags).toMatchObject([{ severity: 'minor' }])
  expect(formatTaskText(task)).not.toContain('Risk flags')
})

test('ghost_index gives the index of REST, with as many days as asked for', async () => {
  const task = await a2a.send({ skill: 'ghost_index', history: 2 })
  const twin = await rest('ghost_index', { history: '2' })
  expect(parseTaskData(task)).toEqual(twin)
  expect(twin.count).toBe(2)
  expect(formatTaskText(task)).toContain(`${String(twin.liveness_score)} %`)
})

test.each([
  [{ skill: 'find_agents' }, /^q is required/],
  [{ skill: 'find_agents', q: ' ' }, /^q is required/],
  [{ skill: 'find_agents', q: { $ne: 1 }, alive: 'yes' }, /^alive must be true or false/],
  [{ skill: 'find_agents', q: 'x', category: 'people' }, /^category must be one of model_family/],
  [{ skill: 'find_agents', q: 'x', rails: ['mcp', 'smtp'] }, /^rails must be one or more of x402/],
  [{ skill: 'trust_eval' }, /^handle must be one key of an agent/],
  [{ skill: 'trust_eval', handle: 7 }, /^No agent with the key "7" is indexed/],
  [{ skill: 'trust_eval', handle: HANDLE, depth: 'deep' }, /^depth must be either standard or full/],
  [{ skill: 'trust_eval', handle: HANDLE, amount_usd: 'all' }, /^amount_usd must be a number of US dollars/],
  [{ skill: 'trust_eval', handles: [HANDLE] }, /^handles must be 2 to 5 different handles/],
  [{ skill: 'trust_eval', handles: [HANDLE, HANDLE.toUpperCase()] }, /^handles must be 2 to 5 different/],
  [{ skill: 'trust_eval', handles: ['a', 'b', 'c', 'd', 'e', 'f'] }, /^handles must be 2 to 5 different/],
  [{ skill: 'trust_eval', handles: ['Tide Desk', 'nobody-at-all'] }, /Did you mean tide-desk-sample-example/],
  [{ skill: 'ghost_index', history: 31 }, /^history must be one whole number from 0 to 30/],
  [{ skill: 'ghost_index', history: -1 }, /^history must be one whole number/],
])('%j is asked back', async (ask, words) => {
  const task = await a2a.send(ask)
  expect(task.status.state).toBe('input-required')
  expect(taskText(task)).toMatch(words)
  expect(taskText(task)).toMatch(/Send the whole request again/)
})

test('what may be paid to an agent is said where an amount is asked about', async () => {
  const task = await a2a.send(`Should I pay ${HANDLE} 0.01 USDC?`)
  expect(parseTaskData(task)).toMatchObject({ handle: HANDLE, spendLimits: { perTransaction: 0 } })
  expect(formatTaskText(task)).toContain(
    'at most 0.00 USD for one payment, so 0.01 USD is more than it supports.',
  )
  expect(parseTaskData(await a2a.send(`Can I trust ${HANDLE}?`))).not.toHaveProperty('spendLimits')
})

test('agents are compared with the verdicts of the tool, and those that are not indexed are listed', async () => {
  const task = await a2a.send(`Compare ${HANDLE} and loop-desk-sample-example`)
  const { agents } = parseTaskData(task) as { agents: { handle: string; verdict: string }[] }
  expect(agents.map(({ handle }) => handle)).toEqual([HANDLE, 'loop-desk-sample-example'])
  for (const { handle, verdict } of agents)
    expect(formatTaskText(task)).toContain(`${handle}: ${verdict} (liveness: `)
  expect(formatTaskText(task)).toContain('Risk flags: wash_trade (critical)')
  const handles = [HANDLE, 'bidi', 'nobody-at-all']
  expect(formatTaskText(await a2a.send({ skill: 'trust_eval', handles }))).toContain(
    'Not indexed: nobody-at-all.',
  )
})

test('help is what can be asked, with examples that are answered as they stand', async () => {
  const task = await a2a.send('help')
  expect(task.status.state).toBe('completed')
  const { skills } = parseTaskData(task) as { skills: { id: string; examples: string[] }[] }
  expect(skills.map(({ id }) => id)).toEqual(SKILLS.map(({ id }) => id))
  const unclear = taskText(await a2a.send('Good morning'))
  for (const { id, examples } of skills)
    for (const example of examples) {
      expect(formatTaskText(task)).toContain(`"${example}"`)
      expect(unclear).toContain(example)
      const asked = await a2a.send(example, {}, { headers: { 'x-api-key': PRO_KEY } })
      expect(asked.status.state, example).toBe('completed')
      if (id === 'find_agents') expect(parseTaskData(asked).total_matches, example).toBeGreaterThan(0)
    }
})

test('a task that waits to be paid is still for sale after its caller asked for help', async () => {
  const quoted = await a2a.send({ skill: 'attest', metric: 'ghost_index' })
  const again = await a2a.send('help', { taskId: quoted.id })
  expect(again.status.state).toBe('input-required')
  expect(taskText(again)).toContain('A signed statement about the ghost index costs $')
})

test('find_agents gives no more than the limit that was asked for', async () => {
  for (const limit of [1, 2, 3]) {
    const { count, candidates } = parseTaskData(await a2a.send({ skill: 'find_agents', q: 'search', limit }))
    expect([count, (candidates as unknown[]).length]).toEqual([limit, limit])
  }
})

test('a blank field is one that was left out', async () => {
  const blank = { category: '', rails: [], alive: null, min_tier: ' ', limit: '' }
  const task = await a2a.send({ skill: 'find_agents', q: 'search', ...blank, rails: '' })
  expect(parseTaskData(task)).toEqual(parseTaskData(await a2a.send({ skill: 'find_agents', q: 'search' })))
  expect((await a2a.send({ skill: 'trust_eval', handle: HANDLE, depth: '' })).status.state).toBe('completed')
})

test('unknown fields are ignored', async () => {
  const task = await a2a.send({ skill: 'find_agents', q: 'search', colour: 'blue', constructor: 1 })
  expect(task.status.state).toBe('completed')
})

test('the skills that are declared are those that are served', () => {
  expect(SKILLS.map(({ id }) => id)).toEqual([...SKILL_RUNS.keys()])
})

test.each([
  [{ skill: 'find_agents', q: 'search', limit: 20, rail: 'mcp' }, '"rail" (did you mean rails?)'],
  [{ skill: 'find_agents', q: 'search', full: true, 'rails[]': 'mcp' }, '"rails??" (did you mean rails?)'],
  [{ skill: 'trust_eval', handle: HANDLE, depth: 'full', days: 3 }, '"days"'],
  [{ skill: 'attest', metric: 'tier', handle: HANDLE, agent: 'x' }, '"agent" (did you mean handle?)'],
])('nothing is sold with a field that the skill does not know: %j', async (fields, told) => {
  const task = await a2a.send(fields)
  expect(task.status.state).toBe('input-required')
  expect(task.status.message?.metadata ?? {}).toEqual({})
  expect(taskText(task)).toContain(`Unknown parameter ${told}. This skill takes `)
})

test.each([
  { skill: 'find_agents', q: 'search', rail: 'mcp' },
  { skill: 'trust_eval', handle: HANDLE, rail: 'mcp' },
  { skill: 'ghost_index', rail: 'mcp' },
])('a free answer names the field that its skill does not know: %j', async (fields) => {
  const task = await a2a.send(fields)
  const { limitations } = parseTaskData(task) as { limitations: string[] }
  for (const told of [limitations.at(-1), formatTaskText(task)])
    expect(told).toContain('Unknown parameter "rail"')
  if ('notice' in parseTaskData(task)) expect(Object.keys(parseTaskData(task)).at(-1)).toBe('notice')
})

test('a list may be a text with commas', async () => {
  const listed = parseTaskData(await a2a.send({ skill: 'find_agents', q: 'search', rails: ['mcp'] }))
  expect(parseTaskData(await a2a.send({ skill: 'find_agents', q: 'search', rails: 'mcp' }))).toEqual(listed)
})
