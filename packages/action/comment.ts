import { readFileSync } from 'node:fs'
import { AssayError } from '../client/errors.ts'
import { sameOriginFetch } from '../client/same_origin.ts'

/** Marks the comment that is ours, so that each run changes one and adds none. */
const MARK = '<!-- assay-check -->'
const TIMEOUT_MS = 30_000
const PER_PAGE = 100
const MAX_PAGES = 20
/** GitHub takes no longer comment. */
const MAX_LENGTH = 65_000
/** Author of comments made with a workflow token, which may not request its own name. */
const WORKFLOW = { login: 'github-actions[bot]', type: 'Bot' }

type Env = Readonly<Record<string, string | undefined>>

interface Comment {
  id: number
  body?: string
  user?: { id?: number; login?: string; type?: string } | null
}

/** Asks GitHub; gives the parsed answer. Throws Refusal. */
type Ask = (method: string, path: string, given?: unknown) => Promise<unknown>

/** A failed request to GitHub; the message says why. */
class Refusal extends Error {}

/**
 * Writes the comment of a pull request, or changes the one that is there; without problems none is added. Says in a
 * sentence why nothing was written; null where it was.
 */
export async function comment(
  env: Env,
  { token, body, hasProblems }: { token: string; body: string; hasProblems: boolean },
): Promise<string | null> {
  const number = pullRequest(env)
  if (number === null) return 'this is no pull request, so that there is nothing to comment on'
  if (token === '') return 'there is no token to comment with'
  const ask: Ask = (method, path, given) => call(`${env.GITHUB_API_URL}${path}`, method, token, given)
  const repository = `/repos/${env.GITHUB_REPOSITORY}`
  try {
    const own = await ownComment(ask, `${repository}/issues/${number}/comments`)
    if (own === undefined && !hasProblems) return null
    const text = { body: `${MARK}\n${body}`.slice(0, MAX_LENGTH) }
    if (own === undefined) await ask('POST', `${repository}/issues/${number}/comments`, text)
    else await ask('PATCH', `${repository}/issues/comments/${own.id}`, text)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

/** Finds the comment that carries the mark and is by the owner of the token: anyone can write the mark. */
async function ownComment(ask: Ask, path: string): Promise<Comment | undefined> {
  const marked: Comment[] = []
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const listed = await ask('GET', `${path}?per_page=${PER_PAGE}${page === 1 ? '' : `&page=${page}`}`)
    const comments = Array.isArray(listed) ? (listed as Comment[]) : []
    marked.push(...comments.filter(({ body }) => body?.startsWith(MARK)))
    if (comments.length < PER_PAGE) break
  }
  if (marked.length === 0) return undefined
  const own = await tokenOwner(ask)
  return marked.find(({ user }) =>
    own === null ? user?.login === WORKFLOW.login && user.type === WORKFLOW.type : user?.id === own,
  )
}

/** The id of whose token it is; null for that of a workflow, which is refused an answer. */
async function tokenOwner(ask: Ask): Promise<number | null> {
  const user = await ask('GET', '/user').catch((error: unknown) => {
    if (error instanceof Refusal) return null
    throw error
  })
  const { id } = (user ?? {}) as { id?: unknown }
  return typeof id === 'number' ? id : null
}

function pullRequest({ GITHUB_EVENT_PATH }: Env): number | null {
  if (!GITHUB_EVENT_PATH) return null
  const { pull_request } = JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8')) as {
    pull_request?: { number?: number }
  }
  return pull_request?.number ?? null
}

async function call(url: string, method: string, token: string, given?: unknown): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' }
  const body = given === undefined ? {} : { body: JSON.stringify(given) }
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const response = await sameOriginFetch(fetch)(url, { method, headers, signal, ...body })
    if (response.ok) return await response.json()
    await response.body?.cancel()
    throw new Refusal(
      `the comment could not be written: GitHub answered ${response.status}; the job needs the permission pull-requests: write`,
    )
  } catch (cause) {
    if (cause instanceof Refusal) throw cause
    const reason = cause instanceof AssayError ? cause.message : 'GitHub cannot be reached'
    throw new Refusal(`the comment could not be written: ${reason}`, { cause })
  }
}
