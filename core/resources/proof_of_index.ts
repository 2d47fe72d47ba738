import { file } from './resource.ts'

/** The days in the log. */
export const PROOF_OF_INDEX = file({
  id: 'proof_of_index',
  path: '/api/proof-of-index/v1',
  title: 'Daily digests with their chain transactions',
  group: 'proof',
  answer: 'ProofOfIndex',
})
