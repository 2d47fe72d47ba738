import { HTML_TYPE } from '../../core/interface/content.ts'
import type { HttpError } from '../../core/interface/errors.ts'
import { errorReply, type Reply, withBody } from '../../core/interface/reply.ts'
import { PRIVATE_PATHS } from '../../core/release/paths.ts'
import { BARE_SHELL, type ErrorView, errorPage, NOT_FOUND_TEXT } from '../../core/views/error_page.ts'
import type { AgentName } from './agent_index.ts'
import { flaggedAgents } from './flagged_agents.ts'
import type { HttpCall } from './http_call.ts'
import type { ServedRelease } from './served_release.ts'

const FOR_PROGRAMS = /^\/(?:api|\.well-known)\//

const HEADINGS: Partial<Record<HttpError['status'], string>> = {
  400: 'This request cannot be answered',
  404: 'Page not found',
  405: 'Method not allowed',
  410: 'Withdrawn',
  500: 'Internal error',
  503: 'Not available at the moment',
}

/**
 * Returns the reply to a failed call: the interface's error body for programs; outside of their addresses an HTML page
 * for callers whose `Accept` prefers it, as browsers do.
 */
export async function failedReply(
  error: HttpError,
  call: HttpCall,
  release: ServedRelease | null,
): Promise<Reply> {
  const reply = errorReply(error, release?.id ?? 'none', call.method)
  if (FOR_PROGRAMS.test(new URL(call.url).pathname)) return reply
  const negotiated = { ...reply, headers: { ...reply.headers, vary: 'Accept' } }
  if (!prefersHtml(call.header('accept'))) return negotiated
  const page = error.more.page ?? errorPage(await readShell(release), await toErrorView(error, release))
  return withBody(negotiated, new TextEncoder().encode(page), HTML_TYPE)
}

/** Returns the frame of the pages that are made on request. A release that cannot be read must not prevent an error reply. */
export async function readShell(release: ServedRelease | null): Promise<string> {
  const content = await release?.content('private', PRIVATE_PATHS.errorPage).catch(() => null)
  return content ? new TextDecoder().decode(content.bytes) : BARE_SHELL
}

async function toErrorView(
  { status, code, message, more }: HttpError,
  release: ServedRelease | null,
): Promise<ErrorView> {
  const isAgent = code === 'agent_not_found'
  return {
    heading: isAgent ? 'Agent not found' : (HEADINGS[status] ?? 'Error'),
    message: code === 'not_found' ? NOT_FOUND_TEXT : message,
    suggestions:
      isAgent && release !== null
        ? await flaggedAgents(release, (more.body?.suggestions ?? []) as AgentName[])
        : [],
  }
}

/** True if an `Accept` names HTML and does not prefer JSON; a wildcard alone, as of curl, does not name it. */
export function prefersHtml(accept: string | null): boolean {
  const weights = new Map(
    (accept ?? '').split(',').map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return [type, weight === undefined ? 1 : Number(weight) || 0]
    }),
  )
  const html = weights.get('text/html') ?? weights.get('application/xhtml+xml') ?? 0
  return html > 0 && html >= (weights.get('application/json') ?? 0)
}
