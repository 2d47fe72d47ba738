import { clean } from '../../core/domain/text.ts'
import type { DoctorFinding, FindingKind, FindingLevel } from '../../pipeline/doctor/finding.ts'

const MAX_LINE = 500
const MARKS: Record<FindingLevel, string> = {
  ok: 'ok     ',
  note: 'note   ',
  warning: 'warning',
  failure: 'FAILED ',
}
const TITLES: Record<FindingKind, string> = {
  source: 'Sources',
  dataset: 'Datasets of the SQD Portal',
  node: 'Nodes',
  gateway: 'Gateways of IPFS',
  service: 'Services',
  setting: 'Settings',
}

/** Formats findings for people: a block for each kind, a line for each finding, and the sum. */
export function findingLines(findings: readonly DoctorFinding[], seconds: number): string[] {
  const kinds = Object.keys(TITLES) as FindingKind[]
  const blocks = kinds.flatMap((kind) => {
    const same = findings.filter((finding) => finding.kind === kind)
    return same.length === 0 ? [] : [TITLES[kind], ...same.map(formatFinding), '']
  })
  const count = (level: FindingLevel) => findings.filter((finding) => finding.level === level).length
  return [
    ...blocks,
    `${count('failure')} failed, ${count('warning')} warnings, ${count('note')} notes, ${count('ok')} in order; ${seconds.toFixed(1)} s`,
  ]
}

const formatFinding = ({ level, subject, text }: DoctorFinding): string =>
  `  ${MARKS[level]} ${clean(`${subject}: ${text}`, MAX_LINE)}`
