import { createPrivateKey } from 'node:crypto'
import type { LogKey } from '../../core/log/note.ts'

/** The key of the sample's log. It is worthless on purpose: anyone can sign with it, and only the sample does. */
export const SAMPLE_LOG_KEY: LogKey = {
  origin: 'sample.assay.invalid/log',
  privateKey: createPrivateKey({
    key: {
      kty: 'OKP',
      crv: 'Ed25519',
      x: 'kVDuQXp041NWUqHTFj99ouNWIDjEQNo0cmPH813ZHlU',
      d: 'QLSnhZ3OztptyQ1RZi_sde13v_CYxsqgFdIrM8L8ehA',
    },
    format: 'jwk',
  }),
}
