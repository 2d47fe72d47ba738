import { hash } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openProjection } from '../../core/projection/open_projection.ts'
import { inflate } from '../../core/release/deflate.ts'
import { diskBlobs } from '../../core/release/disk_blobs.ts'
import { openReader } from '../../core/release/reader.ts'
import { currentRelease, filesUnder } from '../../core/release/release.ts'
import { BadCommandLine, runAsCommand } from '../../scripts/lib/command.ts'
import { createHandler } from '../../serving/handler/handler.ts'
import { ServedRelease } from '../../serving/handler/served_release.ts'
import { type Drawn, type Followed, follow, listMeasured } from './evidence/follow.ts'

const HELP = `Usage: npm run e2e -- evidence --output DIR [--values N] [--seed N]

Draws values of a published index and follows each from its page to its end: recorded bytes whose SHA-256 is the hash, a
transaction, or a page that says why it is not public. Exit code: 0 none ends nowhere, 1 one does, 2 bad usage.

  --output DIR  the folder that \`npm run daily\` wrote
  --values N    how many to draw (default: 100), of each signal in turn, so that rare ones are drawn too
  --seed N      another draw (default: 45)
`

/** The most agents of which values are read: drawing from all of a large index reads every pack. */
const MAX_AGENTS = 3_000

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      output: { type: 'string' },
      values: { type: 'string', default: '100' },
      seed: { type: 'string', default: '45' },
    },
  })
  const current = currentRelease(values.output ?? '')
  if (current === null) throw new BadCommandLine('--output DIR holds no release')
  const release = new ServedRelease(await openReader(diskBlobs(current.path), { openProjection, inflate }))
  const handler = createHandler({ current: async () => release, now: () => new Date(), log: console.error })
  const ask = (path: string, accept = '*/*') =>
    handler.answer(new Request(`http://localhost${path}`, { headers: { accept } }))
  const drawn = await draw(release, Number(values.values), values.seed)
  const followed: Followed[] = []
  for (const value of drawn) followed.push(await follow(ask, value))
  for (const line of report(followed, current.path)) process.stdout.write(`${line}\n`)
  return followed.length > 0 && followed.every(({ end }) => end !== null)
})

/** Draws values by a fixed seed, of each signal in turn. */
async function draw(release: ServedRelease, count: number, seed: string): Promise<Drawn[]> {
  const order = (text: string) => hash('sha256', `${seed} ${text}`)
  const handles = ((await release.json<[string][]>('private', 'agents-index.json')) ?? [])
    .map(([handle]) => handle)
    .sort((a, b) => (order(a) < order(b) ? -1 : 1))
  const ranked = await rankedHandles(release)
  const found: Drawn[] = []
  for (const handle of [...new Set([...ranked, ...handles])].slice(0, MAX_AGENTS)) {
    const agent = await release.agentRecord(handle)
    if (agent !== null) found.push(...listMeasured(agent))
  }
  const byKey = [...Map.groupBy(found, ({ key }) => key).values()].map((all) =>
    all.sort((a, b) => (order(a.handle + a.key) < order(b.handle + b.key) ? -1 : 1)),
  )
  const turns = Array.from({ length: count }, (_, turn) => byKey.flatMap((all) => all.slice(turn, turn + 1)))
  return turns.flat().slice(0, count)
}

/** The first of each category: rare signals are theirs. */
async function rankedHandles(release: ServedRelease): Promise<string[]> {
  const lists = ['service', 'mcp_server', 'model_family', 'developer', 'tokenized'].map((category) =>
    release.json<{ ranking?: { handle: string }[] }>('private', `rankings/${category}/evidence-ranked.json`),
  )
  return (await Promise.all(lists)).flatMap((list) => (list?.ranking ?? []).map(({ handle }) => handle))
}

function report(followed: Followed[], path: string): string[] {
  const ends = Map.groupBy(followed, ({ end }) => end ?? 'nowhere')
  const clicks = Math.max(...followed.map(({ clicks }) => clicks))
  const files = [...filesUnder(join(path, 'private'))].filter((file) => file.startsWith('evidence/'))
  const sizes = files.map((file) => ({ file, size: statSync(join(path, 'private', file)).size }))
  const sum = (of: typeof sizes) => of.reduce((total, { size }) => total + size, 0)
  const bodies = sizes.filter(({ file }) => /^evidence\/[0-9a-f]{64}$/.test(file))
  return [
    `${followed.length} values followed, at most ${clicks} clicks`,
    ...[...ends].map(([end, all]) => `  ${end}: ${all.length}`),
    ...followed.flatMap(({ value, problem }) => (problem === null ? [] : [`NOWHERE ${value}: ${problem}`])),
    `${bodies.length} recorded answers of ${sum(bodies)} bytes, ${sum(sizes)} bytes with their index`,
  ]
}
