import type { PageView } from '../../../core/pages/page_view.ts'
import type { FigureView } from '../../render/figure.ts'
import type { TakeView } from '../../render/page_views.ts'
import type { ProbeReport } from '../probes/topics.ts'
import type { StateTakes } from './state_tables.ts'

/** A share with its interval, as text: one decimal, since more would say nothing. */
export interface ShareView {
  share: string
  /** Null where it is no estimate. */
  interval: string | null
}

/** View of the page about a topic, with the figures of its JSON. */
export interface StateView extends PageView {
  heading: string
  summary: string
  /** The parts of its figures that were not all read, a sentence for each chain. */
  not_whole: string[]
  measured: string[]
  unasked_day: string | null
  left_out: string | null
  control_sentence: string | null
  figure: FigureView
  groups: (ShareView & { style: string; name: string; addresses: number })[]
  unknown: number
  columns: string[]
  tables: {
    id: string
    title: string
    head: string
    /** The chains that it counts, in a sentence. */
    note: string | null
    rows: { name: string; declared: number; known: number; shares: (ShareView | null)[] }[]
    take: TakeView
  }[]
  asked_on: string | null
  states: { words: string; addresses: number }[]
  outcomes: { outcome: string; words: string; addresses: number }[]
  versions: { kind: string; version: string; addresses: number; share: string }[]
  hosts: (Pick<ProbeReport['hosts'][number], 'host' | 'addresses' | 'is_sampled' | 'observed'> & {
    population_share: string
    answers: ShareView | null
  })[]
  has_clusters: boolean
  clusters: Omit<ProbeReport['clusters'][number], 'tools_hash'>[]
  slowest: Omit<ProbeReport['slowest'][number], 'addresses' | 'position'>[]
  control: (Omit<ProbeReport['control'][number], 'kind' | 'last_on'> & { kind_name: string })[]
  disagreements: { kind: string; outcome: string; control_outcome: string; addresses: number }[]
  takes: StateTakes
  json_url: string
  citation: string
}
