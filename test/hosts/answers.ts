import { createHash } from 'node:crypto'

/** The parts of a host's answer that are compared. */
export interface Answer {
  status: number
  body: string
  headers: Record<string, string | null>
}

const COMPARED = [
  'content-type',
  'cache-control',
  'content-security-policy',
  'x-content-type-options',
  'referrer-policy',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'x-release',
]

/** The status, the SHA-256 of the body, and these headers of a response; null for a missing header. */
export async function toAnswer(response: Response, more: string[] = []): Promise<Answer> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  return {
    status: response.status,
    body: createHash('sha256').update(bytes).digest('hex'),
    headers: Object.fromEntries([...COMPARED, ...more].map((name) => [name, response.headers.get(name)])),
  }
}

/** Differences between two hosts, one line for each address; at most `parallel` concurrent calls. */
export async function differences(
  addresses: readonly string[],
  first: (address: string) => Promise<Answer>,
  second: (address: string) => Promise<Answer>,
  parallel = 8,
): Promise<string[]> {
  const lines: string[] = []
  const left = [...addresses]
  const work = async () => {
    for (let address = left.pop(); address !== undefined; address = left.pop()) {
      const [left, right] = await Promise.all([first(address), second(address)])
      lines.push(...differing(left, right).map((what) => `${address}: ${what}`))
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return lines.sort()
}

function differing(answer: Answer, other: Answer): string[] {
  const flat = ({ status, body, headers }: Answer): Record<string, unknown> => ({ status, body, ...headers })
  const [first, second] = [flat(answer), flat(other)]
  return Object.keys(first)
    .filter((name) => first[name] !== second[name])
    .map((name) => `${name} is ${first[name]} and ${second[name]}`)
}
