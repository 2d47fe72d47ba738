import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { parseStoreArgs } from '../../cli/commands/store.ts'
import { silentReporter } from '../../cli/progress.ts'
import type { BucketSettings } from '../../core/bucket/settings.ts'
import { currentRelease, currentTarget } from '../../core/release/release.ts'
import type { Correction } from '../../pipeline/catalog/corrections.ts'
import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { readServiceConfig } from '../../serving/service/config.ts'
import { BucketMirror } from '../../serving/service/release/bucket_mirror.ts'
import { KnownLogs } from '../../serving/service/release/known_log/known_logs.ts'
import { UNGUARDED } from '../../serving/service/release/known_log/log_guard.ts'
import { openStore } from '../../serving/service/store/open.ts'
import { differingPaths, inTemporaryFolder, lastingHashes, servedManifest } from '../../test/kit/folder.ts'
import { PUBLISHED_DAYS, sampleOutput } from '../../test/sample_output.ts'
import { CountingProxy, type Traffic } from './store/counting_proxy.ts'
import { servedBy } from './store/followed.ts'
import { type Gateway, missingPrograms, newBucket, startGateway } from './store/gateway.ts'
import {
  copyOutput,
  dayOn,
  findStoreProblems,
  killedPublishing,
  readLiveHead,
  toStore,
} from './store/steps.ts'

const HELP = `Usage: npm run e2e -- store [--every N] [--keep]

The release store on a real S3 server of this machine (Ceph's gateway, which Debian has: radosgw, ceph-mon, ceph-osd,
ceph-common). Machines with nothing but the bucket run one day of the sample each; publishing is killed at every N-th
request; two machines publish at once; a release is taken from service; garbage is deleted; a mirror follows. Without
the gateway it says so and ends with 0. Exit code: 0 all held, 1 something did not.

  --every N  at which request publishing is killed, each time (default: 200)
  --keep     leaves the folders of the machines
`

/** A trial, its result, and whether that is correct. */
export interface Finding {
  what: string
  seen: string
  isRight: boolean
}

interface StoreSetup {
  settings: BucketSettings
  proxy: CountingProxy
  folder: string
  say: (finding: Finding) => void
}

const [D1 = '', , D3 = '', D4 = '', D5 = '', D6 = ''] = SAMPLE_DAYS

/** Runs all trials; calls `say` with each finding. */
async function storeCampaign(
  gateway: Gateway,
  folder: string,
  every: number,
  say: (finding: Finding) => void,
): Promise<void> {
  const proxy = await new CountingProxy(gateway.url).listen()
  try {
    const settings = await newBucket(proxy.url, 'assay-campaign')
    proxy.take()
    const stand = { settings, proxy, folder, say }
    const machine = await freshMachines(stand)
    await littleChanged(stand, machine)
    await killed(stand, machine, every)
    await atOnce(stand, machine)
    await checkRollback(stand)
    await checkForward(stand)
    await collected(stand)
  } finally {
    await proxy.close()
  }
}

/** The short form: one day, and the same day on a machine that has only the contents of the bucket. */
export async function oneStoredDay(
  gateway: Gateway,
  folder: string,
  say: (finding: Finding) => void,
): Promise<void> {
  const settings = await newBucket(gateway.url, 'assay-day')
  const machines = ['first', 'second'].map((name) => join(folder, name))
  const outcomes: string[] = []
  for (const machine of machines) outcomes.push((await dayOn(machine, D1, settings)).outcome)
  const isRight = outcomes.join() === 'published,unchanged'
  say({ what: 'a day, and the same on another machine', seen: outcomes.join(), isRight })
  await checkStore({ settings, say }, D1, true)
}

/** Each day on a machine that has nothing but the bucket, against one folder that had every day. */
async function freshMachines({ settings, proxy, folder, say }: StoreSetup): Promise<string> {
  let machine = ''
  for (const day of PUBLISHED_DAYS) {
    if (machine !== '') rmSync(machine, { recursive: true })
    machine = join(folder, `machine-${day}`)
    await dayOn(machine, day, settings)
    say({ what: `${day} on a new machine`, seen: traffic(proxy.take()), isRight: true })
  }
  const always = await sampleOutput()
  const isSame = servedManifest(machine) === servedManifest(always)
  say({ what: `${D3}: its manifest`, seen: isSame ? 'that of who ran all days' : 'another', isRight: isSame })
  const differing = differingPaths(lastingHashes(machine), lastingHashes(always))
  say({
    what: 'archive and history',
    seen: `${differing.length} files differ`,
    isRight: differing.length === 0,
  })
  await checkStore({ settings, say }, `${D1} to ${D3}`, true)
  proxy.take()
  return machine
}

/** A day again, and a day with one correction. */
async function littleChanged({ settings, proxy, say }: StoreSetup, machine: string): Promise<void> {
  const { outcome } = await dayOn(machine, D3, settings)
  const again = proxy.take()
  say({ what: 'the same day again', seen: `${outcome}, ${traffic(again)}`, isRight: outcome === 'unchanged' })
  const { release } = await dayOn(machine, D3, settings, {
    offline: true,
    corrections: [createCorrection(machine)],
  })
  const isServed = (await readLiveHead(settings))?.pointer.release?.id === release
  say({ what: 'with one description corrected', seen: traffic(proxy.take()), isRight: isServed })
}

/** Another description of the first agent. */
function createCorrection(output: string): Correction {
  const release = currentRelease(output)
  const [first] = [...(release?.files() ?? [])].filter(({ key }) => key.startsWith('private/agents/'))
  const text = release
    ?.file('private', first?.key.slice('private/'.length) ?? '')
    ?.read()
    .toString()
  const { main_record: record } = JSON.parse(text ?? '{}') as { main_record: string }
  const said = { value: 'A corrected text.', reason: 'It was wrong.', source_url: 'https://assay.example/' }
  return { date: D3, record, field: 'description', feedback_id: null, ...said }
}

async function killed(stand: StoreSetup, machine: string, every: number): Promise<void> {
  const { settings, proxy, say } = stand
  const { release } = await dayOn(machine, D4, settings, {
    store: { async restore() {}, async publish() {}, async keepFetched() {}, served: async () => null },
  })
  // The folder has its release, and the bucket nothing of it: the state of a run that is killed when it publishes.
  proxy.take()
  const { kills, problems } = await killedPublishing(
    { proxy, settings },
    { output: machine, id: release ?? '', every },
  )
  const isRight =
    problems.length === 0 && kills > 3 && (await readLiveHead(settings))?.pointer.release?.id === release
  say({
    what: `publishing killed at every ${every}th request`,
    seen: `${kills} kills; ${problems.join('; ') || 'always whole'}`,
    isRight,
  })
}

/** Two machines publish the same day, one of them with other links in it. */
async function atOnce({ settings, folder, say }: StoreSetup, machine: string): Promise<void> {
  const machines = [machine, copyOutput(machine, folder, 'rival')]
  const ends = await Promise.allSettled(
    machines.map((output, at) =>
      dayOn(output, D5, settings, at === 0 ? {} : { baseUrl: 'https://rival.example' }),
    ),
  )
  const lost = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []))
  const isTold = lost.length === 1 && /another run has published/.test(lost[0] ?? '')
  say({
    what: 'two machines at once',
    seen: `${lost.length} lost: ${lost.join().slice(0, 90)}`,
    isRight: isTold,
  })
  const winner = ends.findIndex(({ status }) => status === 'fulfilled')
  const won = (ends[winner] as PromiseFulfilledResult<{ release: string | null }>)?.value.release
  say({
    what: 'served is',
    seen: String(won),
    isRight: (await readLiveHead(settings))?.pointer.release?.id === won,
  })
  await checkStore({ settings, say }, 'two machines')
  const loser = machines[1 - winner] ?? ''
  const held = currentTarget(loser)?.slice('releases/'.length, 'releases/'.length + D4.length) ?? null
  say({ what: 'the folder of the loser serves', seen: String(held), isRight: held === D4 })
  const next = await dayOn(loser, D6, settings)
  const isServed = (await readLiveHead(settings))?.pointer.release?.id === next.release
  say({ what: `the loser goes on with ${D6}`, seen: String(next.release), isRight: isServed })
  await checkStore({ settings, say }, 'the loser')
}

async function checkRollback({ settings, folder, say, proxy }: StoreSetup): Promise<void> {
  const mirror = new BucketMirror(toStore(settings).bucket, join(folder, 'mirror'), UNGUARDED, () => {})
  proxy.take()
  await mirror.follow()
  say({
    what: 'a service fetches its first release',
    seen: traffic(proxy.take()),
    isRight: servedManifest(mirror.folder) !== null,
  })
  const before = (await readLiveHead(settings))?.pointer.release?.id
  const { code, text } = await command(settings, 'rollback')
  const now = (await readLiveHead(settings))?.pointer.release
  proxy.take()
  await mirror.follow()
  say({
    what: 'a service fetches the release before',
    seen: traffic(proxy.take()),
    isRight: servedManifest(mirror.folder) === now?.manifest_sha256,
  })
  say({ what: 'rollback', seen: text, isRight: code === 0 && now?.id !== before })
  await checkStore({ settings, say }, 'rollback')
}

/** A service in a process of its own, before and after going forward again. */
async function checkForward({ settings, folder, say }: StoreSetup): Promise<void> {
  const before = (await readLiveHead(settings))?.pointer.release?.id
  const newest = /to (\S+) undoes/.exec((await command(settings, 'rollback')).text)?.[1]
  const back = (await readLiveHead(settings))?.pointer.release?.id
  await accepted(join(folder, 'service'), back ?? '')
  const { first, then, seconds, said } = await servedBy(settings, join(folder, 'service'), () =>
    command(settings, 'rollback', '--to', newest ?? ''),
  )
  const isRight = first === back && then === before
  say({ what: 'a service follows', seen: `${first}, then ${then} after ${seconds} s`, isRight })
  const isSecret = !said.includes(settings.secretAccessKey) && !said.includes(`${settings.accessKeyId}/`)
  say({ what: 'its output', seen: isSecret ? 'names no key' : 'names a key', isRight: isSecret })
}

/** The word of an operator, without which no service begins with an earlier release. */
async function accepted(output: string, release: string): Promise<void> {
  const db = await openStore(readServiceConfig({}, output))
  await new KnownLogs(db).allow('index', release).finally(() => db.close())
}

async function collected({ settings, say, folder, proxy }: StoreSetup): Promise<void> {
  await sleep(1_500)
  const dry = await command(settings, 'gc', '--dry-run', '--hours', '0')
  const real = await command(settings, 'gc', '--hours', '0')
  const isSame = real.text === dry.text.replace('would be', 'were')
  say({ what: 'garbage', seen: real.text, isRight: isSame && /^[1-9]/.test(real.text) })
  await checkStore({ settings, say }, 'garbage')
  const { text } = await command(settings, 'verify')
  say({ what: 'verify', seen: text, isRight: /is whole/.test(text) })
  const day = SAMPLE_DAYS[6] ?? ''
  proxy.take()
  const { release } = await dayOn(join(folder, 'last'), day, settings)
  const isServed = (await readLiveHead(settings))?.pointer.release?.id === release
  say({ what: `${day} on a new machine`, seen: traffic(proxy.take()), isRight: isServed })
  await checkStore({ settings, say }, 'all of it', true)
}

async function checkStore(
  { settings, say }: Pick<StoreSetup, 'settings' | 'say'>,
  after: string,
  isDeep = false,
): Promise<void> {
  const problems = await findStoreProblems(settings, isDeep)
  const seen = problems[0] ?? (isDeep ? 'whole, every object read' : 'whole')
  say({ what: `the store after ${after}`, seen, isRight: problems.length === 0 })
}

async function command(settings: BucketSettings, ...args: string[]): Promise<{ code: number; text: string }> {
  const lines: string[] = []
  const tools = { store: toStore(settings), report: silentReporter, now: Date.now, allow: async () => '' }
  const code = await parseStoreArgs(args)({ ...tools, print: (line) => lines.push(line) })
  return { code, text: lines.join(' ') }
}

const traffic = ({ requests, sent, received }: Traffic): string =>
  `${Object.entries(requests)
    .map(([method, count]) => `${count} ${method}`)
    .join(', ')}; ${sent} bytes sent, ${received} received`

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({
    args,
    options: { every: { type: 'string', default: '200' }, keep: { type: 'boolean', default: false } },
  })
  const every = wholeNumber('every', values.every)
  const missing = missingPrograms()
  if (missing.length > 0) {
    console.log(
      `not run: ${missing.join(', ')} cannot be found (Debian: apt-get install --no-install-recommends radosgw ceph-mon ceph-osd ceph-common ceph-mgr)`,
    )
    return true
  }
  return inTemporaryFolder(async (folder) => {
    const gateway = await startGateway(join(folder, 'ceph'))
    const found: Finding[] = []
    try {
      await storeCampaign(gateway, folder, every, (finding) => {
        found.push(finding)
        console.log(`${finding.isRight ? 'right' : 'WRONG'}  ${finding.what}: ${finding.seen}`)
      })
    } finally {
      await gateway.close()
    }
    return found.every(({ isRight }) => isRight)
  }, values.keep)
})
