import { readFileSync } from 'node:fs'

/** Marks the comment that is ours, so that each run changes one and adds none. */
const MARK = '<!-- assay-check -->'

type Env = Readonly<Record<string, string | undefined>>

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
  const api = `${env.GITHUB_API_URL}/repos/${env.GITHUB_REPOSITORY}`
  const ask = (method: string, path: string, given?: unknown) => call(`${api}${path}`, method, token, given)
  const listed = await ask('GET', `/issues/${number}/comments?per_page=100`)
  if (typeof listed === 'string') return listed
  const ours = (listed as { id: number; body?: string }[]).find((one) => one.body?.startsWith(MARK))
  if (ours === undefined && !hasProblems) return null
  const text = { body: `${MARK}\n${body}` }
  const written =
    ours === undefined
      ? await ask('POST', `/issues/${number}/comments`, text)
      : await ask('PATCH', `/issues/comments/${ours.id}`, text)
  return typeof written === 'string' ? written : null
}

function pullRequest({ GITHUB_EVENT_PATH }: Env): number | null {
  if (!GITHUB_EVENT_PATH) return null
  const { pull_request } = JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8')) as {
    pull_request?: { number?: number }
  }
  return pull_request?.number ?? null
}

/** The parsed answer, or in words why there is none. */
async function call(url: string, method: string, token: string, given?: unknown): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' }
  const body = given === undefined ? {} : { body: JSON.stringify(given) }
  const response = await fetch(url, { method, headers, ...body }).catch(() => null)
  if (response === null) return 'the comment could not be written: GitHub cannot be reached'
  if (response.ok) return response.json()
  return `the comment could not be written: GitHub answered ${response.status}; the job needs the permission pull-requests: write`
}
