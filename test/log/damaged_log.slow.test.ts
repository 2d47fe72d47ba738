import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LOG_FILES, type LogEntry } from '../../core/log/entries.ts'
import { Manifest } from '../../core/release/manifest.ts'
import { manifestLine, renderManifest } from '../../core/release/manifest_text.ts'
import { DayLog } from '../../pipeline/log/day_log.ts'
import { mendLog } from '../../pipeline/log/mend_log.ts'
import { hashesUnder } from '../kit/folder.ts'
import { createInputs } from '../release/fixture.ts'
import { temporaryOutput } from '../release/temporary_output.ts'

const key = { origin: 'index.example/log', privateKey: generateKeyPairSync('ed25519').privateKey }
const AGENTS = 300

/** Adds a day to the log of an output folder, as a run does. */
async function addDay(output: string, day: string, said = day): Promise<void> {
  const log = new DayLog(join(output, 'log'), key, day)
  const entries = Array.from(
    { length: AGENTS },
    (_, at): LogEntry => ({
      kind: 'agent',
      subject: `agent:agent-${at}`,
      said: at % 7 === 0 ? said : 'the same',
    }),
  )
  async function* artifacts() {
    yield { path: 'x', side: 'public', contentType: 'text/plain', body: 'x', entries } as const
  }
  for await (const _ of log.reading(artifacts()));
  const text = Buffer.from(
    renderManifest(createInputs(day), [manifestLine('public/x', 'a'.repeat(64), 1, 'text/plain')]),
  )
  log.close(new Manifest(text, (await import('node:crypto')).hash('sha256', text)))
}

async function twoDays(): Promise<{ output: string; list: string }> {
  const output = temporaryOutput()
  await addDay(output, '2026-01-01')
  await addDay(output, '2026-01-02')
  const list = readdirSync(join(output, 'log/entries')).find((name) => /^[0-9a-f]{2}\.json$/.test(name)) ?? ''
  return { output, list: `entries/${list}` }
}

type Change = (text: string) => string | null
const swapped: Change = (text) => text.replace(/\[(\d+),(\d+)/, '[$2,$1')

const LISTS: [what: string, change: Change, says: RegExp][] = [
  ['cut off', (text) => text.slice(0, -10), /line 1: it is not JSON, or cut off/],
  ['no JSON in a later line', (text) => `${text}\n{`, /line 3: it is not JSON, or cut off/],
  ['with a NUL in it', (text) => text.replace(':', ':\0'), /line 1: it holds a NUL/],
  ['made of NULs', (text) => '\0'.repeat(text.length), /line 1: it holds a NUL/],
  ['empty', () => '', /line 1: it is empty/],
  ['missing', () => null, /: it is missing/],
  ['without its last line break', (text) => text.trimEnd(), /line 1: it has no line break at its end/],
  ['of another kind', () => '[1]\n', /it is not JSON|does not list the entries/],
  ['null', () => 'null\n', /it is not JSON|does not list the entries/],
  ['twice as long', (text) => text + text, /line 2: it is not JSON, or cut off/],
]

test.each(LISTS)(
  'a list of entries that is %s is refused before anything is added, and mended',
  async (_what, change, says) => {
    const { output, list } = await twoDays()
    await expectRefusedUntilFixed(output, list, change, says)
  },
)

test.each(LISTS)(
  'the list of days that is %s is refused before anything is added, and mended',
  async (_what, change, says) => {
    const { output } = await twoDays()
    await expectRefusedUntilFixed(output, LOG_FILES.days, change, says)
  },
)

test.each<[string, Change]>([
  ['in another order', (text) => text.replace(/^\{("[^"]+":\[[\d,]+\]),("[^"]+":\[[\d,]+\])/, '{$2,$1')],
  ['with an entry twice', (text) => text.replace(/\[(\d+)/, '[$1,$1')],
  ['with an entry of another subject', (text) => text.replace(/\[(\d+)/, '[299')],
  ['with a subject too many', (text) => text.replace('{', '{"agent:nobody":[1],')],
  [
    'with the same subject twice',
    (text) => text.replace('{', '{"agent:agent-1":[0],').replace(/\}\n$/, ',"agent:agent-1":[0]}\n'),
  ],
])('a list %s is refused', async (_what, change) => {
  const { output, list } = await twoDays()
  await expectRefusedUntilFixed(
    output,
    list,
    change,
    /line 1: it does not list the entries of the log as they are/,
  )
})

test('entries in another order are refused', async () => {
  const { output } = await twoDays()
  const lists = readdirSync(join(output, 'log/entries')).map((name) => `entries/${name}`)
  const list = lists.find((path) => swapped(read(output, path) ?? '') !== read(output, path)) ?? ''
  await expectRefusedUntilFixed(output, list, swapped, /does not list the entries/)
})

test.each<[string, Change]>([
  ['days in another order', (text) => JSON.stringify((JSON.parse(text) as unknown[]).reverse())],
  [
    'a day twice',
    (text) => JSON.stringify([...(JSON.parse(text) as unknown[]), (JSON.parse(text) as unknown[])[0]]),
  ],
  ['another digest', (text) => text.replace(/"digest":"\w{4}/, '"digest":"0000')],
])('a list of days with %s is refused', async (_what, change) => {
  const { output } = await twoDays()
  const changed: Change = (text) => `${(change(text) ?? '').trimEnd()}\n`
  await expectRefusedUntilFixed(output, LOG_FILES.days, changed, /days\.json, line 1: it does not list/)
})

test.each([0, 1])('a tile of level %i that is damaged is refused, and mended', async (level) => {
  const { output } = await twoDays()
  const tile =
    readdirSync(join(output, `log/tile/${level}`), { recursive: true })
      .map((name) => `tile/${level}/${name}`)
      .find((path) => !path.endsWith('.p')) ?? ''
  const bytes = readFileSync(join(output, 'log', tile))
  for (const other of [flipped(bytes), bytes.subarray(0, 31), Buffer.alloc(0), Buffer.alloc(bytes.length)]) {
    writeFileSync(join(output, 'log', tile), other)
    await expect(addDay(output, '2026-01-03')).rejects.toThrow(
      /tile\/.*: it is not the hashes of the entries.*npm run assay -- mend-log/,
    )
  }
  expect(await mendLog(output)).toEqual([tile])
  await addDay(output, '2026-01-03')
})

test.each<[string, (bytes: Buffer) => Buffer | null, RegExp]>([
  ['cut off', (bytes) => bytes.subarray(0, -3), /it ends within an entry/],
  [
    'with another letter',
    (bytes) => Buffer.from(bytes.toString('latin1').replace('the same', 'the Same'), 'latin1'),
    /its entries are not those that the checkpoint covers/,
  ],
  ['with an entry too few', (bytes) => bytes.subarray(2 + bytes.readUInt16BE(0)), /entries instead of 256/],
  ['missing', () => null, /it is missing/],
  ['empty', () => Buffer.alloc(0), /it has 0 entries instead of 256/],
])(
  'entries that are %s are refused with the copy that is needed, and not mended',
  async (_what, change, says) => {
    const { output } = await twoDays()
    const path = join(output, 'log/tile/entries/000')
    const changed = change(readFileSync(path))
    if (changed === null) rmSync(path)
    else writeFileSync(path, changed)
    const before = hashesUnder(output)
    for (const attempt of [() => addDay(output, '2026-01-03'), () => mendLog(output)]) {
      await expect(attempt()).rejects.toThrow(says)
      await expect(attempt()).rejects.toThrow(/log\/tile\/entries\/000: .* cp COPY\/log\/tile\/entries\/000 /)
    }
    expect(unlocked(hashesUnder(output))).toEqual(unlocked(before))
  },
)

test.each<[string, string, Change, RegExp]>([
  [
    'a checkpoint that is empty',
    'checkpoint',
    () => '',
    /checkpoint, line 1: this is not the checkpoint of a log/,
  ],
  [
    'a checkpoint of another size',
    'checkpoint',
    (text) => text.replace(/\n\d+\n/, '\n301\n'),
    /not signed by the key/,
  ],
  [
    'a checkpoint without its signature',
    'checkpoint',
    (text) => text.slice(0, text.indexOf('\u2014')),
    /not signed by the key/,
  ],
  ['a checkpoint of NULs', 'checkpoint', (text) => '\0'.repeat(text.length), /not the checkpoint of a log/],
  [
    'a key without its line break',
    'key',
    (text) => text.trimEnd(),
    /key, line 1: it is not the line of the key that signed/,
  ],
])('%s is refused', async (_what, path, change, says) => {
  const { output } = await twoDays()
  const text = read(output, path) ?? ''
  writeFileSync(join(output, 'log', path), change(text) ?? '')
  await expect(addDay(output, '2026-01-03')).rejects.toThrow(says)
  await expect(mendLog(output)).rejects.toThrow(says)
})

test('what a run that was cut short left in lists is no damage', async () => {
  const { output, list } = await twoDays()
  const path = join(output, 'log', list)
  writeFileSync(path, (read(output, list) ?? '').replace(/\]/, ',9000]'))
  writeFileSync(`${path}.writing`, 'half a li')
  await addDay(output, '2026-01-03')
})

test('files that are as they were found whole are not read again, and any that is touched is', async () => {
  const { output, list } = await twoDays()
  const note = () => readFileSync(join(output, 'state/log-examined'), 'utf8')
  const before = note()
  rmSync(join(output, 'state/log-examined'))
  await addDay(output, '2026-01-02')
  expect(note()).toBe(before)
  const at = join(output, 'log', list)
  const text = readFileSync(at)
  writeFileSync(at, flipped(text))
  await expect(addDay(output, '2026-01-03')).rejects.toThrow(/mend-log/)
  expect(statSync(at).size).toBe(text.length)
})

const flipped = (bytes: Buffer): Buffer => {
  const other = Buffer.from(bytes)
  other[0] = (bytes[0] ?? 0) ^ 1
  return other
}

test('a folder without a log has none to mend', async () => {
  await expect(mendLog(temporaryOutput())).rejects.toThrow(/holds no log/)
})

const read = (output: string, path: string): string | null =>
  existsSync(join(output, 'log', path)) ? readFileSync(join(output, 'log', path), 'utf8') : null

const unlocked = (hashes: Map<string, string>) =>
  new Map([...hashes].filter(([path]) => path.startsWith('log/')))

async function expectRefusedUntilFixed(
  output: string,
  path: string,
  change: Change,
  says: RegExp,
): Promise<void> {
  const whole = read(output, path) ?? ''
  const at = join(output, 'log', path)
  const changed = change(whole)
  expect(changed).not.toBe(whole)
  if (changed === null) rmSync(at)
  else writeFileSync(at, changed)
  const before = unlocked(hashesUnder(output))
  const refused = addDay(output, '2026-01-03')
  await expect(refused).rejects.toThrow(says)
  await expect(refused).rejects.toThrow(
    new RegExp(`${path}.* Nothing was published\\. .*npm run assay -- mend-log --output `),
  )
  expect(unlocked(hashesUnder(output))).toEqual(before)
  expect(await mendLog(output)).toEqual([path])
  expect(read(output, path)).toBe(whole)
  await addDay(output, '2026-01-03')
}
