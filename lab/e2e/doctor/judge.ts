import type { Finding } from '../../../pipeline/doctor/finding.ts'

/** The counters of the replay server about one host. */
export interface HostCounts {
  requests: number
  statuses: Record<string, number>
  faults: Record<string, number>
  bytes: number
}

/** What the doctor should have said of a host, and whether it did. */
export interface HostVerdict {
  host: string
  faults: number
  alarms: string[]
  verdict: 'right' | 'missed' | 'wrong alarm'
}

/** A host of which an alarm is right though no fault was counted, by the rules of a mode, or since nobody serves it. */
export type ExpectedAlarms = ReadonlySet<string>

/** Answers so short that nobody notices that they come slowly. */
const MAX_QUICK_BYTES = 1_000

/**
 * Compares alarms with what the server did, host by host. A host with faults needs an alarm; it may have as many
 * subjects with alarms as it had faults, and one without faults none.
 */
export function judgeHosts(
  findings: readonly Finding[],
  hosts: Readonly<Record<string, HostCounts>>,
  expected: ExpectedAlarms,
): HostVerdict[] {
  const alarms = findings.filter(({ level }) => level === 'warning' || level === 'failure')
  const asked = new Set([...Object.keys(hosts), ...alarms.flatMap(({ host }) => host ?? [])])
  return [...asked].sort().map((host): HostVerdict => {
    const own = alarms.filter(
      ({ kind, subject, host: about }) => about === host && !(kind === 'dataset' && expected.has(subject)),
    )
    const subjects = new Set(own.map(({ subject }) => subject)).size
    const faults = countFaults(hosts[host])
    const isExpected = expected.has(host)
    const verdict =
      own.length === 0
        ? faults > 0 || isExpected
          ? 'missed'
          : 'right'
        : subjects > faults && !isExpected
          ? 'wrong alarm'
          : 'right'
    return { host, faults, alarms: own.map(({ subject, text }) => `${subject}: ${text}`), verdict }
  })
}

function countFaults(counts: HostCounts | undefined): number {
  if (counts === undefined) return 0
  const isQuick = counts.bytes / Math.max(1, counts.requests) < MAX_QUICK_BYTES
  const hits = Object.entries(counts.faults).filter(([fault]) => fault !== 'slow' || !isQuick)
  return hits.reduce((sum, [, count]) => sum + count, 0)
}
