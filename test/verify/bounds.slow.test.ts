import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { parseJson, utf8 } from '../../verify/bytes.ts'
import { allAgents } from '../../verify/checks/agents.ts'
import { toClaim } from '../../verify/claims.ts'
import { openFolder } from '../../verify/command/folder.ts'
import { parseManifest, type VerifiedManifest } from '../../verify/manifest.ts'
import { filesOfMember, packKeys, splitPack } from '../../verify/packs.ts'
import { mapInParallel, type PublishedSource, Unreachable } from '../../verify/source.ts'
import { urlSource } from '../../verify/source_url.ts'
import { serving } from '../packages/asked.ts'

const NONE = new Uint8Array()
const HASH = 'a'.repeat(64)

test.each([
  ['deep lists', '['.repeat(20_000)],
  ['deep objects', '{"a":'.repeat(65)],
  ['brackets behind a string that ends late', `["\\"]",${'['.repeat(64)}`],
])('%s are refused before they are walked', (_, text) => {
  expect(() => parseJson(text)).toThrow('nested deeper than 64 levels')
})

test('as deep as is allowed, and brackets in strings, are read', () => {
  expect(JSON.stringify(parseJson(`${'['.repeat(64)}${']'.repeat(64)}`))).toHaveLength(128)
  expect(parseJson(`["${'['.repeat(200)}\\"${'{'.repeat(200)}"]`)).toHaveLength(1)
})

test('a claim names the first problems, and counts the others', () => {
  const { detail } = toClaim(
    'x',
    Array.from({ length: 1_000_000 }, (_, i) => `problem ${i}`),
  )
  expect(detail).toMatch(/; problem 49; and 999950 more$/)
})

/** A pack with a header of these lines, and a member of so many bytes behind it. */
const pack = (lines: string[], body: Uint8Array): Uint8Array =>
  Buffer.concat([utf8(`${lines.join('\n')}\n\n`), body])

test('a member of a pack that unpacks to more than an agent has is refused, without a dictionary and with one', async () => {
  const bomb = deflateRawSync(Buffer.alloc(2 ** 23 + 1))
  expect(bomb.length).toBeLessThan(20_000)
  for (const dictionary of [NONE, utf8('dictionary')])
    await expect(filesOfMember(bomb, dictionary)).rejects.toThrow('unpacks to more than 8388608 bytes')
  // The unpacked file is never in memory as a whole.
  const large = deflateRawSync(Buffer.alloc(2 ** 29))
  const before = process.memoryUsage().arrayBuffers
  await expect(filesOfMember(large, NONE)).rejects.toThrow('unpacks to more')
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 26)
})

test.each([
  ['one above the other', ['a 0 4 x', 'b 0 4 x']],
  ['with a gap', ['a 0 2 x', 'b 3 1 x']],
  ['twice', ['a 0 2 x', 'a 2 2 x']],
  ['before the pack', ['a -9 4 x']],
  ['behind the pack', ['a 0 5 x']],
  ['without a length', ['a 0']],
  ['of no length', ['a 0 0 x']],
  ['of a length that is none', ['a 0 1e999 x']],
])('members of a pack that stand %s are refused', (_, lines) => {
  expect(() => splitPack(pack(lines, utf8('1234')))).toThrow('where no member is')
})

test.each([
  ['longer than the member', '[["private/a","x",9]]\n1234'],
  ['of a negative length', '[["private/a","x",-1]]\n1234'],
  ['twice', '[["private/a","x",1],["private/a","x",1]]\n1234'],
])('files of a member that are %s are refused', async (_, text) => {
  await expect(filesOfMember(deflateRawSync(text), NONE)).rejects.toThrow('places private/a where no file is')
})

test('a pack that cannot be unpacked is named, with the agent', async () => {
  const bomb = deflateRawSync(Buffer.alloc(2 ** 23 + 1))
  const files = new Map([
    ['private/packs.json', list([HASH, 1, HASH])],
    [`private/packs/${HASH}`, pack([`evil 0 ${bomb.length} x`], bomb)],
  ])
  const source = { name: 'x', kind: 'folder', shows: () => true, keys: async () => null } as const
  const read = async (key: string) => files.get(key) ?? null
  const all = allAgents({ ...source, read }, { layout: 'packs' } as VerifiedManifest)
  await expect(Array.fromAsync(all)).rejects.toThrow(
    `private/packs/${HASH}, evil: it unpacks to more than 8388608 bytes`,
  )
})

const list = (first: unknown): Uint8Array => utf8(JSON.stringify([first, ...Array(4095).fill(null)]))

test.each([['../../../etc/passwd'], ['/etc/passwd'], [''], [HASH.toUpperCase()], [{}]])(
  'a pack by the name %j is refused',
  (name) => {
    expect(() => packKeys(list([name, 1, HASH]))).toThrow('another way than by its hash')
    expect(packKeys(list([HASH, 1, HASH]))[0]).toBe(`private/packs/${HASH}`)
  },
)

/** The manifest of a release with these files. */
const manifest = (files: Record<string, unknown>): Uint8Array =>
  utf8(JSON.stringify({ format: 1, date: '2026-01-03', files }))

test.each([
  ['public/../../etc/passwd'],
  ['public/a/..'],
  ['public/./a'],
  ['public//etc/passwd'],
  ['/etc/passwd'],
  ['private/'],
  ['public\\..\\..\\etc'],
  ['public/a\u0000b'],
  ['public/a\nb'],
  ['manifest.json'],
  [`public/${'a'.repeat(1_000)}`],
])('a manifest that names %j is refused', (key) => {
  expect(() => parseManifest(manifest({ [key]: [HASH, 1] }))).toThrow('in another way than a file is named')
})

test('a manifest that names too much is refused, with the file or the number', () => {
  expect(() => parseManifest(manifest({ 'public/a': [HASH, 2 ** 50] }))).toThrow(
    'public/a has 1125899906842624 bytes',
  )
  expect(() => parseManifest(manifest({ 'public/a': [HASH, -1] }))).toThrow('another way')
  const many = Array.from({ length: 1_000_001 }, (_, i) => `"${i}":0`).join()
  expect(() => parseManifest(utf8(`{"format":1,"date":"2026-01-03","files":{${many}}}`))).toThrow(
    'it names 1000001 files, and at most 1000000 are read',
  )
})

/** An output folder with one release; gives the folder and the release. */
function output(): { folder: string; release: string } {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bounds-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const release = join(folder, 'output/releases/2026-01-03-0123456789ab')
  mkdirSync(join(release, 'public'), { recursive: true })
  symlinkSync('releases/2026-01-03-0123456789ab', join(folder, 'output/current'))
  writeFileSync(join(folder, 'secret'), 'secret')
  return { folder, release }
}

const sourceIn = (folder: string): PublishedSource =>
  openFolder(join(folder, 'output'))?.current as PublishedSource

test('nothing outside of the release is read, by dots or links', async () => {
  const { folder, release } = output()
  symlinkSync('../../../../secret', join(release, 'public/link'))
  symlinkSync('/etc', join(release, 'public/etc'))
  symlinkSync('inside', join(release, 'public/own'))
  symlinkSync('loop', join(release, 'public/loop'))
  writeFileSync(join(release, 'public/inside'), 'inside')
  const source = sourceIn(folder)
  for (const key of ['public/link', 'public/etc/hostname', '../../../secret', 'public/../../../../secret'])
    await expect(source.read(key)).rejects.toThrow(`${key} leads out of `)
  expect(Buffer.from((await source.read('public/own')) ?? NONE).toString()).toBe('inside')
  expect(await source.read('public/none')).toBeNull()
  await expect(source.read('public/loop')).rejects.toThrow(Unreachable)
})

test('a file is read up to the requested offset, and anything else not at all', async () => {
  const { folder, release } = output()
  writeFileSync(join(release, 'public/large'), Buffer.alloc(1_000_000))
  const socket = createServer().listen(join(release, 'public/socket'))
  await new Promise((resolve) => socket.once('listening', resolve))
  const source = sourceIn(folder)
  expect(await source.read('public/large', 10)).toHaveLength(11)
  await expect(source.read('public/socket')).rejects.toThrow('public/socket is no file')
  socket.close()
})

test.each(['current', 'releases'])('an output whose %s leads elsewhere is refused', (name) => {
  const { folder } = output()
  rmSync(join(folder, 'output', name), { recursive: true })
  mkdirSync(join(folder, 'elsewhere/2026-01-03-0123456789ab'), { recursive: true })
  symlinkSync(
    name === 'current' ? '../elsewhere/2026-01-03-0123456789ab' : '../elsewhere',
    join(folder, 'output', name),
  )
  expect(() => openFolder(join(folder, 'output'))).toThrow('lead out of it')
})

const NEVER = new AbortController().signal

test('an endless body ends, and a redirect to another host is not followed', async () => {
  const reached: unknown[] = []
  const other = await serving((request, response) => {
    reached.push(request.url)
    response.end('x')
  })
  const url = await serving((request, response) => {
    if (request.url === '/moved') response.writeHead(301, { location: '/own' }).end()
    else if (request.url === '/own') response.end('own')
    else if (request.url === '/away') response.writeHead(302, { location: `${other}/x` }).end()
    else if (request.url === '/round') response.writeHead(302, { location: '/round' }).end()
    else {
      const next = (): void => {
        if (!response.destroyed) response.write(Buffer.alloc(2 ** 20), () => setImmediate(next))
      }
      next()
    }
  })
  const source = urlSource(url, NEVER)
  expect(await source.read('public/endless', 100)).toHaveLength(101)
  expect(Buffer.from((await source.read('public/moved')) ?? NONE).toString()).toBe('own')
  await expect(source.read('public/away')).rejects.toThrow(
    `/away: it redirects to ${other}/x: name that address`,
  )
  await expect(source.read('public/round')).rejects.toThrow('more than 5 times')
  expect(reached).toEqual([])
})

test('a slow response ends at the deadline, and no request follows', async () => {
  const asked: unknown[] = []
  const url = await serving((request, response) => {
    asked.push(request.url)
    const timer = setInterval(() => response.write(' '), 10)
    response.on('close', () => clearInterval(timer))
  })
  const control = new AbortController()
  setTimeout(() => control.abort('the time is over'), 200)
  const source = urlSource(url, control.signal)
  const keys = Array.from({ length: 1_000 }, (_, i) => `public/${i}`)
  await expect(mapInParallel(keys, 8, (key) => source.read(key))).rejects.toThrow(/the time is over/)
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(asked.length).toBe(8)
})

test('after one item failed no other is begun', async () => {
  const begun: number[] = []
  const items = Array.from({ length: 1_000 }, (_, i) => i)
  const work = async (item: number): Promise<void> => {
    begun.push(item)
    await new Promise((resolve) => setTimeout(resolve, 1))
    if (item === 3) throw new Unreachable('no')
  }
  await expect(mapInParallel(items, 4, work)).rejects.toThrow('no')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(begun.length).toBeLessThan(10)
})
