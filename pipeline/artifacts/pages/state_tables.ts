import { PROBE_GROUPS } from '../../../core/interface/schemas/probe_report.ts'
import type { ShownRow } from '../../../core/views/shown_table.ts'
import type { TakeView } from '../../render/page_views.ts'
import { type PageTable, takeView } from '../page_tables.ts'
import type { ProbeReport, ReportPart, Topic } from '../probes/topics.ts'

/** A list of a report as a table: its place on the page, its columns, and those of third-party text. */
interface ListTable {
  id: 'hosts' | 'versions' | 'clusters' | 'slowest' | 'control'
  title: string
  columns: string[]
  untrusted: string[]
}

const LISTS: readonly ListTable[] = [
  {
    id: 'hosts',
    title: 'Hosts with most declared addresses',
    columns: [
      ...['position', 'host', 'addresses', 'population_share', 'is_sampled', 'observed'],
      ...['answers_share', 'answers_share_low', 'answers_share_high'],
    ],
    untrusted: ['host'],
  },
  {
    id: 'versions',
    title: 'Versions spoken',
    columns: ['population', 'kind', 'version', 'addresses', 'share'],
    untrusted: ['version'],
  },
  {
    id: 'clusters',
    title: 'Servers with the same tools',
    columns: ['server_name', 'first_host', 'servers', 'hosts', 'tools', 'tools_hash'],
    untrusted: ['server_name', 'first_host'],
  },
  {
    id: 'slowest',
    title: 'Slowest to answer',
    columns: ['position', 'kind', 'host', 'first_byte_ms', 'answers', 'addresses'],
    untrusted: ['host'],
  },
  {
    id: 'control',
    title: 'Addresses that a second client asked too',
    columns: ['days', 'kind', 'said', 'last_on', 'asked', 'alive', 'silent', 'unmeasured'],
    untrusted: [],
  },
]

/** The links to the tables of a page, by their place on it. */
export type StateTakes = Record<ListTable['id'], TakeView>

/** The tables of the page of a topic: its parts, and the lists below them. */
export const stateTables = (topic: Topic, report: ProbeReport): PageTable[] => [
  ...topic.tables.map(({ id, title, has }) => partsTable(topic, { id, title }, report.parts.filter(has))),
  ...LISTS.map((list) => listTable(topic, list, report)),
]

export const partsTable = (
  topic: Topic,
  { id, title }: { id: string; title: string },
  parts: ReportPart[],
): PageTable => ({
  ...{ path: `${topic.path.slice(1)}/${id}`, title: `${topic.title}: ${title}`, page: topic.path },
  columns: [
    ...PART_COLUMNS,
    ...PROBE_GROUPS.flatMap((group) => [group, ...SHARES.map((part) => `${group}_${part}`)]),
  ],
  rows: parts.map(toPartRow),
  total: parts.length,
  untrusted: [],
})

const PART_COLUMNS = ['population', 'dimension', 'value', 'kind', 'name', 'declared', 'known']
const SHARES = ['share', 'share_low', 'share_high'] as const

const toPartRow = ({ groups, outcomes, ...part }: ReportPart): ShownRow => ({
  ...part,
  ...Object.fromEntries(
    groups.flatMap((row) => [
      [row.group, row.addresses],
      ...SHARES.map((share) => [`${row.group}_${share}`, row[share]]),
    ]),
  ),
})

const listTable = (
  topic: Topic,
  { id, title, columns, untrusted }: ListTable,
  report: ProbeReport,
): PageTable => ({
  ...{ path: `${topic.path.slice(1)}/${id}`, title: `${topic.title}: ${title}`, page: topic.path },
  columns,
  rows: report[id],
  total: report[id].length,
  untrusted,
})

/** Returns the links to the lists of a page. */
export const stateTakes = (topic: Topic, report: ProbeReport): StateTakes =>
  Object.fromEntries(LISTS.map((list) => [list.id, takeView(listTable(topic, list, report))])) as StateTakes
