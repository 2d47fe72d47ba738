import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Artifact } from '../../core/release/artifact.ts'
import type { ReleaseInfo } from '../../core/views/release_info.ts'
import type { Site } from '../../pipeline/artifacts/site.ts'
import { SQL_FOLDER } from '../../pipeline/model/build.ts'
import { type Database, identifier } from '../../pipeline/model/database.ts'

/** Facts of a made-up release of a day. */
export const createReleaseInfo = (day: string, more: Partial<ReleaseInfo> = {}): ReleaseInfo => ({
  day,
  world: 'sample',
  base_url: 'https://assay.example',
  last_updated: `${day}T23:59:59.000Z`,
  limitations: ['Sample data: every name and number is invented.'],
  categories: [],
  counts: {},
  ...more,
})

/** The part of a site that the market's artifacts read. */
export const createMarketSite = (db: Database, info: ReleaseInfo): Site =>
  ({ db, info, chainScope: { chains: [], about: {}, lists: [] }, coverage: [] }) as unknown as Site

/** The bodies of artifacts by side and path. Throws when a path comes twice. */
export async function collectBodies(artifacts: AsyncGenerator<Artifact>): Promise<Map<string, string>> {
  const bodies = new Map<string, string>()
  for await (const { side, path, body } of artifacts) {
    if (bodies.has(`${side}/${path}`)) throw new Error(`${side}/${path} came twice`)
    bodies.set(`${side}/${path}`, String(body))
  }
  return bodies
}

/** The parsed body at a path. */
export const parsed = <T>(bodies: Map<string, string>, path: string): T =>
  JSON.parse(bodies.get(path) ?? 'null') as T

/** Builds SQL models, named by their path in `sql/`, over existing tables. */
export async function build(db: Database, models: string[]): Promise<void> {
  for (const model of models) {
    const sql = readFileSync(join(SQL_FOLDER, `${model}.sql`), 'utf8')
    await db.run(`create table ${identifier(basename(model))} as ${sql}`)
  }
}

/** Demand of a world without anchors. */
export const noAnchors = (db: Database): Promise<void> =>
  db.run('create table x402_anchors (chain varchar, operator varchar, since date, chosen_by varchar)')

/** The rows that violate one check of `sql/checks`. */
export const broken = (db: Database, check: string): Promise<object[]> =>
  db.rows(readFileSync(join(SQL_FOLDER, 'checks', `${check}.sql`), 'utf8'))
