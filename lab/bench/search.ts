import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { SearchEntry } from '../../core/search/entry.ts'
import { type SearchPartFile, searchAgents } from '../../core/search/search.ts'
import { parseTree, treeText } from '../../core/search/tree.ts'
import { type SearchPart, SearchTreeBuilder } from '../../pipeline/artifacts/search/search_tree.ts'
import { createRandom } from '../../sample/prng.ts'
import { runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { sampleOutput } from '../../test/sample_output.ts'
import { type BuiltIndex, typedInBrowser } from './search/in_browser.ts'
import { syntheticEntries, typedTexts } from './search/synthetic.ts'

const HELP = `Usage: npm run bench -- search [--agents N,N,…] [--searches N] [--typed N]

Builds the search index of the pages over synthetic agents, and searches it. Prints seconds, memory, files and bytes; for
searches the bytes they load, with the tree, uncompressed, and their time without loading. A benchmark, not a test: seconds
depend on the machine. Exit code: 0 measured, 2 bad usage.

  --agents N,…  an index for each (default: 10000,100000)
  --searches N  in each index (default: 3000)
  --typed N     texts typed in Chromium on a slow connection: the time from the last letter to the list (default: 0)
`
const OPTIONS = {
  agents: { type: 'string', default: '10000,100000' },
  searches: { type: 'string', default: '3000' },
  typed: { type: 'string', default: '0' },
} as const

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({ args, options: OPTIONS })
  const number = (name: 'searches' | 'typed') => wholeNumber(name, values[name])
  const asked = { searches: number('searches'), typed: number('typed') }
  const sizes = values.agents.split(',').map((text) => wholeNumber('agents', text))
  for (const agents of sizes) await measure(agents, asked)
  return true
})

async function measure(count: number, asked: { searches: number; typed: number }): Promise<void> {
  console.log(`${count} agents`)
  const entries = [...syntheticEntries(createRandom('entries'), count)]
  const { files, tree } = built(entries)
  await search([...typedTexts(createRandom('searches'), entries, asked.searches)], files, tree)
  if (asked.typed > 0)
    await type([...typedTexts(createRandom('typed'), entries, asked.typed)], { files, tree })
}

function built(entries: SearchEntry[]): { files: Map<string, string>; tree: string } {
  collect()
  const before = process.memoryUsage().heapUsed
  const started = performance.now()
  const builder = new SearchTreeBuilder()
  for (const entry of entries) builder.add(entry)
  const parts = builder.parts()
  const files = new Map<string, string>()
  let [bytes, largest, peak] = [0, 0, 0]
  let part = parts.next()
  for (; !part.done; part = parts.next()) {
    const { name, body } = part.value as SearchPart
    const size = Buffer.byteLength(body)
    bytes += size
    largest = Math.max(largest, size)
    files.set(name, body)
    if (files.size === 1) {
      collect()
      peak = process.memoryUsage().heapUsed - before
    }
  }
  const tree = treeText(part.value)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(
    `  build: ${seconds} s, memory: ${(peak / 1e6).toFixed(0)} MB, files: ${files.size}, bytes: ${(bytes / 1e6).toFixed(1)} MB, largest: ${largest}, tree: ${Buffer.byteLength(tree)}`,
  )
  return { files, tree }
}

async function search(texts: string[], files: Map<string, string>, text: string): Promise<void> {
  const tree = parseTree(text)
  const loads: number[] = []
  const times: number[] = []
  let [found, missed] = [0, 0]
  for (const typed of texts) {
    let loaded = Buffer.byteLength(text)
    const started = performance.now()
    const { total } = await searchAgents(typed, tree, async (name) => {
      const body = files.get(name)
      if (body === undefined) throw new Error(`${typed}: there is no file ${name}`)
      loaded += Buffer.byteLength(body)
      return JSON.parse(body) as SearchPartFile
    })
    times.push(performance.now() - started)
    loads.push(loaded)
    if (total > 0) found += 1
    else missed += 1
  }
  console.log(
    `  ${loads.length} searches: loaded p50 ${most(loads, 0.5)}, most ${most(loads, 1)} bytes; p50 ${most(times, 0.5).toFixed(1)} ms, p99 ${most(times, 0.99).toFixed(1)} ms; ${found} found somebody, ${missed} nobody`,
  )
}

async function type(texts: string[], index: BuiltIndex): Promise<void> {
  const release = join(await sampleOutput(), 'current', 'public')
  const times = await typedInBrowser(
    release,
    index,
    texts.filter((text) => text.length > 1),
  )
  const [half, nearly, all] = [0.5, 0.95, 1].map((share) => most(times, share).toFixed(0))
  console.log(
    `  ${times.length} typed in Chromium, 40 ms and 10 Mbit/s: p50 ${half} ms, p95 ${nearly} ms, most ${all} ms`,
  )
}

function most(numbers: number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(share * (numbers.length - 1))] ?? 0
}
