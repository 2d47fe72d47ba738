import { createPrivateKey } from 'node:crypto'
import { SAMPLE_ORACLE_KEY } from '../../../core/interface/sample_oracle_key.ts'

/** Worthless on purpose: anybody can sign with it, and only the sample's releases name its public half. */
const PRIVATE_HALF = 'I4ccihi_C07gR5bRPTHtASNVk5BMnYFNcL4eZkeSeZE'

const { kty, crv, x } = SAMPLE_ORACLE_KEY

/** The private key that signs for the sample. */
export const SAMPLE_PRIVATE_KEY = createPrivateKey({
  key: { kty, crv, x, d: PRIVATE_HALF },
  format: 'jwk',
})
