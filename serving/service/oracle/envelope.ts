import type { Signer } from './signer.ts'

/** A DSSE envelope in JSON. Payload and signatures are base64. */
export interface Envelope {
  payloadType: 'application/vnd.in-toto+json'
  payload: string
  signatures: { keyid: string; sig: string }[]
}

const PAYLOAD_TYPE = 'application/vnd.in-toto+json'

/** Signs the bytes of a JSON text as DSSE does: with the type of the payload, and the lengths of both. */
export function sealText(text: string, signer: Signer): Envelope {
  const payload = Buffer.from(text)
  const sig = Buffer.from(signer.sign(preAuthEncoding(payload))).toString('base64')
  return {
    payloadType: PAYLOAD_TYPE,
    payload: payload.toString('base64'),
    signatures: [{ keyid: signer.kid, sig }],
  }
}

const preAuthEncoding = (payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${payload.length} `), payload])
