import { createPublicKey, verify } from 'node:crypto'
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findSignature, openNote, parseNoteKey } from '../../verify/note.ts'
import { addCosignature } from '../../witness/add.ts'
import { testKey } from '../verify/keys.ts'
import { LOG_KEY, type WrittenLog } from '../verify/log_writer.ts'
import { createLog, folder, putLog, site, witness } from './kit.ts'

const readNote = (log: WrittenLog): string => Buffer.from(log.get('checkpoint') ?? []).toString()
const readKeyLine = (log: WrittenLog): string =>
  Buffer.from(log.get('key') ?? [])
    .toString()
    .trim()
const readVerifier = (told: string[]): string => /This witness is (\S+)/.exec(told.join(''))?.[1] ?? ''

/** The files of one log with some of another in their place. */
const withFiles = (log: WrittenLog, other: WrittenLog, ...paths: string[]): WrittenLog =>
  new Map([...log, ...paths.map((path) => [path, other.get(path) ?? new Uint8Array()] as const)])

describe('a log that only grows', () => {
  test('gets a cosignature over its body and the time, by a key for its owner alone', async () => {
    const { url, serve } = await site()
    const { see, keyFile, told } = witness()
    serve(createLog(1))
    const cosigned = await see(url)
    expect(cosigned.startsWith(readNote(createLog(1)))).toBe(true)
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)
    const [, name, line = ''] = /\n— (witness\.example) (\S+)\n$/.exec(cosigned) ?? []
    const bytes = Buffer.from(line, 'base64')
    const time = bytes.readBigUInt64BE(4)
    expect([name, bytes.length, Number(time)]).toEqual([
      'witness.example',
      76,
      Date.UTC(2026, 3, 1, 12) / 1000,
    ])
    const message = `cosignature/v1\ntime ${time}\n${openNote(cosigned).body}`
    const publicKey = createPublicKey(readFileSync(keyFile, 'utf8'))
    expect(verify(null, Buffer.from(message), publicKey, bytes.subarray(12))).toBe(true)
    const key = parseNoteKey(readVerifier(told))
    expect(findSignature(openNote(cosigned), key)).toEqual({ time: Number(time) })
  })

  test('is cosigned day by day, and the same checkpoint in the same way', async () => {
    const { url, serve } = await site()
    const { see, clock } = witness()
    for (const days of [1, 2, 3, 5]) {
      serve(createLog(days))
      clock.ms += 86_400_000
      const cosigned = await see(url)
      clock.ms += 1000
      expect(await see(url)).toBe(cosigned)
    }
  })

  test('is known by its origin, wherever it is shown', async () => {
    const { url, serve } = await site()
    const { see } = witness()
    const output = folder()
    putLog(output, createLog(2))
    await see(output)
    serve(createLog(2, { 1: 'other ' }))
    await expect(see(url)).rejects.toThrow(/split view/)
  })

  test('prints the source of its key, unless it was given', async () => {
    const { url, serve } = await site()
    serve(createLog(1))
    const trusting = witness()
    await trusting.see(url)
    expect(trusting.told.join('')).toContain(
      `First sight of log.example/sample: its key is taken from itself`,
    )
    const given = witness()
    await given.see(url, { logKey: readKeyLine(createLog(1)) })
    expect(given.told.join('')).not.toContain('First sight')
    await expect(given.see(url, { logKey: 'other.example+00000000+AA==' })).rejects.toThrow(
      /--log-key is not/,
    )
  })
})

describe('a log that does not only grow', () => {
  const two = createLog(2)
  const key = testKey('log.example/sample', 1, 'b'.repeat(32))
  const three = createLog(3)
  const other = createLog(3, { 0: 'other ', 1: 'other ' })
  const damaged = new Map([...createLog(3)].filter(([path]) => !path.startsWith('tile/0/003')))
  const CASES: [what: string, shown: WrittenLog, said: RegExp][] = [
    ['two views of one size', createLog(2, { 1: 'other ' }), /split view: .* two trees of 602 entries/],
    [
      'a view that grew out of another past',
      createLog(3, { 0: 'other ' }),
      /split view: .* first 602 entries/,
    ],
    ['a log that was cut', createLog(1), /shrunk log: .* had 602 entries and has 301/],
    ['a log of another key', createLog(3, {}, key), /changed key: .* its key was log\.example/],
    [
      'a signature of another key',
      withFiles(createLog(3), createLog(3, {}, key), 'checkpoint'),
      /changed key: .* not signed by/,
    ],
    ['another origin at the same place', createLog(3, {}, testKey('other.example/log', 1)), /changed key/],
    [
      'a tile of another view',
      withFiles(three, other, 'tile/1/000.p/3'),
      /damaged log: .* its tiles do not give/,
    ],
    [
      'an old tile of another view',
      withFiles(three, other, 'tile/0/002'),
      /damaged log: .* the tiles of its first 602/,
    ],
    ['a tile that is missing', damaged, /damaged log: .* is missing/],
  ]

  test.each(CASES)('%s: named, not cosigned, and both checkpoints kept', async (_, shown, said) => {
    const { url, serve } = await site()
    const { see, home, stateFile } = witness()
    serve(two)
    await see(url)
    const before = readFileSync(stateFile, 'utf8')
    serve(shown)
    const refused = await see(url).catch((error: Error) => error.message)
    expect(refused).toMatch(said)
    const [file = ''] = readdirSync(join(home, 'evidence'))
    for (const text of [String(refused), readFileSync(join(home, 'evidence', file), 'utf8')]) {
      expect(text).toContain(readNote(two))
      expect(text).toContain(readNote(shown))
    }
    expect(readFileSync(stateFile, 'utf8')).toBe(before)
    serve(createLog(3))
    expect(await see(url)).toContain('— witness.example ')
  })

  test('of a log that is damaged at first sight nothing is kept', async () => {
    const { url, serve } = await site()
    const { see, stateFile } = witness()
    serve(damaged)
    await expect(see(url)).rejects.toThrow(/damaged log/)
    expect(() => statSync(stateFile)).toThrow()
  })

  test('an invalid checkpoint, and a site without a log, are errors that say so', async () => {
    const { url, serve } = await site()
    const { see } = witness()
    await expect(see(url)).rejects.toThrow(/has no log\/checkpoint/)
    serve(new Map([...two, ['checkpoint', Buffer.from('<html></html>')]]))
    await expect(see(url)).rejects.toThrow(/is no checkpoint of a log/)
  })
})

describe('a witness', () => {
  test('keeps its name and its key, or refuses', async () => {
    const { url, serve } = await site()
    const { see, keyFile } = witness()
    serve(createLog(1))
    await expect(see(url, { name: undefined })).rejects.toThrow(/--name says who cosigns/)
    await expect(see(url, { name: 'a name' })).rejects.toThrow(/--name says who cosigns/)
    const cosigned = await see(url)
    expect(await see(url, { name: undefined })).toBe(cosigned)
    await expect(see(url, { name: 'other.example' })).rejects.toThrow(/this witness is witness\.example/)
    const pem = readFileSync(keyFile, 'utf8')
    rmSync(keyFile)
    await expect(see(url)).rejects.toThrow(/is missing, the key of witness\.example/)
    writeFileSync(keyFile, readFileSync(await otherKey(url), 'utf8'))
    await expect(see(url)).rejects.toThrow(/is not the key of before/)
    writeFileSync(keyFile, pem)
    expect(await see(url)).toBe(cosigned)
  })

  async function otherKey(url: string): Promise<string> {
    const other = witness()
    await other.see(url)
    return other.keyFile
  }

  test('that is damaged does not begin anew', async () => {
    const { url, serve } = await site()
    const { see, stateFile } = witness()
    serve(createLog(1))
    await see(url)
    writeFileSync(stateFile, '{}')
    await expect(see(url)).rejects.toThrow(/is not as it was written/)
  })

  test('of which two run at once: one waits for its turn', async () => {
    const { url, serve } = await site()
    const { see } = witness()
    serve(createLog(1))
    const ended = await Promise.allSettled([see(url), see(url)])
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

/** An output folder whose current release has the checkpoint as a second name of the same file. */
function outputWith(log: WrittenLog) {
  const output = folder()
  putLog(output, log)
  const [own, old] = ['new', 'old'].map((id) => join(output, 'releases', id, 'public/log/checkpoint')) as [
    string,
    string,
  ]
  for (const file of [own, old]) {
    mkdirSync(join(file, '..'), { recursive: true })
    linkSync(join(output, 'log/checkpoint'), file)
  }
  symlinkSync('releases/new', join(output, 'current'))
  const read = (file: string) => readFileSync(file, 'utf8')
  return {
    output,
    log: () => read(join(output, 'log/checkpoint')),
    release: () => read(own),
    old: () => read(old),
  }
}

describe('the log in an output folder', () => {
  test('gets the cosignature, and so does the release that is served, but no older one', async () => {
    const { output, log, release, old } = outputWith(createLog(1))
    const cosigned = await witness().see(output)
    expect([log(), release(), old()]).toEqual([cosigned, cosigned, readNote(createLog(1))])
    expect((await witness().see(output, { name: 'second.example' })).startsWith(cosigned)).toBe(true)
    expect(openNote(log()).signatures.map(({ name }) => name)).toEqual([
      ...['log.example/sample', 'witness.example', 'second.example'],
    ])
  })

  test("takes another's cosignature where it is of the same checkpoint and by the named key", async () => {
    const { url, serve } = await site()
    const { see, home, told } = witness()
    serve(createLog(1))
    const file = join(home, 'cosigned')
    writeFileSync(file, await see(url))
    const key = readVerifier(told)
    const { output, log } = outputWith(createLog(1))
    expect(await addCosignature(output, file, key)).toBe('witness.example')
    expect(log()).toBe(readFileSync(file, 'utf8'))
    await addCosignature(output, file, key)
    expect(log()).toBe(readFileSync(file, 'utf8'))
    const grown = outputWith(createLog(2))
    await expect(addCosignature(grown.output, file, key)).rejects.toThrow(/of 301 entries, .* has 602/)
    const other = witness()
    await other.see(url)
    await expect(addCosignature(output, file, readVerifier(other.told))).rejects.toThrow(/has not cosigned/)
    writeFileSync(file, readFileSync(file, 'utf8').replace('301', '302'))
    await expect(addCosignature(output, file, key)).rejects.toThrow(/has not cosigned/)
  })
})

test('the key that these logs are signed with is the one that they show', () => {
  expect(parseNoteKey(readKeyLine(createLog(1))).id).toBe(LOG_KEY.key.id)
})
