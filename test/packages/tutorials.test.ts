import { beforeAll, expect, test } from 'vitest'
import { feedbackRequest } from '../../core/resources/feedback.schema.ts'
import { runCommand } from '../../packages/cli/command.ts'
import { blocks, commands, PAGES } from '../pages.ts'
import { type SampleHandler, sampleHandler } from '../sample_handler.ts'
import { createFetch } from './asked.ts'

let sample: SampleHandler
beforeAll(async () => {
  sample = await sampleHandler()
}, 300_000)

test('every command of the program that a page shows is answered by the sample', async () => {
  const lines = PAGES.flatMap(commands).filter((line) => /^npx assay (?!verify\b)/.test(line))
  expect(lines.length).toBeGreaterThan(4)
  for (const line of lines) {
    let said = ''
    const print = (text: string) => {
      said += text
    }
    const env = { ASSAY_URL: 'http://127.0.0.1:8787' }
    const given = { env, fetch: createFetch(sample), out: print, err: print }
    const code = await runCommand(line.split(' ').slice(2), given)
    expect([0, line.includes('--strict') ? 4 : 0], `${line}: ${said}`).toContain(code)
  }
})

test('a badge that the tutorial shows is a picture, and leads to a page', async () => {
  const shown = blocks('docs/use/tutorials/badge.md').filter(({ language }) =>
    ['markdown', 'html'].includes(language),
  )
  expect(shown).toHaveLength(2)
  for (const { text } of shown) {
    const types = new Set<string | null>()
    for (const [address] of text.matchAll(/http:\/\/127\.0\.0\.1:8787[^\s")]+/g)) {
      const answer = await sample.ask(new URL(address).pathname)
      expect(answer.status, address).toBe(200)
      types.add(answer.headers.get('content-type'))
    }
    expect([...types].sort()).toEqual(['image/svg+xml; charset=utf-8', 'text/html; charset=utf-8'])
  }
})

test('feedback that the tutorial shows is taken', () => {
  const [line] = commands('docs/use/tutorials/badge.md').filter((command) =>
    command.includes('/api/agent-feedback'),
  )
  const body = /-d '([^']*)'/.exec(line ?? '')?.[1] ?? ''
  expect(feedbackRequest.safeParse(JSON.parse(body)).error).toBeUndefined()
})
