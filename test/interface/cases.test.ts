import { beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '../../core/interface/endpoints.ts'
import { cacheControl } from '../../core/interface/reply.ts'
import { ruleText } from '../../core/interface/rules.ts'
import { RESOURCES } from '../../core/resources/schemas.ts'
import { OpenapiBodies } from '../artifacts/openapi_bodies.ts'
import { type SampleHandler, sampleHandler } from '../sample_handler.ts'
import { buildCases, type Case, type World } from './cases.ts'

let sample: SampleHandler
let bodies: OpenapiBodies
let world: World

beforeAll(async () => {
  sample = await sampleHandler()
  bodies = new OpenapiBodies(await sample.json('/openapi.json'))
  const handles = await someHandles()
  world = {
    ...{ handles, departed: departedHandle(), owner: someOwner(), chain: 'eip155:8453' },
    sha256: servedHash(),
  }
})

/** Handles of agents, enough for the longest list. */
async function someHandles(): Promise<string[]> {
  const file = sample.release.file('private', 'agents-index.json')
  const rows = JSON.parse(file?.read().toString() ?? '[]') as [string, string][]
  return rows.map(([handle]) => handle).slice(0, 60)
}

function someOwner(): string {
  const file = sample.release.file('private', 'owners-index.json')
  return JSON.parse(file?.read().toString() ?? '[]')[0]
}

/** The hash of a recorded answer that is served. */
function servedHash(): string {
  const found = [...sample.release.entries()].flatMap(
    ({ key }) => /^private\/evidence\/([0-9a-f]{64})$/.exec(key)?.[1] ?? [],
  )
  return found[0] ?? ''
}

function departedHandle(): string {
  for (const { key } of sample.release.entries()) {
    const handle = /^private\/agents\/([\w-]+)\.json$/.exec(key)?.[1]
    if (handle === undefined) continue
    const agentRecord = JSON.parse(
      sample.release.file('private', `agents/${handle}.json`)?.read().toString() ?? '{}',
    )
    if (agentRecord.departed_on !== null) return handle
  }
  throw new Error('the sample has no departed agent')
}

test('every endpoint answers each of its parameters at the bounds, past them, malformed and repeated as the table says', async () => {
  const cases = buildCases(ENDPOINTS, world)
  expect(cases.length).toBeGreaterThan(300)
  const problems: string[] = []
  for (const entry of cases)
    for (const problem of await findProblems(entry))
      problems.push(`${entry.target.slice(0, 120)} (${entry.about}): ${problem}`)
  expect(problems).toEqual([])
  expect(sample.logged).toEqual([])
})

/** The problems of the answer to a case: its status, headers and body. */
async function findProblems({ endpoint, target, statuses, about }: Case): Promise<string[]> {
  const response = await sample.ask(target)
  const text = await response.text()
  const { status, headers } = response
  if (!statuses.includes(status))
    return [`status ${status} instead of ${statuses.join(' or ')}: ${text.slice(0, 200)}`]
  return [
    ...headerProblems(status, headers, endpoint.lifetime),
    ...(status === 200
      ? bodyProblems(endpoint, headers, text)
      : errorProblems(status, text, endpoint, about)),
    ...(headers.get('content-type')?.startsWith('application/json') &&
    endpoint.answer !== null &&
    endpoint.path.startsWith('/api/')
      ? bodies.problems('GET', endpoint.path, status, JSON.parse(text))
      : []),
  ]
}

function headerProblems(status: number, headers: Headers, lifetime: 3600 | 300 | 180 | 60 | 0): string[] {
  const expected: Record<string, string> = {
    'cache-control': status === 200 ? cacheControl(lifetime) : 'public, max-age=60',
    'x-release': sample.release.id,
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
  }
  const wrong = Object.entries(expected).flatMap(([name, value]) =>
    headers.get(name) === value ? [] : [`${name} is ${headers.get(name)} instead of ${value}`],
  )
  const hasTag = /^"[0-9a-f]{32}"$/.test(headers.get('etag') ?? '')
  return status === 200 && !hasTag ? [...wrong, `etag is ${headers.get('etag')}`] : wrong
}

function bodyProblems(endpoint: Case['endpoint'], headers: Headers, text: string): string[] {
  const type = headers.get('content-type')
  // A wildcard stands for files of any type.
  if (!endpoint.path.endsWith('*') && type !== endpoint.contentType) return [`content-type is ${type}`]
  if (endpoint.answer === null) return []
  const parsed = RESOURCES[endpoint.answer]?.safeParse(JSON.parse(text))
  return parsed?.success ? [] : [`the body is no ${endpoint.answer}: ${parsed?.error.message.slice(0, 300)}`]
}

/** The error body states the rule; an agent that is not indexed comes with suggestions. */
function errorProblems(
  status: number,
  text: string,
  { id, parameters, answer }: Case['endpoint'],
  about: string,
): string[] {
  const { error, message, suggestions } = JSON.parse(text) as Record<string, unknown>
  const name = about.replace(/^no /, '').split(' ')[0]
  const rule = parameters.find((parameter) => parameter.name === name)?.rule
  if (status === 400 && rule && !String(message).includes(ruleText(rule)))
    return [`does not say the rule: ${message}`]
  // An indexed agent without a picture is not unknown.
  const isUnpictured = id === 'agent_preview' && error === 'not_found'
  if (isUnpictured && !RESOURCES.NotFoundBody?.safeParse(JSON.parse(text)).success)
    return [`is not what is said of an agent: ${text.slice(0, 200)}`]
  if (status === 404 && (rule?.kind === 'page' || id === 'figure' || isUnpictured))
    return error === 'not_found' ? [] : [`is no not-found body: ${text.slice(0, 200)}`]
  if (status === 404 && id === 'data')
    return error === 'not_kept' ? [] : [`is not what is said of a day: ${text.slice(0, 200)}`]
  if (status === 404 && id === 'evidence')
    return error === 'no_evidence' || error === 'not_found'
      ? []
      : [`is not what is said of evidence: ${text.slice(0, 200)}`]
  if (status === 404 && rule?.kind === 'owner')
    return error === 'owner_not_found' ? [] : [`is not what is said of an owner: ${text.slice(0, 200)}`]
  if (
    status === 404 &&
    rule &&
    (error !== 'agent_not_found' || (answer !== null && !Array.isArray(suggestions)))
  )
    return [`is no not-found body: ${text.slice(0, 200)}`]
  return []
}

const BATCHES: [about: string, body: string, status: number][] = [
  ['an object', '{"agentIds":["HANDLE","no-such-agent"]}', 200],
  ['a bare array', '["HANDLE"]', 200],
  ['fifty', JSON.stringify(Array.from({ length: 50 }, (_, n) => `agent-${n}`)), 200],
  ['fifty-one', JSON.stringify(Array.from({ length: 51 }, (_, n) => `agent-${n}`)), 400],
  ['none', '[]', 400],
  ['another name', '{"ids":["HANDLE"]}', 400],
  ['a key that nobody has', '["a.b"]', 200],
  ['a blank key', '[" "]', 400],
  ['no text', '[1]', 400],
  ['null', 'null', 400],
  ['no JSON', '{', 400],
  ['nothing', '', 400],
  ['no UTF-8', '\uD800', 400],
  ['too much', `["${'x'.repeat(66_000)}"]`, 413],
]

test.each(BATCHES)('a batch of trust records: %s', async (_, body, status) => {
  const response = await sample.ask('/api/public/trust/batch', {
    method: 'POST',
    body: body.replace('HANDLE', world.handles[0] ?? ''),
  })
  const answer = await response.json()
  expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store'])
  expect(bodies.problems('POST', '/api/public/trust/batch', status, answer)).toEqual([])
})

test('what is answered by the service says so where it does not run', async () => {
  for (const { path, method, servedAs } of ENDPOINTS.filter((endpoint) => endpoint.servedAs === 'service')) {
    const target = path.replace(/\{\w+\}/, world.handles[0] ?? '')
    const response = await sample.ask(target, { method, ...(method === 'POST' ? { body: '{}' } : {}) })
    expect([servedAs, response.status, ((await response.json()) as { error: string }).error]).toEqual([
      'service',
      503,
      'service_needed',
    ])
  }
})
