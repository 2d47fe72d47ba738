import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Disturbance = number | 'cut' | 'done-and-cut' | null

/** Deviations of a fake store from a complete one. */
export interface FakeOptions {
  /** Conditions that it ignores. */
  ignores?: readonly ('if-none-match' | 'if-match')[]
  /** The form of ETag that it accepts in If-Match; both by default. */
  etags?: 'quoted' | 'bare'
  /** Keys per page of a listing. */
  pageSize?: number
  /** Returns a status to answer a request with; `cut` breaks the connection before it, `done-and-cut` after it. */
  disturb?: (request: { method: string; key: string; count: number }) => Disturbance | Promise<Disturbance>
}

interface StoredObject {
  bytes: Buffer
  etag: string
  modified: number
}

/** An object store in memory with the part of S3's protocol in use, at a loopback port. */
export class FakeStore {
  readonly objects = new Map<string, StoredObject>()
  readonly requests: { method: string; key: string; bytes: number }[] = []
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  options: FakeOptions

  constructor(options: FakeOptions = {}) {
    this.options = options
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return this
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://fake')
    const [, bucket = '', ...rest] = url.pathname.split('/').map(decodeURIComponent)
    const key = rest.join('/')
    const { method = 'GET' } = request
    const body = await readBody(request)
    this.requests.push({ method, key, bytes: body.length })
    const disturbed = (await this.options.disturb?.({ method, key, count: this.requests.length })) ?? null
    if (disturbed === 'cut') return void request.socket.destroy()
    if (typeof disturbed === 'number') return void response.writeHead(disturbed).end()
    const reply = this.#reply(request, { bucket, key, method, body, url })
    if (disturbed === 'done-and-cut') return void request.socket.destroy()
    response.writeHead(reply.status, reply.headers).end(method === 'HEAD' ? undefined : reply.body)
  }

  #reply(
    { headers }: IncomingMessage,
    {
      bucket,
      key,
      method,
      body,
      url,
    }: { bucket: string; key: string; method: string; body: Buffer; url: URL },
  ): { status: number; headers?: Record<string, string>; body?: Buffer | string } {
    if (!headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')) return refusal(403, 'AccessDenied')
    if (bucket !== 'bucket') return refusal(404, 'NoSuchBucket')
    if (key === '') return { status: 200, body: this.#listing(url.searchParams) }
    const held = this.objects.get(key)
    if (method === 'PUT') return this.#put(key, body, headers)
    if (method === 'DELETE') {
      this.objects.delete(key)
      return { status: 204 }
    }
    if (held === undefined) return refusal(404, 'NoSuchKey')
    return {
      status: 200,
      headers: { etag: `"${held.etag}"`, 'content-length': String(held.bytes.length) },
      body: held.bytes,
    }
  }

  #put(key: string, bytes: Buffer, headers: IncomingMessage['headers']) {
    const { ignores = [], etags } = this.options
    const held = this.objects.get(key)
    const wanted = headers['if-match']
    if (headers['if-none-match'] === '*' && held && !ignores.includes('if-none-match'))
      return refusal(412, 'PreconditionFailed')
    if (wanted !== undefined && !ignores.includes('if-match')) {
      const known = held && [etags !== 'bare' && `"${held.etag}"`, etags !== 'quoted' && held.etag]
      if (!known?.includes(wanted)) return refusal(412, 'PreconditionFailed')
    }
    const sent = createHash('sha256').update(bytes).digest('hex')
    if (headers['x-amz-content-sha256'] !== sent) return refusal(400, 'XAmzContentSHA256Mismatch')
    const etag = createHash('md5').update(bytes).digest('hex')
    this.objects.set(key, { bytes, etag, modified: Date.now() })
    return { status: 200, headers: { etag: `"${etag}"` } }
  }

  #listing(query: URLSearchParams): string {
    const { pageSize = 1000 } = this.options
    const after = query.get('continuation-token') ?? ''
    const keys = [...this.objects.keys()]
      .filter((key) => key.startsWith(query.get('prefix') ?? '') && `&${key}` > after)
      .sort()
    const page = keys.slice(0, pageSize)
    const isCut = keys.length > page.length
    const contents = page.map((key) => {
      const { bytes, etag, modified } = this.objects.get(key) as StoredObject
      return `<Contents><Key>${escaped(key)}</Key><LastModified>${new Date(modified).toISOString()}</LastModified><ETag>&quot;${etag}&quot;</ETag><Size>${bytes.length}</Size></Contents>`
    })
    const token = isCut ? `<NextContinuationToken>${escaped(`&${page.at(-1)}`)}</NextContinuationToken>` : ''
    return `<ListBucketResult><IsTruncated>${isCut}</IsTruncated>${contents.join('')}${token}</ListBucketResult>`
  }
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const refusal = (status: number, code: string) => ({
  status,
  body: `<Error><Code>${code}</Code><Message>${code} it is</Message></Error>`,
})

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}
