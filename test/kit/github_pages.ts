import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

/** A folder as GitHub Pages serves it: at the root of an owner, or in a subfolder named for its repository. */
export interface GithubPages {
  /** Address of the site without a trailing slash. */
  url: string
  /** The addresses that were answered with 404, in their order. */
  missing: string[]
  close(): Promise<void>
}

/** Media types by extension; a file without one is bytes. Headers of `_headers` are not sent. */
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.mjs': 'application/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.xml': 'application/xml',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
}

/** Starts it on a free port; `base` is the subfolder, such as `/repo`, or empty. */
export async function startGithubPages(folder: string, base: string): Promise<GithubPages> {
  const missing: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = isRead(request.method) ? findFile(folder, base, decodeURIComponent(pathname)) : null
    if (file === null && isFolder(folder, base, pathname)) {
      response.writeHead(301, { location: `${pathname}/` }).end()
      return
    }
    if (file === null) missing.push(request.url ?? '')
    const shown = file ?? join(folder, '404.html')
    const type = TYPES[extname(shown)] ?? 'application/octet-stream'
    response
      .writeHead(file === null ? 404 : 200, { 'content-type': type })
      .end(request.method === 'HEAD' ? '' : readFileSync(shown))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return { url: `http://127.0.0.1:${port}${base}`, missing, close }
}

const isRead = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD'

/** A file by its name, a page also without its ending, a folder by its index. */
function findFile(folder: string, base: string, path: string): string | null {
  if (!path.startsWith(`${base}/`)) return null
  const named = join(folder, path.slice(base.length))
  const files = path.endsWith('/') ? [join(named, 'index.html')] : [named, `${named}.html`]
  return files.find((file) => existsSync(file) && statSync(file).isFile()) ?? null
}

/** True for a folder that is named without the slash at its end; such an address is redirected. */
const isFolder = (folder: string, base: string, path: string): boolean =>
  path === base ||
  (path.startsWith(`${base}/`) && existsSync(join(folder, path.slice(base.length), 'index.html')))
