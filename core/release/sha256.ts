/** Returns the SHA-256 of bytes in hexadecimal. */
export type Digest = (bytes: Uint8Array) => string | Promise<string>

/** The SHA-256 of bytes in hexadecimal, wherever Web standards are. */
export async function hexSha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
