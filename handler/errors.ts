import { HANDLE } from '../interface/parameters.ts'
import type { ServedRelease } from './served_release.ts'

/** An answer that is not a success, in the interface's error body; anything else that is thrown is a bug of ours. */
export class HttpError extends Error {
  override name = 'HttpError'
  constructor(
    readonly status: 400 | 402 | 404 | 405 | 409 | 413 | 416 | 429 | 500 | 503,
    /** The code a program reads, e.g. `invalid_category`. */
    readonly code: string,
    message: string,
    readonly more: {
      /** Added to the body, after its message. */
      body?: Record<string, unknown>
      headers?: Record<string, string>
    } = {},
  ) {
    super(message)
  }
}

/** An address at which this release has nothing. */
export function notFound(): HttpError {
  return new HttpError(
    404,
    'not_found',
    'There is nothing at this address. /api/agent-economy/llm-summary lists the addresses that answer.',
  )
}

/** A parameter that cannot be used as given; the message names its bounds. */
export function invalidParameter(name: string, rule: string): HttpError {
  return new HttpError(
    400,
    name === 'category' ? 'invalid_category' : 'invalid_parameter',
    `${name} must be ${rule}.`,
  )
}

/** A parameter that has to be given. */
export function missingParameter(name: string, rule: string): HttpError {
  return new HttpError(400, 'missing_parameter', `${name} is required: ${rule}.`)
}

/** A body that cannot be used as given; the message says what it must be. */
export function invalidBody(rule: string): HttpError {
  return new HttpError(400, 'invalid_body', `The body must be ${rule}.`)
}

/** An agent that is not indexed, in the interface's not-found body, with those whose handle or name is near. */
export async function agentNotFound(release: ServedRelease, handle: string): Promise<HttpError> {
  const agents = await release.agents()
  return new HttpError(404, 'agent_not_found', `No agent with the handle "${cleaned(handle)}" is indexed.`, {
    body: {
      suggestions: HANDLE.test(handle) || handle.length <= 200 ? agents.suggest(handle) : [],
      hint: 'A handle has 1 to 64 letters, digits, underscores and hyphens. The rankings at /api/rankings/{category}/llm-summary name the handles of ranked agents.',
    },
  })
}

/** A caller's text as it may stand in a message: capped, and nothing in it but what a handle can hold. */
export function cleaned(text: string): string {
  const kept = text.slice(0, 64).replaceAll(/[^\w-]/g, '?')
  return text.length > 64 ? `${kept}…` : kept
}
