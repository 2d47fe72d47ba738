import { join } from 'node:path'
import { clean } from '../../core/domain/text.ts'
import type { ReleaseInfo } from '../../core/views/release_info.ts'
import { Archive } from '../archive/archive.ts'
import { firstRebuildableDay } from '../archive/payment_bodies.ts'
import { readWithdrawn } from '../catalog/withdrawn.ts'
import type { History } from '../history/history.ts'
import type { CheckResult } from '../model/checks.ts'
import type { Database } from '../model/database.ts'
import type { Methodology } from '../model/methodology.ts'
import { pageRenderer } from '../render/pages.ts'
import type { CodeVersion } from '../run/code_version.ts'
import type { RunOptions } from '../run/types.ts'
import { readChainScope } from './chain_words.ts'
import type { Gap } from './coverage.ts'
import { partitionsUpTo } from './data/partitions.ts'
import { readEvidenceScope } from './evidence/scope.ts'
import { readPaymentDays } from './payment_days.ts'
import { type CatalogNotice, type Site, type SourceRow, siteLimitations } from './site.ts'

const MAX_REASON = 500

/** The tables it reads, also for a day that is not published. */
export const SITE_TABLES = [
  ...['sources', 'coverage', 'catalog_notices', 'counts', 'int_x402_days__completeness'],
  ...['protocol_chains', 'catalog_lists'],
]

/** Reads the data shared by all artifacts of a release. */
export async function openSite(
  db: Database,
  options: RunOptions,
  methodologies: Methodology[],
  checks: CheckResult[],
  code: CodeVersion,
  history: History,
): Promise<Site> {
  const sources = await db.rows<SourceRow>('select * from sources order by name')
  const gaps = await db.rows<Gap>('select * from coverage order by source, chain, kind')
  // Reasons may quote upstreams.
  const coverage = gaps.map((gap) => ({ ...gap, reason: clean(gap.reason, MAX_REASON) }))
  const catalogNotices = await db.rows<CatalogNotice>(
    'select * from catalog_notices order by entry, repository',
  )
  const counts = await db.rows<{ name: string; count: number }>(
    'select name, count from counts order by name',
  )
  const countsByName = new Map(counts.map(({ name, count }) => [name, count]))
  const [run] = await db.rows<{ archived_at: string }>('select archived_at from run')
  const payments = await readPaymentDays(db)
  const { world } = options.universe
  const info: ReleaseInfo = {
    day: options.day,
    world,
    base_url: options.baseUrl,
    last_updated: run?.archived_at ?? `${options.day}T00:00:00Z`,
    limitations: siteLimitations(world, sources, {
      payments,
      templates: countsByName.get('x402_templates_in_bazaar') ?? 0,
      coverage,
    }),
    categories: methodologies.map(({ category, name, version, limitations }) => ({
      category,
      name,
      methodology_version: version,
      limitations,
    })),
    counts: Object.fromEntries(countsByName),
    evidence: await readEvidenceScope(db, options.isStaticHost ?? false),
  }
  return {
    day: options.day,
    world,
    baseUrl: options.baseUrl,
    codeVersion: `${code.version}+${code.sha256.slice(0, 12)}`,
    lastUpdated: info.last_updated,
    methodologies,
    sources,
    coverage,
    payments,
    catalogNotices,
    chainScope: await readChainScope(db),
    counts: info.counts,
    checks,
    oracleKeys: options.oracleKeys?.keys ?? [],
    limitations: info.limitations,
    info,
    evidence: info.evidence,
    archive: new Archive(join(options.output, 'archive')),
    withdrawn: readWithdrawn(),
    rebuildableFrom: firstRebuildableDay(join(options.output, 'archive'), options.day),
    partitions: await partitionsUpTo(db, history, options.day),
    db,
    pages: pageRenderer(),
  }
}
