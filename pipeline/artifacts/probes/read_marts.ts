import type { z } from 'zod'
import { clean } from '../../../core/domain/text.ts'
import type { probePolicy } from '../../../core/interface/schemas/probe_policy.ts'
import type { Database } from '../../model/database.ts'
import { NAME_LENGTH } from '../agents/display_text.ts'
import { namePart, type ProbeReport, type ReportPart, type Topic } from './topics.ts'

/** Maximum number of parts of one dimension: a listing may name any chain. */
const MAX_PARTS = 25
const HOST_LENGTH = 253

type PartRow = Omit<ReportPart, 'name' | 'groups' | 'outcomes'>
type OfPart<Row> = Row & Pick<PartRow, 'population' | 'dimension' | 'value' | 'kind'>

const toKey = ({ population, dimension, value, kind }: OfPart<unknown>): string =>
  JSON.stringify([population, dimension, value, kind])

/** Reads the parts of a topic: all of it first, then the largest. */
export async function readParts(db: Database, topic: Topic): Promise<ReportPart[]> {
  const where = `where ${topic.where}`
  const parts = await db.rows<PartRow>(`select * from probe_populations ${where}
    qualify row_number() over (partition by dimension order by declared desc, value) <= ${MAX_PARTS}
    order by dimension <> 'all', population <> '${topic.population}', kind <> '${topic.kind}', population = 'all',
      declared desc, value, kind`)
  const groups = Map.groupBy(
    await db.rows<OfPart<ReportPart['groups'][number]>>(`select
      population, dimension, value, kind, outcome_group as group, addresses, share, share_low, share_high
      from probe_totals ${where} order by outcome_group`),
    toKey,
  )
  const outcomes = await readOutcomes(db, topic)
  const chains = await readChainNames(db)
  return parts.map((part) => ({
    ...part,
    value: clean(part.value, NAME_LENGTH),
    name: clean(namePart(topic, part, chains), NAME_LENGTH),
    groups: (groups.get(toKey(part)) ?? []).map(({ group, addresses, share, share_low, share_high }) => ({
      ...{ group, addresses, share, share_low, share_high },
    })),
    outcomes: isHeadline(topic, part) ? outcomes : [],
  }))
}

/** True for the part that the first sentence of a topic is about. */
export const isHeadline = (topic: Topic, { population, dimension, kind }: OfPart<unknown>): boolean =>
  population === topic.population && dimension === 'all' && kind === topic.kind

const ofHeadline = ({ population, kind }: Topic): string =>
  `population = '${population}' and kind = '${kind}'`

const readOutcomes = (db: Database, topic: Topic) =>
  db.rows<ReportPart['outcomes'][number]>(`select outcome_group as group, outcome, reason, addresses
    from probe_outcomes where ${ofHeadline(topic)} and dimension = 'all' order by addresses desc, outcome, reason`)

async function readChainNames(db: Database): Promise<Map<string, string>> {
  const rows = await db.rows<{ chain: string; name: string }>(
    'select chain, name from raw_chains union select chain, name from raw_unread_chains order by chain, name',
  )
  return new Map(rows.map(({ chain, name }) => [chain, name]))
}

/** Reads what became of the addresses of a population and kind on the last day of probes. */
export const readStates = (db: Database, where: string): Promise<ProbeReport['states']> =>
  db.rows(
    `select population, kind, state, addresses from probe_unasked where ${where} order by population, kind, addresses desc, state`,
  )

/** Returns the last day of probes, or null if there was none. */
export async function readAskedOn(db: Database): Promise<string | null> {
  const [row] = await db.rows<{ asked_on: string | null }>(
    'select max(asked_on) as asked_on from probe_unasked',
  )
  return row?.asked_on ?? null
}

/** Reads the places from which addresses were asked on the last day. */
export const readVantages = (db: Database): Promise<z.infer<typeof probePolicy>['vantages']> =>
  db.rows('select vantage, addresses from probe_vantages order by vantage')

type Lists = Pick<
  ProbeReport,
  'states' | 'vantages' | 'versions' | 'hosts' | 'clusters' | 'slowest' | 'control' | 'disagreements'
>

/** Reads the lists of a topic, with third-party text cleaned. */
export async function readLists(db: Database, topic: Topic): Promise<Lists> {
  const { population, hasClusters } = topic
  const inKinds = `kind in (${topic.kinds.map((kind) => `'${kind}'`).join(', ')})`
  const versions = await db.rows<ProbeReport['versions'][number]>(
    `select * from probe_versions where population = '${population}' and ${inKinds} order by kind, addresses desc, version`,
  )
  const hosts = await db.rows<ProbeReport['hosts'][number]>(
    `select * exclude (population) from probe_hosts where population = '${population}' order by position`,
  )
  const clusters = hasClusters
    ? await db.rows<ProbeReport['clusters'][number]>(
        'select * from probe_clusters order by servers desc, hosts desc, tools_hash',
      )
    : []
  const slowest = await db.rows<ProbeReport['slowest'][number]>(
    `select * from probe_slowest where ${inKinds} order by first_byte_ms desc, kind, host limit 10`,
  )
  return {
    states: await readStates(db, ofHeadline(topic)),
    vantages: await readVantages(db),
    versions: versions.map((row) => ({
      ...row,
      version: row.version === null ? null : clean(row.version, NAME_LENGTH),
    })),
    hosts: hosts.map(withCleanHost),
    clusters: clusters.map((row) => ({
      ...row,
      first_host: clean(row.first_host, HOST_LENGTH),
      server_name: row.server_name === null ? null : clean(row.server_name, NAME_LENGTH) || null,
    })),
    slowest: slowest.map(withCleanHost),
    control: await db.rows(
      `select * from probe_control where kind = 'all' or ${inKinds} order by days, kind = 'all' desc, kind, said`,
    ),
    disagreements: await db.rows(
      `select * from probe_disagreements where ${inKinds} order by addresses desc, kind, outcome, control_outcome`,
    ),
  }
}

const withCleanHost = <Row extends { host: string }>(row: Row): Row => ({
  ...row,
  host: clean(row.host, HOST_LENGTH),
})
