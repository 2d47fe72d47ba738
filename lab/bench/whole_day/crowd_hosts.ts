import { hash } from 'node:crypto'

// Copies declare addresses of made-up hosts, which name the host that answers for them in their path:
// https://crowd-17.example/HOST/COPY/PATH is https://HOST/PATH.

/** A kind of made-up host, and how many there are. */
const CROWDS = { agents: 4_000, servers: 1_500, files: 200 } as const
type Crowd = keyof typeof CROWDS

/** Share of the addresses that the largest host of agents declares: 36,000 of 300,000. */
const SHARE_OF_LARGEST = 0.12
/** The others differ in size as those of the world do: few are large. */
const SKEW = 2.5
/** Copies that share an address: 300,000 distinct ones are declared by 600,000 agents. */
const ADDRESSES_OF_COPIES = 10

const HOST = new RegExp(`^crowd-(${Object.keys(CROWDS).join('|')})-\\d+\\.example$`)
const PATH = /^\/([^/]+)\/(\d+)(\/.*)?$/

/** Returns a number from 0 to 1 that a text always gives. */
const draw = (text: string): number => Number.parseInt(hash('sha256', text).slice(0, 8), 16) / 2 ** 32

function pickHost(crowd: Crowd, key: string): number {
  const drawn = draw(key)
  if (crowd !== 'agents') return Math.floor(drawn * CROWDS[crowd])
  if (drawn < SHARE_OF_LARGEST) return 0
  return 1 + Math.floor(((drawn - SHARE_OF_LARGEST) / (1 - SHARE_OF_LARGEST)) ** SKEW * (CROWDS.agents - 1))
}

/** Returns the address that a copy declares in place of one of the stand-in; what is no such address stays. */
export function toCrowdAddress(address: string, copy: number, crowd: Crowd): string {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url?.protocol !== 'https:' || url.port !== '') return address
  const variant = crowd === 'agents' ? copy % ADDRESSES_OF_COPIES : copy
  const host = `crowd-${crowd}-${pickHost(crowd, `${url.host} ${variant}`)}.example`
  return `https://${host}/${url.host}/${variant}${url.pathname}${url.search}`
}

/** The address of the stand-in that answers for one of a made-up host, and the copy. */
export interface CrowdTarget {
  crowd: Crowd
  host: string
  path: string
  copy: number
}

/** Returns what answers for a path of a host; null where no address of that host is declared; undefined for other hosts. */
export function fromCrowdAddress(host: string, path: string): CrowdTarget | null | undefined {
  const [, crowd] = HOST.exec(host) ?? []
  if (crowd === undefined) return undefined
  const [, original, copy, rest = '/'] = PATH.exec(path) ?? []
  return original === undefined
    ? null
    : { crowd: crowd as Crowd, host: original, path: rest, copy: Number(copy) }
}
