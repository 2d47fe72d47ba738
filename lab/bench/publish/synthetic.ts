import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Catalog } from '../../../pipeline/catalog/catalog.ts'
import type { History } from '../../../pipeline/history/history.ts'
import { type Database, literal } from '../../../pipeline/model/database.ts'

/** The logical date that is recomputed; the history holds the days before it. */
export const BENCH_DAY = '2026-02-01'

const DAY_MS = 86_400_000
/**
 * A catalogue in which each organisation is one with the MCP server of its number, so that every agent is ranked in
 * two categories by thirteen signals, of which twelve are observed.
 */
export function syntheticCatalog(agents: number): Catalog {
  const developers = Array.from({ length: agents }, (_, n) => ({
    id: `bench-${n}`,
    name: `Bench ${n}`,
    website: `https://bench-${n}.example`,
    github: [`bench-${n}`],
    repositories: [`bench-${n}/server`],
    same_as: [`mcp:io.github.bench-${n}/server`],
    source_urls: [`https://bench-${n}.example/about`],
  }))
  return { families: [], developers, facilitators: [], chains: [] }
}

/** The date so many days before the one that is recomputed. */
export const benchDay = (back: number): string =>
  new Date(Date.parse(BENCH_DAY) - back * DAY_MS).toISOString().slice(0, 10)

/** Writes what two days observed (a tenth of the stars move between them), and handles and snapshots of `days` before. */
export async function writeSyntheticHistory(
  db: Database,
  history: History,
  agents: number,
  days: number,
): Promise<void> {
  const write = async (table: string, date: string, query: string) => {
    mkdirSync(dirname(history.partition(table, date)), { recursive: true })
    await db.run(
      `copy (${query}) to ${literal(history.partition(table, date))} (format parquet, compression zstd)`,
    )
  }
  const first = benchDay(days)
  const numbers = `from range(${agents}) numbers(n)`
  await write('observations/mcp_registry', benchDay(1), serversQuery(benchDay(1), numbers))
  await write('observations/github', benchDay(1), repositoriesQuery(benchDay(1), '0', numbers))
  await write('observations/github', BENCH_DAY, repositoriesQuery(BENCH_DAY, '(n % 10 = 0)::int', numbers))
  await write(
    'handles',
    first,
    `
    select unnest(['mcp_registry:io.github.bench-' || n || '/server', 'catalog:developer/bench-' || n]) as record_id,
      'bench-' || n as handle, unnest([false, true]) as is_anchor, ${literal(first)}::date as bound_on, 'first seen' as reason
    ${numbers}`,
  )
  for (let back = days; back >= 2; back -= 1)
    await write('snapshots', benchDay(back), snapshotsQuery(benchDay(back), back, agents))
}

const provenance = (
  day: string,
): string => `${literal(day)}::date as observed_on, '${day}T23:59:59.000Z' as observed_at,
  'https://bench.example/' || n as source_url, sha256('body' || n) as response_sha256`

const serversQuery = (day: string, numbers: string): string => `
  select 'io.github.bench-' || n || '/server' as name, 'Bench ' || n as title, 'A synthetic server.' as description,
    '1.0.' || n % 10 as version, 'active' as status, null::varchar as status_message,
    strftime(timestamp '2025-06-01' + interval (n % 200) day, '%Y-%m-%dT%H:%M:%SZ') as published_at,
    strftime(timestamp '2025-12-01' + interval (n % 60) day, '%Y-%m-%dT%H:%M:%SZ') as updated_at,
    'https://github.com/bench-' || n || '/server' as repository_url, 'github' as repository_source,
    null::varchar as repository_subfolder, null::varchar as website_url,
    '[{"registry":"npm","identifier":"bench-' || n || '"}]' as packages, '[]' as remotes, ${provenance(day)} ${numbers}`

const repositoriesQuery = (day: string, more: string, numbers: string): string => `
  select 'bench-' || n || '/server' as repository, 'bench-' || n || '/server' as full_name, true as is_found,
    (n * 7919) % 50000 + ${more} as stars, (n * 104729) % 5000 as forks, n % 50 as open_issues,
    strftime(timestamp '2025-11-01' + interval (n % 92) day, '%Y-%m-%dT%H:%M:%SZ') as pushed_at, false as is_archived,
    false as is_fork, 'TypeScript' as language, null::varchar as description,
    'https://github.com/bench-' || n || '/server' as html_url, ${provenance(day)} ${numbers}`

const snapshotsQuery = (day: string, back: number, agents: number): string => `
  select ${literal(day)}::date as day, 'bench-' || n as handle, category, n + 1 as rank,
    ((n * 31 + ${back}) % 10000 / 100)::decimal(6, 2) as score, ((n * 31 + ${back}) % 10000 / 100)::decimal(9, 4) as exact_score,
    'evidence_ranked' as tier, version as methodology_version, true as is_alive
  from range(${agents}) numbers(n), (values ('developer', 'v2.c-public'), ('mcp_server', 'v1.0-mcp')) c(category, version)`
