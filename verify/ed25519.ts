import { hashes, verify } from '@noble/ed25519'
import { sha512 } from '@noble/hashes/sha2.js'

// The library requires a buffer of its own.
hashes.sha512 = (message) => Uint8Array.from(sha512(message))

/** True if an Ed25519 signature (RFC 8032, strict) is valid. False for bytes of a wrong length, or an invalid key. */
export function signatureFits(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  if (signature.length !== 64 || publicKey.length !== 32) return false
  try {
    return verify(signature, message, publicKey, { zip215: false })
  } catch {
    return false
  }
}
