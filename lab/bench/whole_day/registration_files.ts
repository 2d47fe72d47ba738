import { toCrowdAddress } from './crowd_hosts.ts'
import { type Sizes, toCopiedId } from './sizes.ts'

/** Reads an address of the stand-in; null where it answers with anything but text that was asked for. */
export type ReadText = (host: string, path: string) => Promise<string | null>

const INLINE = /^data:application\/json[^,]*;base64,(.*)$/s
const MAX_DESCRIPTION = 200
/** One in four files of IPFS stays there: a gateway checks the bytes, so that a copy cannot be served by one. */
const KEPT_AT_IPFS = 4n

/** A registration that is copied. */
export interface Registration {
  dataset: string
  id: bigint
  uri: string
}

/**
 * Returns where the file of a copy is: every other one is written into the chain, as in the world, and the rest lies on
 * hosts of files. Files that cannot be read stay where they are.
 */
export async function toCopiedUri(
  { dataset, id, uri }: Registration,
  copy: number,
  sizes: Sizes,
  read: ReadText,
): Promise<string> {
  const isFirst = copy === 0
  if (isFirst && (dataset === 'base-mainnet' || uri === '')) return uri
  const [, inline] = INLINE.exec(uri) ?? []
  if (inline !== undefined)
    return toInline(copyFile(Buffer.from(inline, 'base64').toString(), id, copy, sizes))
  const place = locate(uri)
  if (place === null || (isFirst && place.isIpfs && id % KEPT_AT_IPFS === 0n)) return uri
  if (copy % 2 === 1) return toCrowdAddress(`https://${place.host}${place.path}`, copy, 'files')
  const text = await read(place.host, place.path)
  return text === null ? uri : toInline(copyFile(text, id, copy, sizes))
}

const toInline = (text: string): string =>
  `data:application/json;base64,${Buffer.from(text).toString('base64')}`

function locate(uri: string): { host: string; path: string; isIpfs: boolean } | null {
  const [, cid] = /^ipfs:\/\/(.+)$/.exec(uri) ?? []
  if (cid !== undefined) return { host: 'ipfs.io', path: `/ipfs/${cid}`, isIpfs: true }
  if (!uri.startsWith('https://') || !URL.canParse(uri)) return null
  const { host, pathname, search } = new URL(uri)
  return { host, path: `${pathname}${search}`, isIpfs: false }
}

interface RegistrationFile {
  name?: unknown
  description?: unknown
  services?: { endpoint?: unknown }[]
  endpoints?: { endpoint?: unknown }[]
  registrations?: { agentId?: unknown }[]
}

/** Returns the file of a copy: its own name, id and addresses. What is no such file stays as it is. */
export function copyFile(text: string, id: bigint | null, copy: number, sizes: Sizes): string {
  const file = parse(text)
  if (file === null) return text
  const services = file.services ?? file.endpoints
  const key = file.services === undefined ? 'endpoints' : 'services'
  const { name, description } = file
  return JSON.stringify({
    ...file,
    ...(typeof name === 'string' && copy > 0 && { name: `${name} ${copy}` }),
    ...(typeof description === 'string' && { description: description.slice(0, MAX_DESCRIPTION) }),
    ...(Array.isArray(services) && { [key]: services.map((service) => moveService(service, copy)) }),
    ...(Array.isArray(file.registrations) &&
      id !== null && {
        registrations: file.registrations.map((entry) => ({
          ...entry,
          agentId: Number(toCopiedId({ id, copy }, sizes.agents)),
        })),
      }),
  })
}

const moveService = (service: { endpoint?: unknown }, copy: number): object =>
  typeof service?.endpoint === 'string'
    ? { ...service, endpoint: toCrowdAddress(service.endpoint, copy, 'agents') }
    : service

function parse(text: string): RegistrationFile | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
