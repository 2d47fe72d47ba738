import type { DayPlan, HostPlan } from '../../pipeline/plan.ts'

/** A plan for people: a line for each host, then how long the slowest takes, since hosts are asked side by side. */
export function planLines({ hosts, unknown }: DayPlan): string[] {
  return [
    ...hostLines(hosts),
    ...(unknown.length > 0 ? [`Not known before a first day: ${unknown.join(', ')}.`] : []),
  ]
}

function hostLines(hosts: HostPlan[]): string[] {
  const [slowest] = hosts
  if (slowest === undefined) return ['Nothing to ask that is known.']
  const rows = hosts.map(({ host, requests, perSecond, published, seconds, sources }) => [
    host,
    whole(requests),
    pace(perSecond),
    published,
    duration(seconds),
    sources.join(', '),
  ])
  return [
    ...columns([['host', 'requests', 'our pace', 'its limit', 'at best', 'for'], ...rows]),
    `At best ${duration(slowest.seconds)}, since hosts are asked side by side: ${slowest.host} takes longest.`,
  ]
}

function columns(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

const pace = (perSecond: number): string =>
  perSecond < 1 ? `${Math.round(perSecond * 60)} a minute` : `${perSecond} a second`

const duration = (seconds: number): string =>
  seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`

const whole = (count: number): string => count.toLocaleString('en-US')
