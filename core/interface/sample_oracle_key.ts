import type { OracleKey } from './schemas/jwks.ts'

/**
 * The key of the sample. Its private half is published (serving/service/oracle/signer.ts), so that a signature of it is
 * worth nothing: no release of another world may name it.
 */
export const SAMPLE_ORACLE_KEY: OracleKey = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: 'y0sh0eyjNuzFSJ7C8F8WIKEflo5QCR6xbSnj6Xwy3OQ',
  kid: 'vkNGh4rTCiHthrojX_Cjj11u9PP6GimPjPPg1-KJY9A',
  use: 'sig',
  alg: 'EdDSA',
  iat: Date.UTC(2026, 0, 1) / 1000,
  nbf: Date.UTC(2026, 0, 1) / 1000,
  exp: Date.UTC(2100, 0, 1) / 1000,
}
