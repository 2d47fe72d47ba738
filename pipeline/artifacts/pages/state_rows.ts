import { PROBE_GROUPS } from '../../../core/interface/schemas/probe_report.ts'
import { shortDay, thousands } from '../../../core/pages/numbers.ts'
import type { SiteFigure } from '../../render/figure.ts'
import { percent, type SharePart } from '../../render/shares.ts'
import type { ProbeReport, ReportPart, Topic } from '../probes/topics.ts'
import type { ShareView, StateView } from './state_view.ts'

/** Heads of columns. */
const SHORT_WORDS: Readonly<Record<string, string>> = {
  answers: 'Answer',
  gated: 'Gated',
  answers_before_payment: 'Before quote',
  other: 'Other',
  silent: 'Silent',
  unmeasured: 'Not measured',
}

const GROUP_WORDS: Readonly<Record<string, string>> = {
  gated: 'want credentials or payment',
  answers_before_payment: 'answer before they quote',
  other: 'speak something else',
  silent: 'are silent',
  unmeasured: 'could not be measured',
}

type Group = (typeof PROBE_GROUPS)[number]

/** Returns the head of a group's column. */
export const nameColumn = (group: string): string => SHORT_WORDS[group] ?? group

const nameGroup = (topic: Topic, group: string): string =>
  group === 'answers' ? topic.answers : (GROUP_WORDS[group] ?? group)

/** Lists the groups in order; the one of payments only where some part has it. */
export const listShownGroups = (parts: readonly ReportPart[]): Group[] =>
  PROBE_GROUPS.filter(
    (wanted) =>
      wanted !== 'answers_before_payment' ||
      parts.some(({ groups }) => groups.some(({ group, addresses }) => group === wanted && addresses > 0)),
  )

const toStyle = (group: string): string => `is-${group.replaceAll('_', '-')}`

/** Returns the rows of the first table: of the part that the page is about. */
export function toShares(
  topic: Topic,
  part: ReportPart | undefined,
  shown: readonly Group[],
): Pick<StateView, 'groups' | 'unknown'> {
  if (part === undefined || part.known === 0) return { groups: [], unknown: part?.unknown ?? 0 }
  const groups = shown.flatMap((group) => part.groups.filter((row) => row.group === group))
  return {
    groups: groups.map((row) => ({
      ...toShare(row),
      addresses: row.addresses,
      style: toStyle(row.group),
      name: nameGroup(topic, row.group),
    })),
    unknown: part.unknown,
  }
}

/** The addresses of a topic by what became of them: of the part that its page is about, and of its largest others. */
export function stateFigure(
  topic: Topic,
  report: ProbeReport,
  headline: ReportPart | undefined,
  shown: readonly Group[],
): SiteFigure {
  const others = topic.tables[0] === undefined ? [] : report.parts.filter(topic.tables[0].has)
  const rows = [...others]
    .filter((part) => part !== headline && part.declared > 0)
    .sort((a, b) => b.declared - a.declared)
    .slice(0, MAX_ROWS)
  const all = toParts(headline, shown)
  const answering = all.find(({ style }) => style === 'is-answers')?.amount ?? 0
  return {
    page: topic.path,
    source: 'our own probes',
    content: {
      ...{ shape: 'shares', id: topic.path.slice(1) },
      title:
        headline === undefined || headline.known === 0
          ? `No answer of ${topic.subject} is known yet`
          : `${headline.sampled_hosts === 0 ? '' : 'About '}${percent(answering, headline.known)} of the ${topic.subject} ${topic.answers}`,
      description: `Of the ${thousands(headline?.known ?? 0)} with a result; ${thousands(headline?.unknown ?? 0)} have none. Last asked on ${shortDay(report.asked_on ?? report.date)}.`,
      rows: [
        { name: 'All', parts: all, says: '' },
        ...rows.map((part) => ({
          name: part.name,
          parts: toParts(part, shown),
          says: `${percent(answered(part), part.known)} of ${thousands(part.known)}`,
        })),
      ],
    },
  }
}

/** The most parts drawn below the whole. */
const MAX_ROWS = 8

const answered = ({ groups }: ReportPart): number =>
  groups.find(({ group }) => group === 'answers')?.addresses ?? 0

function toParts(part: ReportPart | undefined, shown: readonly Group[]): SharePart[] {
  const groups = shown.map((group) => ({
    ...{ style: toStyle(group), name: SHORT_WORDS[group] ?? group },
    amount: part?.groups.find((row) => row.group === group)?.addresses ?? 0,
  }))
  return [...groups, { style: 'is-unknown', name: 'No result', amount: part?.unknown ?? 0 }]
}

const toShare = ({
  share,
  share_low,
  share_high,
}: Pick<ReportPart['groups'][number], 'share' | 'share_low' | 'share_high'>): ShareView => ({
  share: share.toFixed(1),
  interval: toInterval(share_low, share_high),
})

const toInterval = (low: number | null, high: number | null): string | null =>
  low === null || high === null ? null : `${low.toFixed(1)}–${high.toFixed(1)}`

/** Returns the row of a part, with a share for each group. */
export const toPartRow = (
  { name, declared, known, groups }: ReportPart,
  shown: readonly Group[],
): StateView['tables'][number]['rows'][number] => ({
  ...{ name, declared, known },
  shares: shown.map((group) => {
    const found = groups.find((row) => row.group === group)
    return found === undefined ? null : toShare(found)
  }),
})

export const toHostRow = (row: ProbeReport['hosts'][number]): StateView['hosts'][number] => ({
  ...{ host: row.host, addresses: row.addresses, is_sampled: row.is_sampled, observed: row.observed },
  population_share: row.population_share.toFixed(1),
  answers:
    row.answers_share === null
      ? null
      : {
          share: row.answers_share.toFixed(1),
          interval: toInterval(row.answers_share_low, row.answers_share_high),
        },
})
