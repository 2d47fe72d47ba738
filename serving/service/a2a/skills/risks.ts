import { HANDLE } from '../../../../core/interface/value_schemas.ts'
import { riskFlagsView } from '../../../../core/views/trust_parts.ts'
import type { ServedRelease } from '../../../handler/served_release.ts'

type Flag = ReturnType<typeof riskFlagsView>[number]

/** Returns an agent's major and critical risk flags: every answer about it lists all. Empty for an unknown one. */
export async function readSevereFlags(release: ServedRelease, handle: string): Promise<Flag[]> {
  const agent = HANDLE.test(handle) ? await release.agentRecord(handle) : null
  return agent === null ? [] : riskFlagsView(agent).filter(({ severity }) => severity !== 'minor')
}

/** Returns the same as a sentence to append, empty without flags. */
export async function describeRisks(release: ServedRelease, handle: string): Promise<string> {
  const flags = await readSevereFlags(release, handle)
  if (flags.length === 0) return ''
  return ` Risk flags: ${flags.map(({ flag, severity, reason }) => `${flag} (${severity}): ${reason}`).join(' ')}`
}
