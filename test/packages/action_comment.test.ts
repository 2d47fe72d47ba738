import { writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { comment } from '../../packages/action/comment.ts'
import { serving } from './asked.ts'
import { repository } from './workspace.ts'

const MARK = '<!-- assay-check -->\nall is well'
const ROBOT = { login: 'github-actions[bot]', type: 'Bot', id: 1 }

interface Listed {
  id: number
  body: string
  user: { login: string; type: string; id: number }
}

/**
 * A fake GitHub with these comments; `owner` is the owner of the token, null for a workflow's. Records the requests to
 * write.
 */
async function github(comments: Listed[], owner: number | null) {
  const written: string[] = []
  const answers = (request: IncomingMessage): unknown => {
    if (request.method !== 'GET') written.push(`${request.method} ${request.url}`)
    const page = Number(new URL(`http://x${request.url}`).searchParams.get('page') ?? 1)
    return request.url === '/user' ? { id: owner } : comments.slice((page - 1) * 100, page * 100)
  }
  const url = await serving((request, response) => {
    if (request.url === '/user' && owner === null) response.statusCode = 403
    response.end(JSON.stringify(answers(request)))
  })
  return { url, written }
}

/** Writes a comment and returns the result. */
async function write(url: string): Promise<string | null> {
  const event = join(repository({ 'event.json': '{"pull_request":{"number":7}}' }), 'event.json')
  const env = { GITHUB_EVENT_PATH: event, GITHUB_REPOSITORY: 'a/b', GITHUB_API_URL: url }
  return comment(env, { token: 'a-token', body: 'text', hasProblems: true })
}

const POST = ['POST /repos/a/b/issues/7/comments']

test.each<[string, Listed['user'], number | null, boolean]>([
  ['of a workflow, by its token', ROBOT, null, true],
  ['of a workflow, by the token of a person', ROBOT, 9, false],
  ['of the person', { login: 'me', type: 'User', id: 9 }, 9, true],
  ['of a stranger', { login: 'stranger', type: 'User', id: 5 }, 9, false],
  ['of a stranger, by the token of a workflow', { login: 'stranger', type: 'User', id: 5 }, null, false],
  ['of a stranger with the name of the robot', { ...ROBOT, type: 'User' }, null, false],
  ['of a stranger with the name of the person', { login: 'me', type: 'User', id: 5 }, 9, false],
])('a comment with the mark %s is changed: %#', async (_, user, owner, isOwn) => {
  const { url, written } = await github([{ id: 3, body: MARK, user }], owner)
  expect(await write(url)).toBeNull()
  expect(written).toEqual(isOwn ? ['PATCH /repos/a/b/issues/comments/3'] : POST)
})

test('a comment of its own without the mark at the start stays, and one behind hundreds of others is found', async () => {
  const quoting = await github([{ id: 3, body: `> ${MARK}`, user: ROBOT }], null)
  await write(quoting.url)
  expect(quoting.written).toEqual(POST)
  const others = Array.from({ length: 250 }, (_, id) => ({ id, body: 'x', user: ROBOT }))
  const late = await github([...others, { id: 999, body: MARK, user: ROBOT }], null)
  await write(late.url)
  expect(late.written).toEqual(['PATCH /repos/a/b/issues/comments/999'])
})

test('the token does not follow a redirect to another host, and a file of an event without a number is none', async () => {
  const reached: unknown[] = []
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    reached.push(request.headers)
    response.end('[]')
  }
  const other = await serving(answer)
  const url = await serving((_, response) => {
    response.writeHead(307, { location: `${other}/x` }).end()
  })
  expect(await write(url)).toContain(`redirects to ${other}, where nothing was sent`)
  expect(reached).toEqual([])
  const event = join(repository({}), 'event.json')
  writeFileSync(event, '{}')
  expect(await comment({ GITHUB_EVENT_PATH: event }, { token: 'x', body: '', hasProblems: true })).toContain(
    'no pull request',
  )
})
