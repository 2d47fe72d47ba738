import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { logicalDate } from '../../cli/commands/daily.ts'
import { main } from '../../cli/commands/main.ts'
import { readSettings } from '../../cli/settings.ts'
import { BadUsage, OperationalError } from '../../core/domain/errors.ts'
import { TYPESCRIPT_FLAGS } from '../../pipeline/render/typescript_flags.ts'

const TEST_CHAIN = { ANCHOR_CHAIN: 'eip155:84532', ANCHOR_RPC_URL: 'http://127.0.0.1:9' }
// From the documentation of golang.org/x/mod/sumdb/note.
const LOG_VKEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const CLOCK = '2026-04-01T12:00:00Z'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-usage-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

/** Runs the command line in this process. */
async function assay(args: string[], environment: Record<string, string> = {}) {
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      printed[name] += text
      return true
    })
  }
  for (const [name, value] of Object.entries({ ASSAY_CLOCK: CLOCK, UPSTREAM_BASE: '', ...environment })) {
    vi.stubEnv(name, value)
  }
  const code = await main(args)
  return { ...printed, code }
}

/** Runs the command line as npm does. */
function spawned(args: string[]) {
  const child = spawn(process.execPath, [...TYPESCRIPT_FLAGS, 'cli/cli.ts', ...args])
  const printed = { stdout: '', stderr: '' }
  child.stdout.on('data', (data) => (printed.stdout += data))
  child.stderr.on('data', (data) => (printed.stderr += data))
  return new Promise<{ stdout: string; stderr: string; code: number | null }>((resolve) => {
    child.on('close', (code) => resolve({ ...printed, code }))
  })
}

describe('a process of its own', () => {
  it('ends with the exit code, and with each text on its stream', async () => {
    const [done, failed, misused] = await Promise.all([
      spawned(['daily', '--help']),
      spawned(['serve', '--output', join(folder, 'none')]),
      spawned(['serve', '--bogus']),
    ])
    expect(done).toEqual({ code: 0, stderr: '', stdout: expect.stringMatching(/^Usage: npm run daily/) })
    expect(failed).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(/^assay: .*no index yet/) })
    expect(misused).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(/^assay: .*--bogus/) })
  })
})

describe('help', () => {
  it.each([
    [['--help'], 'Usage: npm start | npm run daily'],
    [['start', '--help'], 'Usage: npm start -- [--output DIR]'],
    [['daily', '--help'], 'Usage: npm run daily -- [--date YYYY-MM-DD]'],
    [['serve', '-h'], 'Usage: npm run serve -- [--output DIR]'],
    [['anchor', '--help'], 'Usage: npm run assay -- anchor [--output DIR]'],
    [['witness', '--help'], 'Usage: npm run assay -- witness --log URL|DIR'],
  ])('%j prints how to call it, on stdout', async (args, usage) => {
    const { stdout, stderr, code } = await assay(args)
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    expect(stdout.startsWith(usage)).toBe(true)
    expect(stdout).toContain('--help')
  })
})

it('says what is wrong with a file that a command needs before it runs', async () => {
  vi.doMock('../../cli/commands/witness.ts', () => {
    throw new OperationalError('chains.csv, line 3: name must be one line')
  })
  const { stderr, code } = await assay(['witness'])
  expect({ stderr, code }).toEqual({ stderr: expect.stringContaining('chains.csv, line 3'), code: 1 })
  vi.doUnmock('../../cli/commands/witness.ts')
})

describe('bad usage', () => {
  it.each<[string[], RegExp, Record<string, string>?]>([
    [[], /no command/],
    [['publish'], /unknown command "publish"/],
    [['toString'], /unknown command/],
    [['daily', '--bogus'], /--bogus/],
    [['daily', '2026-03-01'], /2026-03-01/],
    [['daily', '--date'], /--date/],
    [['daily', '--date', '2026-02-30'], /2026-02-30 is not a date/],
    [['daily', '--date', '2026-04-02'], /in the future/],
    [['daily', '--date', '2026-03-02'], /is over/],
    [['daily', '--output='], /--output needs a value/],
    [['daily', '--output', 'package.json'], /package\.json is not a folder/],
    [['daily', '--sources', 'arena,../x'], /"\.\.\/x" is not a source/],
    [['daily', '--offline', '--refetch'], /--offline .* --refetch/],
    [['daily', '--offline', '--no-backfill'], /--no-backfill .* leave it out/],
    [['daily'], /UPSTREAM_BASE must be/, { UPSTREAM_BASE: 'nowhere' }],
    [
      ['serve', '--port', '99999'],
      /^assay: --port must be a whole number from 0 to 65535, e\.g\. --port 8080$/m,
    ],
    [['start', '--port', 'abc'], /^assay: --port must be/],
    [['serve', '--host', 'http://x'], /^assay: --host must be a host name .*, e\.g\. --host 0\.0\.0\.0$/m],
    [['serve'], /^assay: PORT must be .*, e\.g\. PORT=8080$/m, { PORT: 'abc' }],
    [['payments', 'list', '--output', 'nowhere'], /--output nowhere: there is no such folder/],
    [['witness'], /choose --log or --add/],
    [['witness', '--log', 'docs', '--add', 'README.md'], /choose --log or --add/],
    [['witness', '--log', 'docs', '--output', 'docs'], /--output does not go with --log/],
    [['witness', '--add', 'README.md', '--name', 'witness.example'], /--name does not go with --add/],
    [['witness', '--add', 'README.md'], /--witness-key is missing/],
    [
      ['witness', '--add', 'README.md', '--witness-key', LOG_VKEY],
      /--witness-key is no verifier key of a witness/,
    ],
    [['witness', '--log', 'docs', '--log-key', 'x'], /--log-key is no verifier key of a log/],
    [['witness', '--log', 'nowhere'], /nowhere: there is no such folder/],
    [['anchor', '--day', 'today'], /--day today is not a date/],
    [['anchor', '--wait', '2h'], /--wait 2h: give seconds from 0 to 3600/],
    [['anchor', '--max-fee-gwei', '0'], /--max-fee-gwei 0: write an amount above 0/],
    [['anchor', '--output', 'docs'], /no data, .* set ANCHOR_CHAIN and ANCHOR_RPC_URL/],
    [['anchor', '--output', 'docs'], /ANCHOR_RPC_URL is missing/, { ANCHOR_CHAIN: 'eip155:84532' }],
    [['anchor', '--output', 'docs'], /ANCHOR_CHAIN must be/, { ANCHOR_CHAIN: 'base' }],
    [
      ['anchor', '--output', 'docs'],
      /ANCHOR_KEY must be a private key: (?!.*abc)/,
      { ...TEST_CHAIN, ANCHOR_KEY: '0xabc' },
    ],
    [['daily'], /^assay: PUBLIC_BASE_URL must be/, { PUBLIC_BASE_URL: 'assay.example' }],
    [['daily'], /^assay: ASSAY_CLOCK must be/, { ASSAY_CLOCK: 'noon' }],
    [['start', '--json'], /--json/],
  ])('%j exits with 2, says why, and shows the usage on stderr', async (args, reason, environment) => {
    const { stdout, stderr, code } = await assay(args, environment)
    expect({ stdout, code }).toEqual({ stdout: '', code: 2 })
    expect(stderr).toMatch(/^assay: /)
    expect(stderr).toMatch(reason)
    expect(stderr).toContain('Usage: npm ')
    expect(stderr).not.toMatch(/^\s+at /m)
  })
})

describe('a failure', () => {
  it('exits with 1 and says what to do, without usage or stack', async () => {
    const { stdout, stderr, code } = await assay(['serve', '--output', join(folder, 'none')])
    expect({ stdout, code }).toEqual({ stdout: '', code: 1 })
    expect(stderr).toMatch(/^assay: .*none holds no index yet: .*npm run daily.*\n$/)
  })

  it('names the cause on a line of its own, and shows the stack when DEBUG asks for it', async () => {
    writeFileSync(join(folder, 'current'), 'not a link')
    const plain = await assay(['serve', '--output', folder])
    const debug = await assay(['serve', '--output', folder], { DEBUG: 'other,assay' })
    expect(plain.code).toBe(1)
    expect(plain.stderr).toMatch(/^assay: .*current is not the link.*\n {2}because: EINVAL.*\n$/)
    expect(debug.stderr).toMatch(/^\s+at .*release\.ts/m)
  })
})

describe('the logical date', () => {
  const settings = (environment = {}) => readSettings({ ASSAY_CLOCK: '2026-04-01T23:59:59Z', ...environment })

  it('is today in UTC, unless another day is named', () => {
    expect(logicalDate(undefined, settings())).toBe('2026-04-01')
    expect(logicalDate('2024-02-29', settings())).toBe('2024-02-29')
  })

  it.each([
    '2026-02-29',
    '2026-13-01',
    '2026-4-1',
    '20260401',
    '2026-04-01T00:00:00Z',
    ' 2026-04-01',
    'today',
  ])('is never %j', (text) => expect(() => logicalDate(text, settings())).toThrow(BadUsage))

  it('may be to come in a replay alone', () => {
    expect(() => logicalDate('2026-04-02', settings())).toThrow(/future/)
    expect(logicalDate('2026-04-02', settings({ UPSTREAM_BASE: 'http://127.0.0.1:9' }))).toBe('2026-04-02')
  })
})
