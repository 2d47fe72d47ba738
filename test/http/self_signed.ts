import { generateKeyPairSync, sign } from 'node:crypto'

/** A DER element: a tag, and its content or the elements inside it. */
function der(tag: number, ...content: (Buffer | number[])[]): Buffer {
  const body = Buffer.concat(content.map((part) => Buffer.from(part)))
  const size = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}

const SEQUENCE = 0x30
const ECDSA_WITH_SHA256 = der(SEQUENCE, der(0x06, [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]))
const COMMON_NAME = der(0x06, [0x55, 0x04, 0x03])
const SUBJECT_ALT_NAME = der(0x06, [0x55, 0x1d, 0x11])

const pem = (label: string, bytes: Buffer) =>
  `-----BEGIN ${label}-----\n${bytes.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`

/** A certificate for a host name, signed by its own new key (X.509 v3, P-256), and that key; both PEM. */
export function selfSigned(host: string): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = der(SEQUENCE, der(0x31, der(SEQUENCE, COMMON_NAME, der(0x0c, Buffer.from(host)))))
  const time = (text: string) => der(0x17, Buffer.from(text))
  const altName = der(0x04, der(SEQUENCE, der(0x82, Buffer.from(host))))
  const signed = der(
    SEQUENCE,
    der(0xa0, der(0x02, [2])),
    der(0x02, [1]),
    ECDSA_WITH_SHA256,
    name,
    der(SEQUENCE, time('200101000000Z'), time('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, der(SEQUENCE, SUBJECT_ALT_NAME, altName))),
  )
  const signature = der(0x03, [0], sign('sha256', signed, privateKey))
  return {
    cert: pem('CERTIFICATE', der(SEQUENCE, signed, ECDSA_WITH_SHA256, signature)),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
