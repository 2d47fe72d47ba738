/** A stored file of an agent in a pack. */
export interface StoredFile {
  key: string
  contentType: string
  body: Uint8Array
}

const NEWLINE = 10

/** The files of an agent as one, before they are compressed: a line of JSON, `[[key, contentType, bytes], …]`, and the bodies. */
export function renderMember(files: StoredFile[]): Uint8Array {
  const sorted = files.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const lines = sorted.map(({ key, contentType, body }) => [key, contentType, body.length])
  const head = new TextEncoder().encode(`${JSON.stringify(lines)}\n`)
  const member = new Uint8Array(head.length + sorted.reduce((sum, { body }) => sum + body.length, 0))
  member.set(head)
  let at = head.length
  for (const { body } of sorted) {
    member.set(body, at)
    at += body.length
  }
  return member
}

/** Reads such a member, its files in the order of their keys. The bodies are views of `bytes`. */
export function parseMember(bytes: Uint8Array): StoredFile[] {
  let at = bytes.indexOf(NEWLINE) + 1
  const lines: [string, string, number][] = JSON.parse(new TextDecoder().decode(bytes.subarray(0, at)))
  return lines.map(([key, contentType, length]) => {
    at += length
    return { key, contentType, body: bytes.subarray(at - length, at) }
  })
}
