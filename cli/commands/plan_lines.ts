import type { DayPlan, HostPlan } from '../../pipeline/run/plan.ts'
import { columns } from '../columns.ts'

/** Formats a plan for people: a line for each host, then the time of the slowest, since hosts are read in parallel. */
export function planLines({ hosts, requests, first, unknown, unset, done }: DayPlan): string[] {
  const settings = unset.map(({ source, setting }) => `${source} (${setting})`)
  return [
    ...hostLines(hosts, requests),
    ...labelNames('Never read before, so that their figures are what a first day is expected to take', first),
    ...labelNames('Not known before a first day', unknown),
    ...labelNames('Not asked, since a setting is missing', settings),
    ...labelNames('Not asked, since they were fetched for this day already', done),
  ]
}

const labelNames = (label: string, names: string[]): string[] =>
  names.length > 0 ? [`${label}: ${names.join(', ')}.`] : []

function hostLines(hosts: HostPlan[], all: number): string[] {
  const [slowest] = hosts
  if (slowest === undefined) return ['Nothing to ask that is known.']
  const rows = hosts.map(({ host, requests, isEstimate, published, seconds, sources, ...rate }) => [
    host,
    isEstimate ? `about ${formatCount(requests)}` : formatCount(requests),
    pace(rate),
    published,
    duration(seconds),
    sources.join(', '),
  ])
  return [
    ...columns([['host', 'requests', 'our pace', 'its limit', 'at best', 'for'], ...rows]),
    `${formatCount(all)} requests in all, retries apart; "about" where they depend on what is answered.`,
    `At best ${duration(slowest.seconds)}, since hosts are asked side by side: ${slowest.host} takes longest.`,
  ]
}

const pace = ({ perSecond, burst }: Pick<HostPlan, 'perSecond' | 'burst'>): string => {
  if (burst > 1) return `${burst} in ${Math.round(burst / perSecond)} s`
  return perSecond < 1 ? `${Math.round(perSecond * 60)} a minute` : `${perSecond} a second`
}

const duration = (seconds: number): string =>
  seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`

const formatCount = (count: number): string => count.toLocaleString('en-US')
