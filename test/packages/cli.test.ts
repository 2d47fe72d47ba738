import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../../packages/cli/command.ts'
import { type SampleHandler, sampleHandler } from '../sample_handler.ts'
import { createFetch, fixedFetch } from './asked.ts'

const INDEX = 'https://assay.example'
/** Characters that act on a terminal: controls but the line feed, bidirectional marks, and other line ends. */
const ACTING = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--[\n\u200D]]/v

let sample: SampleHandler
beforeAll(async () => {
  sample = await sampleHandler()
}, 300_000)

interface Ran {
  code: number
  out: string
  err: string
}

async function run(
  args: string[],
  { fetch = createFetch(sample), env = { ASSAY_URL: INDEX } as Record<string, string> } = {},
): Promise<Ran> {
  const printed = { out: '', err: '' }
  const code = await runCommand(args, {
    env,
    fetch,
    out: (text) => {
      printed.out += text
    },
    err: (text) => {
      printed.err += text
    },
  })
  return { code, ...printed }
}

test.each([
  [['agent', 'weather-tools'], '/api/agent/weather-tools/llm-summary'],
  [
    ['find', 'weather', 'tools', '--alive', '--rails', 'mcp'],
    '/api/agents/find?q=weather+tools&alive=true&rails=mcp',
  ],
  [['verdict', 'weather-tools'], '/api/trust/evaluate?handle=weather-tools'],
  [['compare', 'weather-tools', 'snow-report'], '/api/compare/llm-summary?agents=weather-tools,snow-report'],
])('%j --json prints what the index answers', async (args, address) => {
  const { code, out, err } = await run([...args, '--json'])
  expect([code, err]).toEqual([0, ''])
  expect(JSON.parse(out)).toEqual(await sample.json(address))
})

test('people get tables, with unknown where nothing is known', async () => {
  const agent = await run(['agent', 'weather-tools'])
  expect(agent.out).toMatch(/^agent +weather-tools\nname +Sample Weather Tools\ncategory +mcp server\n/)
  expect(agent.out).toMatch(/^website +unknown$/m)
  expect(agent.out).toMatch(
    /^mcp server +#\d+ +evidence ranked +[\d.]+ \([\d.]+ to [\d.]+\) +\d+ % +v1\.0-mcp$/m,
  )
  expect(agent.out).toMatch(/\n\nnote: Sample data[\s\S]*\nnote: and \d+ more, see --json\n$/)
  const found = await run(['find', 'weather'])
  const [head = '', first = ''] = found.out.split('\n')
  expect(head).toMatch(/^AGENT +NAME +CATEGORY +RANK +VERDICT/)
  expect(first.slice(head.indexOf('CATEGORY'))).toMatch(/^(?:mcp server|service|developer|tokenized)/)
  expect(found.out).toMatch(/^3 of \d+ agents that match$/m)
  const verdict = await run(['verdict', 'weather-tools'])
  expect(verdict.out).toMatch(/^verdict +(?:PROCEED|CAUTION|REJECT)$/m)
  expect(verdict.out).toMatch(/^because: ./m)
  expect(verdict.out).toMatch(/^(?:Paid by|No payment|No way|Its identity|Do not pay) /m)
  const compared = await run(['compare', 'weather-tools', 'snow-report'])
  expect(compared.out).toMatch(/^ +weather-tools +snow-report\nname +/)
})

test('a verdict says the limit, and none for a wallet that its host does not ask with', async () => {
  const answer = await sample.json<object>('/api/trust/evaluate?handle=weather-tools')
  const limit = async (given: object) => {
    const body = { ...answer, verdict: 'caution', per_transaction: 10, daily: 25.5, ...given }
    const { out } = await run(['verdict', 'weather-tools'], { fetch: fixedFetch(JSON.stringify(body)) })
    return /^limit +(.*)$/m.exec(out)?.[1]
  }
  expect(await limit({})).toBe('10 USD at once, 25.5 USD a day')
  expect(await limit({ wallet_matches: 'quoted_by_host' })).toBe('10 USD at once, 25.5 USD a day')
  expect(await limit({ wallet_matches: 'listed_only' })).toBe('none')
  expect(await limit({ verdict: 'reject' })).toBe('none')
  expect(await limit({ per_transaction: null, daily: null })).toBe('none')
})

test('settings to connect are printed as they are, of one client alone where that is named', async () => {
  const { connect } = await sample.json<{
    connect: { ways: { settings: { client: string; text: string }[] }[] }
  }>('/api/agent/weather-tools/llm-summary')
  const texts = connect.ways.flatMap(({ settings }) => settings)
  const all = await run(['connect', 'weather-tools'])
  expect(all.code).toBe(0)
  for (const { text } of texts) expect(all.out).toContain(text)
  const codex = await run(['connect', 'weather-tools', '--client', 'codex'])
  for (const { client, text } of texts) expect(codex.out.includes(text), text).toBe(client === 'codex')
  expect(codex.out).toMatch(/^not checked: ./m)
  const unknown = await run(['connect', 'weather-tools', '--client', 'notepad'])
  expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('write --client claude-code')])
})

test('where there are no settings it is said why, with an exit code of its own', async () => {
  const { code, out } = await run(['connect', 'bidi'])
  expect(code).toBe(1)
  expect(out).toMatch(/^No settings are offered for this agent: flagged: hostile name/m)
})

test('a verdict that is not proceed has an exit code of its own where that is asked', async () => {
  const rows = JSON.parse(sample.release.file('private', 'agents-index.json')?.read().toString() ?? '[]') as [
    string,
  ][]
  const verdicts = new Map<string, string>()
  for (const [handle] of rows.slice(0, 60)) {
    const { verdict } = await sample.json<{ verdict: string }>(`/api/trust/evaluate?handle=${handle}`)
    if (!verdicts.has(verdict)) verdicts.set(verdict, handle)
  }
  expect(verdicts.size).toBeGreaterThan(1)
  for (const [verdict, handle] of verdicts) {
    expect((await run(['verdict', handle, '--strict'])).code).toBe(verdict === 'proceed' ? 0 : 4)
    expect((await run(['verdict', handle])).code).toBe(0)
  }
})

test('an agent that is not indexed is refused, and near ones are named', async () => {
  const { code, out, err } = await run(['agent', 'weather-tool'])
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(
    /^assay: No agent with the handle "weather-tool" is indexed\.\n {2}did you mean weather-tools \(/,
  )
  expect((await run(['find', 'x', '--category', 'robots'])).err).toContain('must be one of model_family')
})

test.each<[string[], Record<string, string>, RegExp]>([
  [['agent'], { ASSAY_URL: INDEX }, /name one agent/],
  [['agent', 'a', 'b'], { ASSAY_URL: INDEX }, /name one agent/],
  [['find'], { ASSAY_URL: INDEX }, /say what/],
  [['compare', 'a'], { ASSAY_URL: INDEX }, /two to five/],
  [['compare', ...'abcdef'], { ASSAY_URL: INDEX }, /two to five/],
  [['agent', 'a', '--loud'], { ASSAY_URL: INDEX }, /--loud/],
  [['constructor'], { ASSAY_URL: INDEX }, /no command "constructor"/],
  [['agent', 'a'], {}, /name an index with --url/],
  [['agent', 'a', '--url', 'ftp://x'], {}, /no address of an index/],
  [['agent', 'a', '--url', 'https://[x'], {}, /no address of an index/],
])('%j with %j is wrong usage', async (args, env, said) => {
  const { code, out, err } = await run(args, { env })
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(said)
  expect(err).toContain('Usage: assay agent KEY')
  expect(err).not.toMatch(ACTING)
})

test('without a command it shows its usage, and with --help too', async () => {
  expect([(await run([])).code, (await run([])).err]).toEqual([2, (await run(['--help'])).out])
  for (const command of ['agent', 'find', 'verdict', 'compare'])
    expect((await run([command, '--help'], { env: {} })).out).toContain('Exit code: 0 answered')
  const verify = await run(['verify', '--help'])
  expect([verify.code, verify.out]).toEqual([0, expect.stringContaining('Usage: assay verify (--url URL')])
})

test('a site that is no index, an unreachable one and a refusal are different errors', async () => {
  const page = await run(['agent', 'a'], { fetch: fixedFetch('<h1>hi</h1>', 200, 'text/html') })
  expect([page.code, page.err]).toEqual([3, expect.stringContaining('check the address of the index')])
  const bare = await run(['agent', 'a'], { fetch: fixedFetch('{"type":"agent_summary"}') })
  expect([bare.code, bare.err]).toEqual([3, page.err])
  const fault = await run(['agent', 'a'], { fetch: fixedFetch('{"error":"x","message":"Try later."}', 503) })
  expect([fault.code, fault.err]).toEqual([3, 'assay: Try later.\n'])
  const env = { ASSAY_URL: 'http://127.0.0.1:9' }
  const gone = await run(['agent', 'a'], { env, fetch })
  expect([gone.code, gone.err]).toEqual([3, expect.stringContaining('http://127.0.0.1:9 cannot be reached')])
})

/** The answer with a text in the place of each of its strings that people choose. */
const poisoned = (value: unknown, text: string): unknown =>
  JSON.parse(JSON.stringify(value), (key, item) => (typeof item === 'string' && key !== 'type' ? text : item))

const HOSTILE =
  '\u001b]0;pwned\u0007\u001b[2J\u001b[31m\r\u202Eevil\u2066\u0085\u2028next\u200B\u009b5m\u007f'

test.each([
  [['agent', 'weather-tools'], '/api/agent/weather-tools/llm-summary'],
  [['find', 'weather'], '/api/agents/find?q=weather'],
  [['verdict', 'weather-tools'], '/api/trust/evaluate?handle=weather-tools'],
  [['compare', 'weather-tools', 'snow-report'], '/api/compare/llm-summary?agents=weather-tools,snow-report'],
])('no text in the answer of %j acts on the terminal', async (args, address) => {
  const answer = await sample.json(address)
  const texts = [
    HOSTILE,
    ...fc.sample(fc.string({ unit: 'binary', maxLength: 80 }), { numRuns: 40, seed: 7 }),
  ]
  for (const text of texts) {
    const hostile = poisoned(answer, text)
    const runHostile = (more: string[]) =>
      run([...args, ...more], { fetch: fixedFetch(JSON.stringify(hostile)) })
    const [people, programs] = [await runHostile([]), await runHostile(['--json'])]
    for (const { out, err } of [people, programs]) expect(out + err).not.toMatch(ACTING)
    // Each value is on a line of its own: none can look like one of ours.
    if (text === HOSTILE) expect(people.out).not.toMatch(/^next/m)
    expect(JSON.parse(programs.out)).toEqual(hostile)
  }
})

test('a deep answer ends the program with a sentence, as JSON too', async () => {
  const deep = `{"type":"agent_summary","handle":"a","deep":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
  for (const args of [
    ['agent', 'a'],
    ['agent', 'a', '--json'],
  ]) {
    const { code, out, err } = await run(args, { fetch: fixedFetch(deep) })
    expect([code, out, err]).toEqual([
      3,
      '',
      expect.stringMatching(/^assay: .* deeper than 64 levels: check/),
    ])
  }
})

test('the message of a refusal does not act on the terminal either', async () => {
  const body = { error: 'x', message: HOSTILE, suggestions: [{ handle: HOSTILE, name: HOSTILE }, 1, null] }
  const { code, err } = await run(['agent', 'a'], { fetch: fixedFetch(JSON.stringify(body), 404) })
  expect(code).toBe(1)
  expect(err).not.toMatch(ACTING)
})

test('verify is the command of the project, of the index that is named', async () => {
  const state = mkdtempSync(join(tmpdir(), 'assay-cli-'))
  onTestFinished(() => rmSync(state, { recursive: true, force: true }))
  const gone = await run(['verify', '--state', 'none'], { env: { ASSAY_URL: 'ftp://nowhere' } })
  expect([gone.code, gone.err]).toEqual([2, expect.stringContaining('ftp://nowhere')])
  expect((await run(['verify', '--output', join(state, 'none')])).err).toContain('there is no such folder')
  expect((await run(['verify'], { env: {} })).code).toBe(2)
})
