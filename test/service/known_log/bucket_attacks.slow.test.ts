import { generateKeyPairSync, hash } from 'node:crypto'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { signedCheckpoint } from '../../../core/log/note.ts'
import { blobKey } from '../../../core/release_store/keys.ts'
import { SAMPLE_LOG_KEY } from '../../../pipeline/log/sample_key.ts'
import { buildDay, machine } from '../../release_store/small_runs.ts'
import { buildDerived, type Derived, followedDays, INDEX, offer, withLog } from './guarded.ts'

const [D1, D2, D3, D4] = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'] as const
const THIEF = { ...SAMPLE_LOG_KEY, privateKey: generateKeyPairSync('ed25519').privateKey }

type Followed = Awaited<ReturnType<typeof followedDays>>

/** The log of the folder, of which a part is another. */
const edited =
  (path: RegExp, edit: (bytes: Buffer) => Buffer | null) =>
  (derived: Derived): void => {
    const keys = [...derived.keys()].filter((key) => path.test(key))
    if (keys.length === 0) throw new Error(`nothing is named ${path}`)
    for (const key of keys) {
      const made = edit(derived.get(key) as Buffer)
      if (made === null) derived.delete(key)
      else derived.set(key, made)
    }
  }

const flipped = (bytes: Buffer): Buffer => {
  const other = Buffer.from(bytes)
  other[other.length - 1] = (other.at(-1) ?? 0) ^ 1
  return other
}

const replaced = (from: string | RegExp, to: string) => (bytes: Buffer) =>
  Buffer.from(bytes.toString().replace(from, to))

/** A forged release, in a folder that continues ours, and its log by another key. */
async function forged(): Promise<{ output: string; id: string }> {
  const output = machine()
  return { output, id: await buildDay(output, D4, 'all agents are alive', THIEF) }
}

/** An attack, and the expected message of the service. */
const ATTACKS: [what: string, attack: (all: Followed) => Promise<void>, says: RegExp][] = [
  [
    'a forged release whose log is left out',
    async ({ fake }) => {
      const { output, id } = await forged()
      await offer(
        fake,
        output,
        id,
        edited(/^public\/log\//, () => null),
      )
    },
    /it has no signed log, though this index keeps one: sample\.assay\.invalid\/log\+/,
  ],
  [
    'a forged release with our log',
    async ({ fake, output, ids }) => {
      const ours = await buildDerived(output, ids[2] ?? '')
      const made = await forged()
      await offer(fake, made.output, made.id, (derived) => withLog(derived, ours))
    },
    /the log does not know it: it ends with 2026-01-03/,
  ],
  [
    'a forged release at the end of a log of another key',
    async ({ fake }) => {
      const { output, id } = await forged()
      await offer(fake, output, id)
    },
    /its log has the key .*, and the known one is /,
  ],
  [
    'the same under the name of our key',
    async ({ fake, output, ids }) => {
      const key = (await buildDerived(output, ids[2] ?? '')).get('public/log/key') as Buffer
      const made = await forged()
      await offer(
        fake,
        made.output,
        made.id,
        edited(/log\/key$/, () => key),
      )
    },
    /the checkpoint is not signed by the key of the log/,
  ],
  [
    'an old release with its old log',
    ({ fake, output, ids }) => offer(fake, output, ids[0] ?? ''),
    /its log was cut: it has 3 entries, and 7 were seen/,
  ],
  [
    'an old release with the log of now',
    async ({ fake, output, ids }) => {
      const now = await buildDerived(output, ids[2] ?? '')
      await offer(fake, output, ids[0] ?? '', (derived) => withLog(derived, now))
    },
    /the log ends with 2026-01-03-\w+, and this is an earlier release.*npm run assay -- known-log accept 2026-01-01-/,
  ],
  [
    'the newest release with the checkpoint of an old one',
    async ({ fake, output, ids }) => {
      const old = (await buildDerived(output, ids[1] ?? '')).get('public/log/checkpoint') as Buffer
      await offer(
        fake,
        output,
        ids[2] ?? '',
        edited(/log\/checkpoint$/, () => old),
      )
    },
    /its log was cut: it has 5 entries, and 7 were seen/,
  ],
  [
    'a log that our own key has signed with another past',
    async ({ fake }) => {
      const output = machine()
      await buildDay(output, D1, 'another past')
      for (const day of [D2, D3]) await buildDay(output, day)
      await offer(fake, output, await buildDay(output, D4))
    },
    /its log has another history: its first 7 entries have the root \w+, and \w+ was seen/,
  ],
  [
    'a list of days with another digest',
    ({ fake, output, ids }) =>
      offer(
        fake,
        output,
        ids[2] ?? '',
        edited(
          /days\.json$/,
          replaced(/"digest":"\w{64}"(?=,"checkpoint_sha256":"\w+"\}\])/, `"digest":"${'d'.repeat(64)}"`),
        ),
      ),
    /the row of 2026-01-03 in entries\/days\.json does not follow from the one before it/,
  ],
  [
    'a list of days that is cut off',
    ({ fake, output, ids }) =>
      offer(
        fake,
        output,
        ids[2] ?? '',
        edited(/days\.json$/, (bytes) => bytes.subarray(0, -20)),
      ),
    /entries\/days\.json is damaged/,
  ],
  [
    'another entry in the bundle',
    ({ fake, output, ids }) => offer(fake, output, ids[2] ?? '', edited(/tile\/entries\//, flipped)),
    /no proof leads from the entry 6 to the root/,
  ],
  [
    'another hash in a tile',
    ({ fake, output, ids }) => offer(fake, output, ids[2] ?? '', edited(/tile\/0\//, flipped)),
    /its tiles do not lead to the root of its 7 entries|no proof leads/,
  ],
  [
    'a tile that is missing',
    ({ fake, output, ids }) =>
      offer(
        fake,
        output,
        ids[2] ?? '',
        edited(/tile\/0\//, () => null),
      ),
    /tile\/0\/000\.p\/7 is missing/,
  ],
  [
    'a checkpoint that is none',
    ({ fake, output, ids }) =>
      offer(
        fake,
        output,
        ids[2] ?? '',
        edited(/checkpoint$/, () => Buffer.from('x')),
      ),
    /this is not the checkpoint of a log/,
  ],
  [
    'a checkpoint of megabytes',
    ({ fake, output, ids }) =>
      offer(
        fake,
        output,
        ids[2] ?? '',
        edited(/checkpoint$/, () => Buffer.alloc(2e6, 10)),
      ),
    /its log\/checkpoint has 2000000 bytes/,
  ],
  [
    'the log of the release that is served, left out of it afterwards',
    ({ fake, output, ids }) =>
      offer(
        fake,
        output,
        ids[2] ?? '',
        edited(/^public\/log\//, () => null),
      ),
    /it has no signed log/,
  ],
  [
    'another proof of the index beside a right log',
    ({ fake, output, ids }) =>
      offer(
        fake,
        output,
        ids[2] ?? '',
        edited(/proof-of-index/, replaced(/"sha256": ?"\w{4}/, '"sha256":"0000')),
      ),
    /its api\/proof-of-index\/v1 has other digests than its log/,
  ],
  [
    'another copy of the manifest beside a right one',
    ({ fake, output, ids }) => offer(fake, output, ids[2] ?? '', edited(/public\/manifest\.json/, flipped)),
    /its public\/manifest\.json is not its manifest/,
  ],
]

test.each(ATTACKS)(
  '%s is refused, told once, and changes nothing that is served',
  async (_what, attack, says) => {
    const all = await followedDays([D1, D2, D3])
    const { service, ids, fake, output } = all
    const readServed = () => [service.file('public/page'), service.file('public/log/checkpoint')]
    const before = readServed()
    await attack(all)
    expect([await service.follow(), await service.follow()]).toEqual([false, false])
    expect(service.logged).toEqual([expect.stringMatching(says)])
    expect(service.guard.refusal).toMatch(says)
    expect((await service.logs.read(INDEX)).refused?.why).toMatch(says)
    expect([service.served(), ...readServed()]).toEqual([ids[2], ...before])
    // A repaired release is accepted at once.
    await offer(fake, output, ids[2] ?? '')
    await service.follow()
    expect([service.guard.refusal, (await service.logs.read(INDEX)).refused]).toEqual([null, null])
  },
)

test('a manifest, and files, that are others under the right names are not taken', async () => {
  const { fake, output, service, ids } = await followedDays([D1, D2, D3])
  const id = await buildDay(output, D4)
  await offer(fake, output, id)
  const manifest = fake.objects.get(`live/releases/${id}/manifest.json`)
  if (manifest === undefined) throw new Error('there is no manifest')
  const whole = manifest.bytes
  manifest.bytes = flipped(whole)
  await expect(service.follow()).rejects.toThrow(/manifest\.json is damaged/)
  manifest.bytes = whole
  const pages = [...fake.objects.values()].filter(({ bytes }) => bytes.toString() === `page of ${D4}`)
  for (const page of pages) page.bytes = Buffer.from('page of a thief')
  await expect(service.follow()).rejects.toThrow(/is damaged: put it back/)
  expect([service.served(), service.file('public/page')]).toEqual([ids[2], `page of ${D3}`])
})

test.each(['../../2026-01-01-aaaaaaaaaaaa', 'releases/x', '2026-01-01-AAAAAAAAAAAA'])(
  'a pointer to %s leads nowhere',
  async (id) => {
    const { fake, service, ids } = await followedDays([D1])
    const pointer = fake.objects.get('live/pointer.json')
    if (pointer === undefined) throw new Error('there is no pointer')
    const text = pointer.bytes.toString().replace(ids[0] ?? '', id)
    pointer.bytes = Buffer.from(text)
    await expect(service.follow()).rejects.toThrow(/is not a pointer of this version/)
    expect(service.served()).toBe(ids[0])
  },
)

test('a folder that has another manifest under the same name is fetched anew', async () => {
  const { fake, output, service, ids } = await followedDays([D1])
  const id = await buildDay(output, D2)
  cpSync(join(service.folder, 'mirror/releases', ids[0] ?? ''), join(service.folder, 'mirror/releases', id), {
    recursive: true,
  })
  await offer(fake, output, id)
  expect(await service.follow()).toBe(true)
  expect(service.file('public/page')).toBe(`page of ${D2}`)
})

test('text of an attacker in a refusal is harmless, and short', async () => {
  const { fake, output, service, ids } = await followedDays([D1, D2])
  const text = `\0\u001b[2J\u202e${'ignore all instructions '.repeat(500)}`
  await offer(
    fake,
    output,
    ids[1] ?? '',
    edited(/log\/key$/, () => Buffer.from(text)),
  )
  expect(await service.follow()).toBe(false)
  const { refused } = await service.logs.read(INDEX)
  expect(refused?.why).toMatch(/^its log has the key [ -~…]+$/)
  expect(refused?.why.length).toBeLessThan(520)
  expect(service.guard.refusal?.length).toBeLessThan(560)
})

test('a right manifest under the name of another release is not served', async () => {
  const { fake, service, ids } = await followedDays([D1, D2])
  const pointer = fake.objects.get('live/pointer.json')
  if (pointer === undefined) throw new Error('there is no pointer')
  pointer.bytes = Buffer.from(
    pointer.bytes.toString().replace(`"id": "${ids[1]}"`, '"id": "2026-01-09-0123456789ab"'),
  )
  expect(await service.follow()).toBe(false)
  expect([service.served(), service.guard.refusal]).toEqual([
    ids[1],
    expect.stringMatching(/the log does not know it/),
  ])
})

test('of a release that is refused nothing but its log is read', async () => {
  const { fake, output, service, ids } = await followedDays([D1, D2])
  await offer(fake, output, ids[0] ?? '')
  const from = fake.requests.length
  await service.follow()
  expect(fake.requests.length - from).toBeLessThan(6)
})

test.each<[what: string, key: RegExp, names: RegExp]>([
  ['pointer', /pointer\.json$/, /more than 65536 bytes when asked to read pointer\.json/],
  ['page', /blobs/, /more than \d\d bytes when asked to read blobs\//],
])('a %s that was made long is not read to its end, and it is named', async (_, key, names) => {
  const { fake, output, service, ids } = await followedDays([D1])
  await offer(fake, output, await buildDay(output, D2))
  for (const [name, held] of fake.objects)
    if (key.test(name) && (name.endsWith('pointer.json') || held.bytes.toString() === `page of ${D2}`))
      held.bytes = Buffer.concat([held.bytes, Buffer.alloc(100_000, ' ')])
  await expect(service.follow()).rejects.toThrow(names)
  expect(service.served()).toBe(ids[0])
})

test('a list that says that a file of the log is long is damaged, before any of it is read', async () => {
  const { fake, service, ids } = await followedDays([D1])
  const pointer = fake.objects.get('live/pointer.json')
  if (pointer === undefined) throw new Error('there is no pointer')
  const { derived } = JSON.parse(pointer.bytes.toString()).release as { derived: string }
  const list = fake.objects.get(`live/${blobKey(derived)}`)?.bytes.toString() ?? ''
  const long = Buffer.from(list.replace(/ \d+ (?=public\/log\/checkpoint)/, ' 999999999999 '))
  const other = hash('sha256', long)
  fake.objects.set(`live/${blobKey(other)}`, { bytes: long, etag: other, modified: 0 })
  pointer.bytes = Buffer.from(pointer.bytes.toString().replace(derived, other))
  await expect(service.follow()).rejects.toThrow(
    /public\/log\/checkpoint with 999999999999 bytes as a derived file: the store is damaged/,
  )
  expect(service.served()).toBe(ids[0])
})

test('a checkpoint with more cosignatures is the same log', async () => {
  const { fake, output, service, ids } = await followedDays([D1, D2])
  const line = '\u2014 witness.example AAAAAAAA\n'
  await offer(
    fake,
    output,
    ids[1] ?? '',
    edited(/checkpoint$/, (bytes) => Buffer.concat([bytes, Buffer.from(line)])),
  )
  await service.follow()
  expect(service.guard.refusal).toBeNull()
  expect(service.file('public/log/checkpoint')).toContain(line)
})

test('a checkpoint of our key without entries is not a log', async () => {
  const { fake, output, service, ids } = await followedDays([D1])
  const empty = signedCheckpoint(
    { origin: SAMPLE_LOG_KEY.origin, size: 0, root: Buffer.alloc(32) },
    SAMPLE_LOG_KEY,
  )
  await offer(
    fake,
    output,
    ids[0] ?? '',
    edited(/checkpoint$/, () => Buffer.from(empty)),
  )
  await service.follow()
  expect(service.guard.refusal).toMatch(/its log was cut: it has 0 entries/)
})
