import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Claim } from '../../verify/claims.ts'
import { runVerify, VERIFY_HELP } from '../../verify/command/command.ts'
import { GOLDEN_DAYS, goldenOutput } from '../golden_days.ts'
import { handlerOver, type SampleHandler, sampleHandler } from '../sample_handler.ts'
import { PUBLISHED_DAYS, sampleOutput } from '../sample_output.ts'
import { testKey } from '../verify/keys.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-verify-command-'))
const STATE = join(folder, 'seen.json')
const LOG_KEY = 'sample.assay.invalid/log+8e9e5f51+AZFQ7kF6dONTVlKh0xY/faLjViA4xEDaNHJjx/Nd2R5V'
const WITNESS = testKey('witness.example/w', 4).key

/** Answers of the test's server in place of the handler's; cleared after each test. */
const instead = new Map<string, { status: number; body: string }>()
let server: Server
let served: SampleHandler
let url: string
/** The sample, and the golden days: a release of few agents, for what does not depend on how many there are. */
let output: string
let small: string

beforeAll(async () => {
  output = await sampleOutput()
  small = (await goldenOutput(2)).output
  server = createServer(async (request, response) => {
    const other = instead.get(request.url ?? '')
    const answer =
      other === undefined ? await served.ask(request.url ?? '/') : new Response(other.body, other)
    response.writeHead(answer.status)
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  instead.clear()
  today = new Date('2026-01-03T12:00:00Z')
  served = handlerOver(small, GOLDEN_DAYS[1])
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The time of the check: noon of the sample's day, unless a test has another. */
let today: Date

/** Runs the command; returns its exit code and its output. */
async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const printed = { out: '', err: '' }
  const streams = {
    out: (text: string) => {
      printed.out += text
    },
    err: (text: string) => {
      printed.err += text
    },
  }
  const code = await runVerify(
    args.includes('--state') ? args : [...args, '--state', 'none'],
    null,
    streams,
    () => today,
  )
  return { code, ...printed }
}

async function readClaims(...args: string[]): Promise<{ code: number; claims: Map<string, Claim> }> {
  const { code, out } = await run(...args, '--json')
  const { claims } = JSON.parse(out) as { claims: Claim[] }
  return { code, claims: new Map(claims.map((claim) => [claim.name, claim])) }
}

const agentWithScores = (): string => {
  const { digests } = JSON.parse(readFileSync(join(output, 'current/public/api/proof-of-index/v1'), 'utf8'))
  expect(digests).toHaveLength(PUBLISHED_DAYS.length)
  return 'account-book'
}

const FILES = 'files: every public hash of the manifest'

describe('a folder', () => {
  test('holds, in a line for each claim and a sentence', async () => {
    const { code, out } = await run('--output', output, '--log-key', LOG_KEY)
    expect(code).toBe(0)
    expect(out).toContain('held         log: every entry and every tile: ')
    expect(out).not.toContain('BROKEN')
    expect(out.trimEnd().split('\n').at(-1)).toMatch(
      / holds: all \d+ claims that were checked\. 3 were not checked/,
    )
  })

  test('in packs holds too', async () => {
    const { code, claims } = await readClaims('--output', await sampleOutput('packs'))
    expect(code).toBe(0)
    expect(claims.get('log: its newest entries say what is published')).toMatchObject({ result: 'held' })
    expect(claims.get('scores: of all agents, from their signals')?.detail).toMatch(
      /^3\d\d scores of 3\d\d agents$/,
    )
  })

  test('shows an earlier day, and one agent of it', async () => {
    const { code, claims } = await readClaims(
      '--output',
      output,
      '--day',
      '2026-01-02',
      '--agent',
      agentWithScores(),
    )
    expect(code).toBe(0)
    expect([...claims.keys()]).toContain('log: it grew out of the checkpoint that lies in that release')
    expect(claims.get('score of account-book in mcp_server')?.detail).toMatch(
      /^3 of 6 signals observed; interest/,
    )
  })

  test('has no day that was never logged', async () => {
    const { code, claims } = await readClaims('--output', output, '--day', '2025-12-31')
    expect(code).toBe(1)
    expect(claims.get('files: the release of 2025-12-31')?.detail).toContain(
      'its days are 2026-01-01 to 2026-01-03',
    )
  })

  test('names files that are beside the published ones', async () => {
    const path = join(realpathSync(join(output, 'current')), 'public/data/extra.csv')
    writeFileSync(path, 'x')
    const { code, claims } = await readClaims('--output', output)
    rmSync(path)
    expect(code).toBe(1)
    expect(claims.get('files: every hash of the manifest')?.detail).toBe(
      'public/data/extra.csv is extra: the manifest does not name it',
    )
  })
})

describe('a server', () => {
  test('holds: its log, its public files, and the scores of an agent', async () => {
    served = await sampleHandler()
    const { code, claims } = await readClaims('--url', `${url}/`, '--agent', 'account-book', '--log-full')
    expect([...claims.values()].filter(({ result }) => result === 'broken')).toEqual([])
    expect(code).toBe(0)
    expect(claims.get('log: its newest entry about account-book says what is published')).toMatchObject({
      result: 'held',
    })
    expect(claims.get('files: every public hash of the manifest')?.detail).toMatch(/^3\d{3} files$/)
    expect(claims.get('files: the others')).toMatchObject({ result: 'not_checked' })
  })

  test('of packs says which hashes it cannot show', async () => {
    served = await sampleHandler('packs')
    const { code, claims } = await readClaims('--url', url, '--agent', 'account-book')
    expect(code).toBe(0)
    expect(claims.get('files: the others')?.detail).toContain('the files of agents are in packs there')
    expect(claims.get('score of account-book in mcp_server')).toMatchObject({ result: 'held' })
  })

  test('is broken where one answer is another', async () => {
    instead.set('/api/agent/alder/llm-summary', { status: 200, body: '{}' })
    const { code, claims } = await readClaims('--url', url)
    expect(code).toBe(1)
    expect(claims.get('files: every public hash of the manifest')?.detail).toBe(
      'public/api/agent/alder/llm-summary is altered: 2 bytes instead of '.concat(
        String(readFileSync(join(small, 'current/public/api/agent/alder/llm-summary')).length),
      ),
    )
  })

  test('of a late release holds with badges that say so, and with no others', async () => {
    served = handlerOver(small, '2026-02-08')
    today = new Date('2026-02-08T12:00:00Z')
    // Whoever can put one badge there needs no more than these words for a rule that looks for them.
    const forged = '<svg xmlns="http://www.w3.org/2000/svg"><title>Services #1, stale</title></svg>\n'
    instead.set('/embed/alder.svg', { status: 200, body: forged })
    const { code, claims } = await readClaims('--url', url)
    expect([code, claims.get(FILES)?.detail]).toEqual([
      1,
      expect.stringMatching(/^public\/embed\/alder\.svg is altered: \d+ bytes instead of \d+$/),
    ])
  })

  test('that names more than is read is refused before anything of it is asked', async () => {
    const item = ['a'.repeat(64), 2 ** 45]
    const body = JSON.stringify({ format: 1, date: '2026-01-03', files: { 'public/huge': item } })
    instead.set('/manifest.json', { status: 200, body })
    const { code, claims } = await readClaims('--url', url)
    expect([code, claims.get('files: the manifest of the release')?.detail]).toEqual([
      1,
      expect.stringMatching(/^public\/manifest\.json: .* public\/huge has 35184372088832 bytes/),
    ])
    instead.set('/manifest.json', { status: 200, body: '['.repeat(100_000) })
    expect((await readClaims('--url', url)).claims.get('files: the manifest of the release')?.detail).toBe(
      'public/manifest.json: it is nested deeper than 64 levels',
    )
  })

  test('without a log is not checked for one, unless its key is known', async () => {
    instead.set('/log/checkpoint', { status: 404, body: '' })
    expect((await readClaims('--url', url)).code).toBe(0)
    const { code, claims } = await readClaims('--url', url, '--log-key', LOG_KEY)
    expect(code).toBe(1)
    expect(claims.get('log: the checkpoint is signed by the key of the log')?.detail).toBe(
      'the checkpoint is missing',
    )
  })

  test('that is away ends with 3, and so does one that is no index', async () => {
    const { code, err } = await run('--url', 'http://127.0.0.1:1')
    expect([code, err]).toEqual([3, expect.stringContaining('http://127.0.0.1:1/manifest.json: ')])
    instead.set('/manifest.json', { status: 404, body: '' })
    expect((await run('--url', url)).err).toContain('is it an index of Assay?')
  })

  test('that refuses one file ends with 3, and names it', async () => {
    instead.set('/log/entries/days.json', { status: 403, body: '' })
    const { code, claims } = await readClaims('--url', url)
    expect(code).toBe(3)
    expect(claims.get('log: entries/days.json is the chain of digests of all days')).toMatchObject({
      result: 'not_checked',
      detail: `${url}/log/entries/days.json: it answered 403`,
    })
  })
})

describe('what was seen before', () => {
  test('is kept, and compared the next time', async () => {
    const name = 'log: it grew out of what was seen last'
    const first = await readClaims('--output', small, '--state', STATE)
    expect(first.claims.get(name)).toMatchObject({
      result: 'not_checked',
      detail: 'nothing was seen of it before',
    })
    const second = await readClaims('--output', small, '--state', STATE)
    expect(second.claims.get(name)).toMatchObject({ result: 'held' })
    expect(second.claims.get('log: its key')).toMatchObject({ result: 'held' })
  })

  test('of another key makes the log another', async () => {
    const other = join(folder, 'other.json')
    const known = JSON.parse(readFileSync(STATE, 'utf8'))
    for (const item of Object.values<{ key: string }>(known)) item.key = `x${item.key}`
    writeFileSync(other, JSON.stringify(known))
    const { code, err } = await run('--output', small, '--state', other)
    expect([code, err]).toEqual([3, expect.stringContaining('does not belong to this name and key')])
  })

  test('that cannot be read stops the check', async () => {
    const broken = join(folder, 'broken.json')
    writeFileSync(broken, '{')
    expect(await run('--output', small, '--state', broken)).toMatchObject({
      code: 3,
      err: expect.stringContaining('--state'),
    })
  })
})

test('a witness whose key is given must have cosigned', async () => {
  const line = `${WITNESS.name}+${WITNESS.id}+${Buffer.concat([Uint8Array.of(4), WITNESS.publicKey]).toString('base64')}`
  const { code, claims } = await readClaims('--output', small, '--witness-key', line)
  expect(code).toBe(1)
  expect(claims.get('log: the witness witness.example/w has cosigned the checkpoint')).toMatchObject({
    result: 'broken',
  })
})

test.each([
  [[], 'either --url or --output'],
  [['--url', 'https://a.example', '--output', 'x'], 'either --url or --output'],
  [['--url', 'ftp://a.example'], 'give an address such as'],
  [['--output', '/nowhere/at/all'], 'there is no such folder'],
  [['--output', tmpdir()], 'holds no release'],
  [['--output', '.', '--day', 'today'], 'give a date such as'],
  [['--output', '.', '--agent', 'a b'], 'is no handle'],
  [['--output', '.', '--log-key', 'x'], 'no verifier key'],
  [['--url', 'https://a.example', '--recompute'], '--archive'],
  [['--url', 'https://a.example', '--attestation', '/nowhere'], 'cannot be read'],
  [['--url', 'https://a.example', '--max-minutes', '0'], 'whole number of minutes'],
  [['--url', 'https://a.example', '--attestation', '/dev/zero'], 'cannot be read'],
  [['--wrong'], 'Unknown option'],
])('%j is refused with how to call it', async (args, message) => {
  const { code, err } = await run(...args)
  expect(code).toBe(2)
  expect(err).toContain(message)
  expect(err).toContain('Usage: npm run verify')
})

test('the bundle says what it cannot do, and --help prints the help', async () => {
  const { claims } = await readClaims('--output', small, '--recompute')
  expect(claims.get('recompute: the day from its recorded responses')?.detail).toContain(
    'this needs the project',
  )
  expect(await run('--help')).toEqual({ code: 0, out: VERIFY_HELP, err: '' })
})

test('control characters of what is published do not reach the terminal', async () => {
  instead.set('/log/key', { status: 200, body: `${LOG_KEY}\u001b[2J\n` })
  const { out } = await run('--url', url, '--log-key', LOG_KEY)
  expect(out).toContain(`it publishes another key: ${LOG_KEY}?[2J`)
})
