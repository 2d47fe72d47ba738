import { createHash, generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { inclusionProof } from '../../core/log/proofs.ts'
import { leafHash } from '../../core/log/tree.ts'
import type { EncodedEntry } from '../../core/release/artifact.ts'
import { LogFolder } from '../../pipeline/log/log_folder.ts'
import { TreeWriter } from '../../pipeline/log/tree_writer.ts'
import { createRandom } from '../../sample/prng.ts'
import { BadCommandLine, runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'

const HELP = `Usage: npm run bench -- proof [--agents N] [--bytes N] [--changed SHARE] [--proofs N]

Builds a log of made-up entries, appends a day that changes some of its agents, and proves entries. Prints the tree as a
ratio to one SHA-256 over the same bytes, the append in seconds, and proofs a second. Nothing of this is a test. Exit code:
0 measured, 2 bad usage.

  --agents N       an entry each (default: 1000000)
  --bytes N        of an entry (default: 600)
  --changed SHARE  of the agents on the second day (default: 0.05)
  --proofs N       (default: 5000)
`
const OPTIONS = {
  agents: { type: 'string', default: '1000000' },
  bytes: { type: 'string', default: '600' },
  changed: { type: 'string', default: '0.05' },
  proofs: { type: 'string', default: '5000' },
} as const

interface Size {
  agents: number
  /** Of an entry. */
  bytes: number
  /** Share of the agents that change. */
  changed: number
  proofs: number
}

function parseShare(text: string): number {
  const share = Number(text)
  if (!(share > 0 && share <= 1)) throw new BadCommandLine(`--changed ${text}: write a share, such as 0.05`)
  return share
}

const key = { origin: 'bench.invalid/log', privateKey: generateKeyPairSync('ed25519').privateKey }
const encodeEntry = (at: number, bytes: Buffer): EncodedEntry => ({ subject: `agent:agent-${at}`, bytes })
const facts = (date: string) => ({ date, release: `${date}-bench`, manifest_sha256: 'a'.repeat(64) })

async function measure(folder: string, size: Size): Promise<void> {
  const { agents, bytes } = size
  const all = Buffer.alloc(agents * bytes)
  const contentAt = (at: number) => all.subarray(at * bytes, (at + 1) * bytes)
  for (let at = 0; at < agents; at += 1) contentAt(at).fill(`entry ${at} `)
  const stream = seconds(() => {
    const hash = createHash('sha256')
    for (let at = 0; at < agents; at += 1) hash.update(contentAt(at))
    hash.digest()
  })
  const tree = seconds(() => {
    const writer = new TreeWriter({ read: () => Buffer.alloc(0), write: () => {} }, 0)
    for (let at = 0; at < agents; at += 1) writer.add(contentAt(at))
    writer.root()
  })
  const empty = LogFolder.open(folder, key)
  const entries = Array.from({ length: agents }, (_, at) => encodeEntry(at, contentAt(at)))
  const first = seconds(() => empty.append(entries, facts('2026-01-01')))
  console.log(`${agents} entries of ${bytes} bytes: one SHA-256 ${stream.toFixed(2)} s`)
  console.log(`  root, with all tiles and bundles, in memory: ${(tree / stream).toFixed(2)} times that`)
  console.log(`  the first day, with the search index and its files: ${first.toFixed(2)} s`)
  printAppend(folder, size)
  await printProofs(folder, size.proofs)
}

/** All agents are looked up, as a run does, and some of them are new. */
function printAppend(root: string, { agents, bytes, changed }: Size): void {
  const days = seconds(() => {
    const log = LogFolder.open(root, key)
    const added: EncodedEntry[] = []
    for (let at = 0; at < agents; at += 1) {
      const isChanged = at % Math.round(1 / changed) === 0
      const content = Buffer.alloc(bytes, `${isChanged ? 'other' : 'entry'} ${at} `)
      const entry = encodeEntry(at, content)
      if (!leafHash(content).equals(log.newest(entry.subject) ?? Buffer.alloc(0))) added.push(entry)
    }
    const { size } = log.append(added, facts('2026-01-02'))
    console.log(`  a day that changes ${added.length} of ${agents}: ${size} entries`)
  })
  console.log(`  append, with the search for what changed: ${days.toFixed(2)} s`)
}

async function printProofs(root: string, proofs: number): Promise<void> {
  const { size } = LogFolder.open(root, key)
  const read = async (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path)) : null)
  const random = createRandom('proofs', String(size))
  const started = performance.now()
  for (let n = 0; n < proofs; n += 1) await inclusionProof({ size, read }, Math.floor(random() * size))
  const perSecond = proofs / ((performance.now() - started) / 1000)
  console.log(`  inclusion proofs: ${Math.round(perSecond)} a second, each from the files`)
}

function seconds(work: () => void): number {
  const started = performance.now()
  work()
  return (performance.now() - started) / 1000
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({ args, options: OPTIONS })
  const number = (name: 'agents' | 'bytes' | 'proofs') => wholeNumber(name, values[name])
  const size = { agents: number('agents'), bytes: number('bytes'), proofs: number('proofs') }
  await inTemporaryFolder((folder) =>
    measure(join(folder, 'log'), { ...size, changed: parseShare(values.changed) }),
  )
  return true
})
