import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './pages.ts'

/** Something of which the product has one, so that its bounds and faults are in one place. */
interface Machine {
  name: string
  /** The accepted places, with those that have a reason to look like it. */
  at: string[]
  /** The code to use instead of a second one. */
  use: string
  /** Patterns that find a second one. */
  signs: RegExp[]
  /** Code that is a second one. */
  examples: string[]
}

const MACHINES: Machine[] = [
  {
    name: 'cache',
    at: ['core/domain/cache.ts'],
    use: 'make a `Cache` of it with its bounds',
    signs: [
      /['"]lru-cache['"/]/,
      /\.(?:keys|values|entries)\(\)\.next\(\)/,
      /for \(const (\w+) of [^\n]*\.keys\(\)\) \{[^}]*\.delete\(\1\)[^}]*(?:return|break)/,
      /\.size >=? [^\n]*\n?[^\n]*(?:\.clear|\.delete|#empty)\(/,
    ],
    examples: [
      "import { LRUCache } from 'lru-cache'",
      'if (kept.size > MAX) kept.delete(kept.keys().next().value)',
      'for (const oldest of this.#valid.keys()) {\n  this.#valid.delete(oldest)\n  return\n}',
      'if (read.size >= MAX) read.clear()',
      'if (this.#answers.size >= MAX || this.#bytes + size > MAX_BYTES) this.#empty()',
    ],
  },
  {
    name: 'counter in windows of time',
    at: ['serving/service/limits/counter.ts'],
    use: 'count by a `Counter`, or by `Limits` where instances count together',
    signs: [
      /Math\.floor\(.*\bnow\b.*\/ .*\) \*/i,
      /\bnow\b(?:\(\))?\)? - \(.*\bnow\b.* % /i,
      /\bnow\b.* - this\.#(?:start|since|window|began)\w*\)? >=? /i,
      /['"](?:rate-limiter-flexible|express-rate-limit|limiter|bottleneck)['"]/,
    ],
    examples: [
      'const startsAt = Math.floor(this.#now() / WINDOW_MS) * WINDOW_MS',
      'const startsAt = now - (now % windowMs)',
      'if (Math.abs(now - this.#startedAt) >= WINDOW_MS) this.#counts.clear()',
      "import { RateLimiterMemory } from 'rate-limiter-flexible'",
    ],
  },
  {
    name: 'limit of calls by time',
    at: ['core/interface/rate_limits.ts'],
    use: 'put it into `RATE_LIMITS`',
    signs: [/\brequests: [\d_]+,\s+seconds: [\d_]+/, /at most [1-9]\d* (?:calls|reports|requests) /i],
    examples: [
      'export const LIMITS = [{ requests: 10, seconds: 60 }]',
      "'at most 60 requests in 60 seconds'",
    ],
  },
  {
    name: 'pool of threads',
    // A file of SQLite has a thread, which is no pool.
    at: ['pipeline/render/thread_pool.ts', 'serving/service/store/sqlite_connection.ts'],
    use: 'make a `ThreadPool` of the file that a thread runs',
    signs: [/['"](?:piscina|tinypool|workerpool)['"]/, /new Worker\(/, /['"]node:cluster['"]/],
    examples: [
      "import { Piscina } from 'piscina'",
      "import cluster from 'node:cluster'",
      "new Worker(new URL('./thread.ts', import.meta.url))",
    ],
  },
  {
    name: 'distance between texts',
    at: ['core/search/edit_distance.ts'],
    use: 'call `editDistance`',
    signs: [
      /levenshtein|damerau|jaro/i,
      /(?:charCodeAt\(|\[)(\w+) - 1[)\]] === \w+(?:\.charCodeAt\(|\[)(?!\1)\w+ - 1[)\]]/,
    ],
    examples: [
      "import { distance } from 'fastest-levenshtein'",
      'const isSame = one.charCodeAt(i - 1) === other.charCodeAt(j - 1)',
    ],
  },
  {
    name: 'matcher of names',
    // The words of find are compared where they lie, in the bytes of a file.
    at: ['core/search/name_index.ts', 'serving/handler/find/find_index.ts'],
    use: 'ask a `FuzzyNameIndex`, or `nearestName` for parameters',
    signs: [/['"][^'"]*\/edit_distance\.ts['"]/],
    examples: ["import { editDistance } from '../search/edit_distance.ts'"],
  },
]

const PRODUCT = 'core,pipeline,sample,serving,verify,witness,site,cli,packages'

/** The line of a text on which a second one of a machine stands, or null. */
function lineOfSecond({ signs }: Machine, text: string): number | null {
  const found = signs.map((sign) => text.search(sign)).filter((at) => at >= 0)
  return found.length === 0 ? null : text.slice(0, Math.min(...found)).split('\n').length
}

/** Files written by hand. */
const FILES = globSync(`{${PRODUCT}}/**/*.{ts,mjs}`, { cwd: ROOT })
  .filter((path) => !/node_modules|\bdist\b|^packages\/client\/schema\.ts$/.test(path))
  .sort()
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

test.each(MACHINES)('there is one $name', (machine) => {
  const { name, at, use } = machine
  const seconds = FILES.filter(({ path }) => !at.includes(path)).flatMap(({ path, text }) => {
    const line = lineOfSecond(machine, text)
    return line === null ? [] : [`${path}:${line} has a second ${name}. The one is ${at[0]}: ${use}.`]
  })
  expect(FILES.length).toBeGreaterThan(500)
  expect(seconds).toEqual([])
  expect(FILES.filter(({ path }) => at.includes(path)).map(({ path }) => path)).toEqual(at.toSorted())
})

test.each(MACHINES)('a second $name is found', (machine) => {
  for (const example of machine.examples) expect(lineOfSecond(machine, example), example).not.toBeNull()
  for (const sign of machine.signs)
    expect(
      machine.examples.some((example) => sign.test(example)),
      `no example for ${sign}`,
    ).toBe(true)
})
