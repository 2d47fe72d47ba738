import type { HostPlan } from '../../pipeline/plan.ts'

/** A plan for people: a line for each host, then how long the slowest takes, since hosts are asked side by side. */
export function planLines(plan: HostPlan[]): string[] {
  if (plan.length === 0)
    return ['Nothing to ask: no source is wanted, or none can be read with these settings.']
  const rows = plan.map(({ host, requests, perSecond, published, seconds, sources }) => [
    host,
    whole(requests),
    `${perSecond} a second`,
    published,
    duration(seconds),
    sources.join(', '),
  ])
  const [slowest] = plan
  return [
    ...columns([['host', 'requests', 'our pace', 'its limit', 'at best', 'for'], ...rows]),
    `At best ${duration(slowest?.seconds ?? 0)}, since hosts are asked side by side: ${slowest?.host} takes longest.`,
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

const duration = (seconds: number): string =>
  seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`

const whole = (count: number): string => count.toLocaleString('en-US')
