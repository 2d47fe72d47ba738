import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { PRIVATE_PATHS } from '../../core/release/paths.ts'
import { FindIndexBuilder } from '../../pipeline/artifacts/search/find_index_builder.ts'
import { createRandom } from '../../sample/prng.ts'
import { runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { FindIndex } from '../../serving/handler/find/find_index.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import { type FindQuery, questions, syntheticAgents } from './find/synthetic.ts'

const HELP = `Usage: npm run bench -- find [--agents N,N,…] [--tools N] [--questions N]

Builds the index of find over synthetic agents, opens it as the service does, and asks it. Prints seconds to build, the size
of the file, milliseconds until ready, memory, and p50 and p99 of questions in microseconds. Nothing of this is a test:
figures depend on the machine. Exit code: 0 measured, 2 bad usage.

  --agents N,…   an index for each (default: 100000,1000000)
  --tools N      of 16,000 of the agents (default: 150000)
  --questions N  of each kind (default: 20000)
`
const OPTIONS = {
  agents: { type: 'string', default: '100000,1000000' },
  tools: { type: 'string', default: '150000' },
  questions: { type: 'string', default: '20000' },
} as const

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const CANDIDATES = 3
const KINDS = [
  { name: '1 word', words: 1, isFiltered: false },
  { name: '2 words', words: 2, isFiltered: false },
  { name: '3 words', words: 3, isFiltered: false },
  { name: '1 to 3 words and filters', words: [1, 2, 3], isFiltered: true },
  { name: '32 frequent words, and a filter', words: 32, isFiltered: true },
]

interface Size {
  agents: number
  tools: number
  /** Questions of each kind. */
  asked: number
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({ args, options: OPTIONS })
  const number = (name: 'tools' | 'questions') => wholeNumber(name, values[name])
  const each = { tools: number('tools'), asked: number('questions') }
  const sizes = values.agents.split(',').map((text) => wholeNumber('agents', text))
  await inTemporaryFolder(async (folder) => {
    for (const agents of sizes) await measure(join(folder, PRIVATE_PATHS.findIndex), { agents, ...each })
  })
  return true
})

async function measure(file: string, { agents, tools, asked }: Size): Promise<void> {
  console.log(`${agents} agents, ${tools} tools`)
  build(file, agents, tools)
  await open(file)
  const before = usedBytes()
  const index = new FindIndex(readFileSync(file))
  console.log(`  memory: ${((usedBytes() - before) / 1e6).toFixed(1)} MB`)
  for (const { name, words, isFiltered } of KINDS) {
    const random = createRandom('questions', name)
    measureQueries(index, name, questions(random, asked, [words].flat(), isFiltered))
  }
}

/** Bytes still in use after garbage collection. */
function usedBytes(): number {
  collect()
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return arrayBuffers + heapUsed
}

/** The agents are made beforehand in parts, so that the figure is that of the index alone. */
function build(file: string, agents: number, tools: number): void {
  const builder = new FindIndexBuilder()
  let seconds = 0
  for (const part of syntheticAgents(createRandom('agents'), agents, tools)) {
    const started = performance.now()
    for (const agent of part) builder.add(agent)
    seconds += (performance.now() - started) / 1000
  }
  const started = performance.now()
  const bytes = builder.finish()
  seconds += (performance.now() - started) / 1000
  writeFileSync(file, bytes)
  console.log(`  build: ${seconds.toFixed(1)} s, file: ${(bytes.length / 1e6).toFixed(1)} MB`)
}

/** Reading, comparing with the hash of the manifest and opening, the best of five; and what of it is opening. */
async function open(file: string): Promise<void> {
  let [ready, opening] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < 5; round += 1) {
    const started = performance.now()
    const bytes = readFileSync(file)
    await crypto.subtle.digest('SHA-256', bytes)
    const read = performance.now()
    const index = new FindIndex(bytes)
    index.search(index.parse('weather'), [], CANDIDATES)
    ready = Math.min(ready, performance.now() - started)
    opening = Math.min(opening, performance.now() - read)
  }
  console.log(
    `  ready: ${ready.toFixed(1)} ms, of which ${opening.toFixed(2)} ms are not reading and hashing`,
  )
}

/** The best of three for each question: what else the machine does is no part of the figure. */
function measureQueries(index: FindIndex, name: string, asked: FindQuery[]): void {
  let found = 0
  const times = asked.map(({ q, filters }) => {
    let best = Number.POSITIVE_INFINITY
    for (let round = 0; round < 3; round += 1) {
      const started = performance.now()
      const masks = filters.map((filter) => index.filter(filter))
      found += index.search(index.parse(q), masks, CANDIDATES).total / 3
      best = Math.min(best, performance.now() - started)
    }
    return best
  })
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): string =>
    ((sorted[Math.floor(share * (sorted.length - 1))] ?? 0) * 1000).toFixed(0)
  console.log(
    `  ${name}: p50 ${at(0.5)} µs, p99 ${at(0.99)} µs, most ${at(1)} µs; ${Math.round(found / asked.length)} found on average`,
  )
}
