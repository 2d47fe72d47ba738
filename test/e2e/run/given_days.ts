import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { currentRelease } from '../../../core/release/release.ts'
import type { RunOptions, RunSummary } from '../../../pipeline/run/types.ts'
import { runDay } from '../../../pipeline/run.ts'
import { fetchFrom, runOptions } from '../../given_upstream.ts'
import { GOLDEN_CATALOG as catalog, GOLDEN_ANSWERS, goldenOutput } from '../../golden_days.ts'

export const [FIRST = {}, SECOND = {}] = Object.values(GOLDEN_ANSWERS)

/** The folder of a test, and the addresses that its runs asked. */
export const given = { output: '', asked: [] as string[] }

/** Gives each test of a file its own folder. */
export function givenFolder(): void {
  beforeEach(() => {
    given.output = mkdtempSync(join(tmpdir(), 'assay-run-'))
    given.asked = []
  })
  afterEach(() => rmSync(given.output, { recursive: true, force: true }))
}

/** One day against an upstream with the given answers; hosts in `down` refuse every connection. */
export function run(
  day: string,
  answers: Record<string, unknown>,
  more: Partial<RunOptions> & { down?: string } = {},
): Promise<RunSummary> {
  const { down, ...options } = more
  const answer = fetchFrom(answers)
  const fetch: typeof globalThis.fetch = async (target) => {
    const url = String(target instanceof Request ? target.url : target)
    given.asked.push(url)
    if (down !== undefined && url.includes(down)) throw new TypeError('connection refused')
    return answer(target)
  }
  return runDay({ ...runOptions(day, given.output, catalog, fetch), ...options })
}

/** The first day as run above, or both, in a copy of a folder from one run. */
export async function golden(days: 1 | 2): Promise<RunSummary[]> {
  const built = await goldenOutput(days)
  cpSync(built.output, given.output, { recursive: true, verbatimSymlinks: true })
  return built.summaries
}
export const firstDay = async (): Promise<RunSummary> => (await golden(1))[0] as RunSummary

export const served = () => currentRelease(given.output)?.manifestSha256 ?? null
export const page = (path: string): string =>
  currentRelease(given.output)?.file('public', path)?.read().toString('utf8') ?? ''

export const hostsAsked = (): string[] => [...new Set(given.asked.map((url) => new URL(url).host))].sort()

/** A list of the registry with so many servers. */
export function manyServers(count: number) {
  const servers = Array.from({ length: count }, (_, n) => ({
    server: { name: `io.github.sample-orchard/server-${n}`, description: 'Sample.', version: '1.0.0' },
    _meta: {
      'io.modelcontextprotocol.registry/official': {
        status: 'active',
        publishedAt: '2025-10-01T08:00:00Z',
        updatedAt: '2026-01-20T08:00:00Z',
        isLatest: true,
      },
    },
  }))
  return { servers, metadata: { count } }
}
