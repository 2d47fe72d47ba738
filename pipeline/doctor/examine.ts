import { hasDataset } from '../chain/portal/portal.ts'
import type { KnownRow, Source } from '../source/source.ts'
import type { AnswerSize } from './answer_size.ts'
import { type ExaminedDataset, examineDataset } from './datasets.ts'
import { type DoctorFinding, findingsAbout } from './finding.ts'
import { examineGateways } from './gateways.ts'
import { examineNode } from './nodes.ts'
import type { SourceRecording } from './recording.ts'
import { type ExaminedSource, examineSource, isExaminedElsewhere } from './sources.ts'
import type { DoctorTools } from './tools.ts'

/** The result of asking all upstreams. */
export interface Examination {
  findings: DoctorFinding[]
  /** Sizes of answers of the portal, by dataset and source. */
  answers: Record<string, Record<string, AnswerSize>>
  /** By the name of a file: a source's name, and for a source of events that of a dataset. */
  recordings: Record<string, SourceRecording>
}

/** Asks every upstream of the sources: all at once, each host at its pace. */
export async function examineUpstreams(sources: Source[], tools: DoctorTools): Promise<Examination> {
  const { chains } = tools.universe.catalog
  const bySource = examineSources(sources, tools)
  const datasets = Promise.all(
    chains.filter(hasDataset).map((chain) => examineDataset(chain, sources, tools)),
  )
  const nodes = chains.flatMap((chain) => chain.rpc.map((address) => examineNode(chain, address, tools)))
  const gateways = datasets.then((examined) => examineGateways(examined.flatMap(listRegistrations), tools))
  const [examinedSources, examinedDatasets, nodeFindings, gatewayFindings] = await Promise.all([
    bySource,
    datasets,
    Promise.all(nodes),
    gateways,
  ])
  return {
    findings: [
      ...examinedSources.flatMap(({ findings }) => findings),
      ...examinedDatasets.flatMap(({ findings }) => findings),
      ...nodeFindings.flat(),
      ...gatewayFindings,
      ...describeClock(tools),
    ],
    answers: Object.fromEntries(examinedDatasets.map(({ chain, answers }) => [chain.dataset, answers])),
    recordings: Object.fromEntries([
      ...listSourceRecordings(examinedSources),
      ...listChainRecordings(examinedDatasets),
    ]),
  }
}

interface NamedSource extends ExaminedSource {
  name: string
}

/** A source waits for those whose rows its query is made of. */
function examineSources(sources: Source[], tools: DoctorTools): Promise<NamedSource[]> {
  const examined = new Map<string, Promise<ExaminedSource>>()
  const known = async (name: string): Promise<KnownRow[]> => (await examined.get(name))?.rows ?? []
  const asked = sources.filter((source) => !isExaminedElsewhere(source))
  for (const source of asked) examined.set(source.name, examineSource(source, tools, known))
  return Promise.all(
    asked.map(async ({ name }) => ({ name, ...((await examined.get(name)) as ExaminedSource) })),
  )
}

const listRegistrations = ({ rows }: ExaminedDataset): KnownRow[] => rows.erc8004_identity ?? []

const listSourceRecordings = (examined: NamedSource[]): [string, SourceRecording][] =>
  examined.flatMap(({ name, recording }): [string, SourceRecording][] =>
    recording ? [[name, recording]] : [],
  )

const listChainRecordings = (examined: ExaminedDataset[]) =>
  examined.flatMap(({ chain, recordings }) =>
    Object.entries(recordings).map(([source, recording]): [string, SourceRecording] => [
      `${source}.${chain.dataset}`,
      recording,
    ]),
  )

function describeClock({ clock }: DoctorTools): DoctorFinding[] {
  const problem = clock.problem()
  return problem === null ? [] : [findingsAbout('service', 'clock')('failure', problem)]
}
