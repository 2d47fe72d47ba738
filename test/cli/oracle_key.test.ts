import { createPrivateKey } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type OracleKeyTools, parseOracleKeyArgs } from '../../cli/commands/oracle_key.ts'
import { Archive } from '../../pipeline/archive/archive.ts'
import { withArchiveWorld } from '../../pipeline/archive/world.ts'
import { realCatalog } from '../../pipeline/catalog/load.ts'
import { oracleKeysFile, publishedKeys, readKeyEvents } from '../../pipeline/log/oracle_keys.ts'
import { createSigner } from '../../serving/service/oracle/signer.ts'
import { releaseWith } from '../attestations/given.ts'
import { runOptions } from '../given_upstream.ts'

const START = Date.UTC(2026, 2, 1, 12)
const DAY_MS = 86_400_000

/** The command over an empty folder, at a time that a test may change. */
function kit(world: OracleKeyTools['world'] = 'live') {
  const output = mkdtempSync(join(tmpdir(), 'assay-oracle-key-'))
  onTestFinished(() => rmSync(output, { recursive: true }))
  const clock = { ms: START }
  const folder = join(output, 'state/oracle')
  const run = (...args: string[]) => {
    const said = { printed: '', told: '' }
    parseOracleKeyArgs(args)({
      ...{ output, folder, world, now: () => clock.ms },
      print: (text) => {
        said.printed += text
      },
      notify: (text) => {
        said.told += text
      },
    })
    return { ...said, kid: said.printed.slice(0, 43) }
  }
  return { output, folder, clock, run }
}

test('a new key is for its owner alone, is published at once, and signs a day later for a year', async () => {
  const { output, folder, run } = kit()
  const { printed, told, kid } = run('new')
  const file = join(folder, `${kid}.pem`)
  expect(printed).toBe(`${kid}\n`)
  expect([statSync(folder).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600])
  expect(createPrivateKey(readFileSync(file)).asymmetricKeyType).toBe('ed25519')
  expect(told).toContain('from 2026-03-02T12:00:00Z until 2027-03-02T12:00:00Z')
  expect(printed + told + readFileSync(oracleKeysFile(output), 'utf8')).not.toMatch(/PRIVATE|"d"/)
  const { keys } = publishedKeys(output, { day: '2026-03-01', world: 'live' })
  const find = createSigner({ folder, log: () => {} })
  const signs = async (at: number) => (await find(releaseWith(keys), at))?.kid ?? null
  expect([await signs(START + DAY_MS - 1), await signs(START + DAY_MS)]).toEqual([null, kid])
  expect(await signs(START + 366 * DAY_MS)).toBeNull()
})

test('list shows each key with its state', () => {
  const { clock, run, folder } = kit()
  expect(run('list').printed).toContain('No keys in ')
  const { kid: old } = run('new', '--from', 'now', '--until', '2026-03-03T00:00:00Z')
  clock.ms += 1000
  const { kid: next } = run('new', '--from', '2026-03-02T00:00:00Z')
  rmSync(join(folder, `${next}.pem`))
  const line = (kid: string, from: string, until: string, ...rest: string[]) =>
    `${[kid, from, until, ...rest].join('\t')}\n`
  const ofOld = [old, '2026-03-01T12:00:00Z', '2026-03-03T00:00:00Z'] as const
  const ofNext = [next, '2026-03-02T00:00:00Z', '2027-03-02T00:00:00Z'] as const
  expect(run('list').printed).toBe(
    line(...ofOld, 'valid', 'private key here') + line(...ofNext, 'to come', 'no private key here'),
  )
  clock.ms = Date.UTC(2026, 2, 3)
  expect(run('list').printed).toBe(
    line(...ofOld, 'ended', 'private key here') + line(...ofNext, 'valid', 'no private key here'),
  )
})

test('a retired key is gone here, stays published with its end, and cannot be retired again', () => {
  const { output, folder, clock, run } = kit()
  const { kid } = run('new', '--from', 'now')
  clock.ms += 1000
  const { kid: other } = run('new')
  clock.ms += DAY_MS
  const { printed, told } = run('retire', kid)
  expect(printed).toBe(`${kid} is retired\n`)
  expect(told).not.toContain('No key is left')
  expect(readdirSync(folder)).toEqual([`${other}.pem`])
  const { keys } = publishedKeys(output, { day: '2026-03-02', world: 'live' })
  expect(keys.find((key) => key.kid === kid)).toMatchObject({ exp: clock.ms / 1000 })
  expect(() => run('retire', kid)).toThrow(/already retired/)
  expect(run('retire', other, '--compromised').told).toContain('No key is left')
  expect(run('list').printed).toContain('compromised\tno private key here')
  expect(readKeyEvents(output)).toHaveLength(4)
})

test.each([
  [[], /new, list or retire/],
  [['sign'], /new, list or retire/],
  [['new', 'me'], /takes only options/],
  [['list', '--from', '2026-03-01T12:00:00Z'], /only new takes/],
  [['new', '--compromised'], /only retire takes/],
  [['new', '--from', 'tomorrow'], /--from must be a time such as/],
  [['new', '--until', '2026-02-30'], /--until must be a time such as/],
  [['new', '--until', '2026-03-01T12:00:00Z'], /--until must be later than --from/],
  [['new', '--from', '2026-03-01T11:59:59Z'], /cannot be valid before it is created/],
  [['retire'], /the id of one key/],
  [['retire', '../x'], /there is no key/],
])('%j is refused and touches nothing', (args, problem) => {
  const { output, folder, run } = kit()
  expect(() => run(...args)).toThrow(problem)
  expect([existsSync(folder), existsSync(oracleKeysFile(output))]).toEqual([false, false])
})

test('the sample takes no other key', () => {
  const { output, run } = kit('sample')
  expect(() => run('new')).toThrow(/signed with a published sample key/)
  expect(readdirSync(output)).toEqual([])
})

test('a key may be made before the first run: the folder then still takes any world', () => {
  const { output, run } = kit(null)
  run('new')
  const options = runOptions('2026-04-01', output, realCatalog, fetch)
  expect(withArchiveWorld(new Archive(join(output, 'archive')), options)).toBe(options)
})
