import { asGiven, type SkillRun } from './skill.ts'

/** A signed statement about an agent or the Ghost Index, which is paid. */
export const attest: SkillRun = async (fields) => ({
  kind: 'paid',
  ask: { endpoint: 'attestation', given: asGiven(fields, ['metric', 'handle']) },
})
