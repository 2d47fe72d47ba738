import type { Environment } from '../../core/settings/read.ts'
import { filterVariables } from '../../core/settings/variables.ts'
import type { DoctorFinding } from '../../pipeline/doctor/finding.ts'

const HIDDEN = '[hidden]'
/** Minimum length of a text that is hidden: a shorter one is no secret, and would hide ordinary words. */
const MIN_LENGTH = 4

/** Hides secrets of the environment in findings: a host may repeat what it was sent. */
export function hideSecrets(findings: DoctorFinding[], environment: Environment): DoctorFinding[] {
  const secrets = filterVariables(({ isSecret }) => isSecret === true)
    .map(([name]) => environment[name]?.trim() ?? '')
    .filter((secret) => secret.length >= MIN_LENGTH)
    .sort((a, b) => b.length - a.length)
  const hide = (text: string) => secrets.reduce((hidden, secret) => hidden.replaceAll(secret, HIDDEN), text)
  return findings.map((finding) => ({ ...finding, text: hide(finding.text) }))
}
