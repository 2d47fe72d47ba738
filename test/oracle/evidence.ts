import type { Catalog } from '../../pipeline/catalog/catalog.ts'
import { realCatalog } from '../../pipeline/catalog/load.ts'
import { SAMPLE_CATALOG } from '../../sample/catalog.ts'
import type { Rank } from '../../verify/ranks.ts'
import { type Claims, collectClaims } from './claims.ts'
import { type Copy, copiesIn } from './copies.ts'
import { corrected } from './corrected.ts'
import { fakeCosts } from './costs.ts'
import { washedAgents } from './demand.ts'
import { type Tie, tiesBetween } from './expected_identity.ts'
import { type AgentInputs, inputsFrom } from './inputs.ts'
import { drawnIntervals, type FindInterval } from './intervals/intervals.ts'
import { type FindChance, findChances } from './liveness/find_chance.ts'
import { type GatherLife, livesIn } from './liveness/gather.ts'
import { type Reads, readsIn } from './liveness/reads.ts'
import { type Group, groupRecords } from './merges.ts'
import type { Bound, Past } from './past.ts'
import type { PublishedRelease } from './published.ts'
import { blocksLines } from './readers/blocks.ts'
import { newestReadings } from './readings.ts'
import type { RecordedArchive } from './recorded.ts'
import { type Listed, recordsFrom } from './records.ts'
import { expectedRanks } from './scoring.ts'
import { type RecordedTools, toolsIn } from './tools.ts'
import { vouchedAgents } from './vouched.ts'
import { buildWorld } from './world.ts'

/** All that the agents of a release are traced with. */
export interface Evidence {
  release: PublishedRelease
  claims: Claims
  groups: Map<string, Group>
  past: Past
  agentInputs: AgentInputs
  /** Read times of the sources of signs of life. */
  reads: Reads
  gatherLife: GatherLife
  findChance: FindChance
  bound: Map<string, Bound[]>
  listRecords: (bound: Bound[]) => Listed[]
  /** By each key that ties agents that are there without merging them. */
  ties: Map<string, Tie>
  ranks: Map<string, Rank>
  findInterval: FindInterval
  /** The registrations that repeat another's text. */
  copies: Map<string, Copy>
  handleByRecord: Map<string, string>
  /** The agents that somebody vouches for. */
  vouched: Set<string>
  /** By agent that was paid: what it costs to fake its customers, in US dollars. */
  costs: Map<string, number>
  /** The agents credited with an address that the wash rule flags. */
  washed: Set<string>
  /** Blocks read by day, from the recorded answers. */
  blocksRead: string[]
  recordedTools: RecordedTools
  /** True if a source was ever read. */
  isRead: (source: string) => boolean
  /** Time of the newest recorded response. */
  archivedAt: string
}

/** Reads the archive and collects the evidence about all agents. */
export function collectEvidence(
  release: PublishedRelease,
  past: Past,
  archive: RecordedArchive,
  catalog: Catalog = release.world === 'sample' ? SAMPLE_CATALOG : realCatalog,
): Evidence {
  const readings = newestReadings(archive, past, catalog.chains, release.day)
  const claims = collectClaims(readings, catalog)
  const world = buildWorld(past.bindings, claims, readings, catalog)
  const times = archive.days.flatMap((day) => day.responses.map((response) => response.retrieved_at))
  const read = new Set(archive.days.filter(({ outcome }) => outcome === 'ok').map(({ source }) => source))
  const agents = {
    agentInputs: inputsFrom(
      ...([readings, catalog, world, release.day] as const),
      release.methodologies.get('model_family')?.limitations ?? [],
    ),
    bound: Map.groupBy(past.bindings, (binding) => binding.handle),
    listRecords: corrected(recordsFrom(readings, catalog), release.corrections),
  }
  const ranks = expectedRanks(release.summaries.values(), release.methodologies)
  return {
    release,
    claims,
    groups: groupRecords(claims, release.overrides),
    past,
    reads: readsIn(archive, readings),
    gatherLife: livesIn(readings, catalog, world, past, release.day)(agents),
    findChance: findChances(past.lives, release.day),
    ...agents,
    ties: tiesBetween(world.handleByRecord, (handle) => !world.departed.has(handle), claims),
    ranks,
    findInterval: drawnIntervals(release.summaries, release.methodologies, ranks),
    copies: copiesIn(readings),
    handleByRecord: world.handleByRecord,
    vouched: vouchedAgents(readings, catalog, world, claims, release.inputs),
    costs: fakeCosts(readings, catalog, world, release.day),
    washed: washedAgents(readings, world, release.day),
    blocksRead: blocksLines(readings.blocksRead),
    recordedTools: toolsIn(readings, archive),
    isRead: (source) => read.has(source),
    archivedAt: times.sort().at(-1) ?? '',
  }
}
