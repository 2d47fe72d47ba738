import { htmlPage, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { OUTCOME_WORDS, REASON_WORDS } from '../../../core/views/probe_words.ts'
import { type SiteFigure, toFigure } from '../../render/figure.ts'
import { describeChains } from '../chain_words.ts'
import { describeNotWhole } from '../coverage.ts'
import { figureFiles } from '../figures.ts'
import { tableFiles, takeView } from '../page_tables.ts'
import { isHeadline } from '../probes/read_marts.ts'
import { readReport } from '../probes/report.ts'
import { describeControl } from '../probes/sentences.ts'
import { KINDS, nameState, type ProbeReport, TOPICS, type Topic } from '../probes/topics.ts'
import { jsonFile, type Site } from '../site.ts'
import { listShownGroups, nameColumn, stateFigure, toHostRow, toPartRow, toShares } from './state_rows.ts'
import { partsTable, stateTables, stateTakes } from './state_tables.ts'
import type { StateView } from './state_view.ts'

/** Yields the page of each topic, its JSON, and its tables to take away. */
export async function* statePages(site: Site): AsyncGenerator<Artifact> {
  for (const topic of TOPICS) {
    const report = await readReport(site, topic)
    yield jsonFile('public', `${topic.path.slice(1)}.json`, report)
    const figure = toStateFigure(topic, report)
    yield htmlPage(
      `${topic.path.slice(1)}.html`,
      site.pages.fill('state', toView(site, topic, report, figure)),
    )
    for (const table of stateTables(topic, report)) yield* tableFiles(site, table)
    yield* figureFiles(site, [figure])
  }
}

const toStateFigure = (topic: Topic, report: ProbeReport): SiteFigure =>
  stateFigure(
    topic,
    report,
    report.parts.find((part) => isHeadline(topic, part)),
    listShownGroups(report.parts),
  )

function toView(site: Site, topic: Topic, report: ProbeReport, figure: SiteFigure): StateView {
  const { parts, summary, measured, unasked_day, left_out, asked_on } = report
  const headline = parts.find((part) => isHeadline(topic, part))
  const shown = listShownGroups(parts)
  const [coverage = null] = describeChains(site.chainScope, 'erc8004')
  return {
    ...pageBase(site, {
      title: `${topic.title}: Assay`,
      path: topic.path,
      description: `What share of the ${topic.subject} answers, is gated or is silent, as asked up to ${site.day}, with how it was measured.`,
      limitations: report.limitations,
      alternates: [{ type: 'application/json', title: topic.title, href: `${topic.path}.json` }],
    }),
    ...{ heading: topic.title, summary, measured, unasked_day, left_out, asked_on },
    control_sentence: describeControl(report),
    not_whole: topic.id === 'erc8004' ? describeNotWhole(site.coverage, ['erc8004_identity']) : [],
    ...toShares(topic, headline, shown),
    figure: toFigure(figure, site),
    columns: shown.map(nameColumn),
    tables: topic.tables.map(({ has, ...table }) => ({
      ...table,
      rows: parts.filter(has).map((part) => toPartRow(part, shown)),
      take: takeView(partsTable(topic, table, parts.filter(has))),
      note: topic.id === 'erc8004' && table.id === 'chains' ? coverage : null,
    })),
    states: report.states.map(({ state, addresses }) => ({
      words: nameState(state),
      addresses,
    })),
    outcomes: (headline?.outcomes ?? []).map(({ outcome, reason, addresses }) => ({
      outcome: reason ?? outcome,
      words: reason === null ? (OUTCOME_WORDS[outcome] ?? outcome) : (REASON_WORDS[reason] ?? reason),
      addresses,
    })),
    versions: report.versions.map(({ kind, version, addresses, share }) => ({
      ...{ kind: nameKind(kind), version: version ?? 'not said', addresses, share: share.toFixed(1) },
    })),
    hosts: report.hosts.map(toHostRow),
    has_clusters: topic.hasClusters,
    clusters: report.clusters,
    slowest: report.slowest.map((row) => ({ ...row, kind: nameKind(row.kind) })),
    control: report.control.map((row) => ({ ...row, kind_name: nameKind(row.kind) })),
    disagreements: report.disagreements.map((row) => ({ ...row, kind: nameKind(row.kind) })),
    takes: stateTakes(topic, report),
    json_url: `${topic.path}.json`,
    citation: `Assay, ${topic.title}, release of ${site.day}, ${site.baseUrl}${topic.path} (CC BY 4.0)`,
  }
}

const nameKind = (kind: string): string => KINDS[kind] ?? kind
