import { riskFlagsView } from '../../../../core/views/trust_parts.ts'
import { findKey } from '../../../handler/keys/resolve_key.ts'
import type { ServedRelease } from '../../../handler/served_release.ts'

type Flag = ReturnType<typeof riskFlagsView>[number]

/** Returns the major and critical risk flags of a key's agent: every answer about it lists all. Empty for an unknown one. */
export async function readSevereFlags(release: ServedRelease, handle: string): Promise<Flag[]> {
  const { owner } = await findKey(release, handle)
  const agent = owner && (await release.agentRecord(owner.handle))
  return agent === null ? [] : riskFlagsView(agent).filter(({ severity }) => severity !== 'minor')
}

/** Returns the same as a sentence to append, empty without flags. */
export async function describeRisks(release: ServedRelease, handle: string): Promise<string> {
  const flags = await readSevereFlags(release, handle)
  if (flags.length === 0) return ''
  return ` Risk flags: ${flags.map(({ flag, severity, reason }) => `${flag} (${severity}): ${reason}`).join(' ')}`
}
