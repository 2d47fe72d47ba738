import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RunFailed } from '../core/domain/errors.ts'
import { decodeText } from '../verify/bytes.ts'
import type { ReadableLog } from '../verify/tiles.ts'

const TIMEOUT_MS = 30_000
/** A tile has 8 KB, a checkpoint with its signatures less. */
const MAX_BYTES = 1_000_000

/** A log that is read from outside. */
export interface LogSource {
  /** Its address, or its output folder. */
  from: string
  isFolder: boolean
  /** The text of a file that has to be there. */
  text(path: string): Promise<string>
  /** Its files, each read once. */
  files(size: number): ReadableLog
}

type Read = (path: string) => Promise<Uint8Array | null>

/** True if a log is named by its address, and not by its output folder. */
export const isLogAddress = (log: string): boolean => /^https?:\/\//.test(log)

/** The log at an address, or in an output folder. */
export function logSource(log: string): LogSource {
  const isFolder = !isLogAddress(log)
  const from = isFolder ? log : log.replace(/\/+$/, '')
  const read = once(isFolder ? fromFolder(from) : fromUrl(from))
  const text = async (path: string) => {
    const bytes = await read(path)
    if (bytes === null) throw new RunFailed(`${from} has no log/${path}`)
    return decodeText(bytes)
  }
  return { from, isFolder, text, files: (size) => ({ size, read }) }
}

const fromFolder =
  (output: string): Read =>
  async (path) => {
    const file = join(output, 'log', path)
    return existsSync(file) ? readFileSync(file) : null
  }

const fromUrl =
  (base: string): Read =>
  async (path) => {
    const url = `${base}/log/${path}`
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    try {
      const answer = await fetch(url, { redirect: 'error', signal })
      if (answer.status === 404) return null
      if (!answer.ok) throw new RunFailed(`${url} answers ${answer.status}`)
      return await readCapped(answer, url)
    } catch (cause) {
      if (cause instanceof RunFailed) throw cause
      throw new RunFailed(`${url} cannot be read`, { cause })
    }
  }

async function readCapped(answer: Response, url: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body ?? []) {
    bytes += part.length
    if (bytes > MAX_BYTES) throw new RunFailed(`${url} is larger than any file of a log`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function once(read: Read): Read {
  const reads = new Map<string, Promise<Uint8Array | null>>()
  return (path) => {
    const known = reads.get(path) ?? read(path)
    reads.set(path, known)
    return known
  }
}
