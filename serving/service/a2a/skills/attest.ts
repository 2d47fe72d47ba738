import { toRestParameters, withFields } from './skill.ts'

const FIELDS = ['metric', 'handle']

/** A signed statement about an agent or the Ghost Index; it is paid. */
export const attest = withFields(FIELDS, async (fields) => ({
  kind: 'paid',
  ask: { endpoint: 'attestation', given: toRestParameters(fields, FIELDS) },
}))
