import { AssayError } from './errors.ts'

const MAX_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/**
 * A `fetch` that follows redirects within one origin alone (scheme, host and port), and for calls without a body alone: a
 * key or a payment that was meant for one host never reaches another. Throws AssayError where a redirect leads elsewhere.
 */
export function sameOriginFetch(asks: typeof fetch): typeof fetch {
  return async (input, init) => {
    let request = new Request(input, { ...init, redirect: 'manual' })
    for (let followed = 0; ; followed += 1) {
      const response = await asks(request, { redirect: 'manual', signal: request.signal })
      const next = redirectTarget(request, response)
      if (next === null) return response
      await response.body?.cancel()
      if (followed === MAX_REDIRECTS)
        throw AssayError.redirected(`${request.url} redirects more than ${MAX_REDIRECTS} times`)
      request = new Request(next, request)
    }
  }
}

/** The address that a redirect leads to, or null for any other answer. Throws AssayError where it is not followed. */
function redirectTarget(request: Request, response: Response): string | null {
  const { origin } = new URL(request.url)
  // Browsers do not show where it leads; `redirected` says of another's `fetch` that it followed one all the same.
  if (response.type === 'opaqueredirect')
    throw AssayError.redirected(`${origin} redirects: name the address that it leads to`)
  if (response.redirected && !response.url.startsWith(`${origin}/`))
    throw AssayError.redirected(`${origin} redirects to ${response.url}, which was not asked for`)
  const location = REDIRECTS.has(response.status) ? response.headers.get('location') : null
  if (location === null) return null
  const next = URL.canParse(location, request.url) ? new URL(location, request.url) : null
  if (next?.origin !== origin)
    throw AssayError.redirected(
      `${origin} redirects to ${next?.origin ?? 'no address'}, where nothing was sent: if the index is there, name that address`,
    )
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw AssayError.redirected(
      `${request.method} ${request.url} is redirected to ${next.href}: send it there`,
    )
  return next.href
}
