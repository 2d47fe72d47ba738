import type { DoctorFinding } from '../../../pipeline/doctor/finding.ts'

/** The counters of the replay server about one host. */
export interface HostCounts {
  requests: number
  statuses: Record<string, number>
  faults: Record<string, number>
  bytes: number
}

/** The alarms about a host, and whether they are right. */
export interface HostVerdict {
  host: string
  faults: number
  alarms: string[]
  verdict: 'right' | 'missed' | 'wrong alarm'
}

/** A host of which an alarm is right though no fault was counted, by the rules of a mode, or since nobody serves it. */
export type ExpectedAlarms = ReadonlySet<string>

export const PORTAL = 'portal.sqd.dev'
/** Maximum mean size of answers so short that they come in about a second even when they come slowly. */
const MAX_QUICK_BYTES = 1_000

/**
 * Compares alarms with what the server did, host by host. A host with faults needs an alarm; it may have as many
 * subjects with alarms as it had faults, and one without faults none.
 */
export function judgeHosts(
  findings: readonly DoctorFinding[],
  hosts: Readonly<Record<string, HostCounts>>,
  expected: ExpectedAlarms,
): HostVerdict[] {
  const alarms = findings.filter(({ level }) => level === 'warning' || level === 'failure')
  const asked = new Set([...Object.keys(hosts), ...alarms.flatMap(({ host }) => host ?? [])])
  return [...asked].sort().map((host): HostVerdict => {
    const about = alarms.filter((alarm) => alarm.host === host)
    const own = about.filter(({ kind, subject }) => !(kind === 'dataset' && expected.has(subject)))
    const faults = countFaults(hosts[host])
    const subjects = new Set(own.map(({ subject }) => subject)).size
    const isExpected = expected.has(host)
    // A fault may have met requests for a dataset that nobody serves: then more is said of it than its 404.
    const isNoticed = own.length > 0 || about.some(({ text }) => !/status 404/.test(text))
    const isMissed = !isNoticed && (isExpected || (faults > 0 && !isQuick(host, hosts[host])))
    const isWrong = subjects > faults && !isExpected
    const verdict = isMissed ? 'missed' : isWrong ? 'wrong alarm' : 'right'
    return { host, faults, alarms: own.map(({ subject, text }) => `${subject}: ${text}`), verdict }
  })
}

const countFaults = (counts: HostCounts | undefined): number =>
  Object.values(counts?.faults ?? {}).reduce((sum, count) => sum + count, 0)

/** True if all that happened is that short answers came slowly: that may be noticed or not. */
function isQuick(host: string, counts: HostCounts | undefined): boolean {
  if (counts === undefined || Object.keys(counts.faults).some((fault) => fault !== 'slow')) return false
  // Of the portal the server sends short answers slowly, and its streams at once.
  return host === PORTAL || counts.bytes / Math.max(1, counts.requests) < MAX_QUICK_BYTES
}
