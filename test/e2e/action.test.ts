import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROJECT } from '../kit/child.ts'
import { type LocalService, localService } from '../kit/local_service.ts'
import { sampleOutput } from '../sample_output.ts'

// The action as a runner starts it: Node on its main file, everything else in variables and files.

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'assay-action-'))
let service: LocalService

beforeAll(async () => {
  service = await localService({ output: await sampleOutput(), folder })
}, 400_000)
afterAll(async () => {
  await service?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A repository with a healthy, a dead, a departed, a flagged and an unknown server. */
const FILES = {
  '.mcp.json': JSON.stringify({
    mcpServers: {
      beds: { command: 'npx', args: ['-y', '@sample-brook/bed-planner@1.0.0'] },
      books: { command: 'uvx', args: ['sample-barn-account-book'] },
      private: { command: 'npx', args: ['@nobody-here/tool'] },
    },
  }),
  '.vscode/mcp.json':
    '{ "servers": { "coins": { "url": "https://mcp.sample-footbridge.example/coin-toss/" }, } }',
  'package.json': '{"dependencies":{"@sample-mimic/instruction":"1.0.0","left-pad":"1.3.0"}}',
  'requirements.txt': 'Sample_Wharf.bird-songs==1.0\nleft-out\n',
}

let runs = 0

async function check(
  inputs: Record<string, string>,
  env: Record<string, string> = {},
  files: Record<string, string> = FILES,
) {
  runs += 1
  const root = join(folder, `run-${runs}`)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const [summary, output] = [join(root, 'summary.md'), join(root, 'output.txt')]
  const given = {
    ...{ url: service.url, 'config-files': '.mcp.json\n.vscode/mcp.json' },
    ...{ 'package-files': 'package.json\nrequirements.txt', packages: '@sample-mimic/*\n*bird-songs' },
    ...{ 'fail-on': 'tier,dead,departed,flagged', ...inputs },
  }
  const named = Object.entries(given).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])
  const main = join(PROJECT, 'packages/action/main.ts')
  const checkResult = await run(process.execPath, ['--experimental-strip-types', main], {
    env: {
      ...{
        PATH: process.env.PATH,
        GITHUB_WORKSPACE: root,
        GITHUB_STEP_SUMMARY: summary,
        GITHUB_OUTPUT: output,
      },
      ...Object.fromEntries(named),
      ...env,
    },
  }).catch((error) => error)
  const read = (file: string): string => {
    try {
      return readFileSync(file, 'utf8')
    } catch {
      return ''
    }
  }
  return {
    code: (checkResult.code ?? 0) as number,
    said: checkResult.stdout as string,
    summary: read(summary),
    output: read(output),
  }
}

test('servers and packages with problems fail the job, with a line on each and a summary', async () => {
  const { code, said, summary, output } = await check({})
  expect(code).toBe(1)
  expect(said.split('\n').filter((line) => line.startsWith('::'))).toEqual([
    expect.stringMatching(/^::error file=\.vscode\/mcp\.json::coins: not alive/),
    expect.stringMatching(/^::error file=package\.json::@sample-mimic\/instruction: .*flagged: /),
    expect.stringMatching(
      /^::error file=requirements\.txt::Sample_Wharf\.bird-songs: departed from the index$/,
    ),
  ])
  expect(summary).toContain('## Assay: 3 problems\n\n6 servers and packages checked, 5 of them in the index.')
  expect(summary).toMatch(/### In order\n- `beds` in `\.mcp\.json` is \[bed-planner\]\(http/)
  expect(summary).toContain('### Not in the index\n- `private` in `.mcp.json`')
  expect(output).toMatch(/^problems=3\nreport=\{"checked":\[/)
})

test('a higher tier, other problems and strangers are asked for', async () => {
  const ranked = await check({ 'min-tier': 'evidence_ranked', 'fail-on': 'tier' })
  expect(ranked.said).toMatch(/coins: tier indexed, below evidence_ranked/)
  expect((await check({ 'fail-on': 'unknown' })).said).toMatch(/private: not in the index/)
})

test('a job that may not fail warns', async () => {
  const { code, said } = await check({ fail: 'false' })
  expect([code, said.includes('::error'), said.includes('::warning file=.vscode/mcp.json::coins')]).toEqual([
    0,
    false,
    true,
  ])
})

test('an index that cannot be reached, or is none, fails the job in a sentence', async () => {
  const nowhere = await check({ url: 'http://127.0.0.1:1' })
  expect([nowhere.code, nowhere.said]).toEqual([
    1,
    expect.stringMatching(/^::error::http:\/\/127\.0\.0\.1:1 cannot be reached/),
  ])
  const deep = await check({ url: `${service.url}/deep` })
  expect([deep.code, deep.said]).toEqual([1, expect.stringMatching(/check the address of the index\n$/)])
})

const GOOD = '@sample-brook/bed-planner'

test('a package that may install another one always fails, with the reason', async () => {
  const npx = (...args: string[]) => ({ command: 'npx', args })
  const servers = {
    alias: npx(`${GOOD}@npm:evil`),
    tarball: npx(`${GOOD}@https://evil.example/x.tgz`),
    registry: npx('--registry=https://evil.example', GOOD),
    variable: { ...npx(GOOD), env: { npm_config_registry: 'https://evil.example' } },
    program: npx('-p', GOOD, 'evil'),
    shell: { command: 'sh', args: ['-c', `npx ${GOOD}`] },
    own: { command: './npx', args: [GOOD] },
    index: { command: 'uvx', args: ['--index-url', 'https://evil.example', 'sample-barn-account-book'] },
    host: { url: 'https://mcp.sample-footbridge.example@evil.example/coin-toss' },
  }
  const { code, said, summary, output } = await check(
    {},
    {},
    {
      '.mcp.json': JSON.stringify({ mcpServers: servers }),
      'package.json': JSON.stringify({ dependencies: { '@sample-mimic/instruction': 'npm:evil' } }),
      'requirements.txt': 'Sample_Wharf.bird-songs @ https://evil.example/x.whl\n',
    },
  )
  expect(code).toBe(0)
  expect(summary).not.toContain('### In order')
  expect(summary.match(/^- /gm)).toHaveLength(11)
  expect(said.match(/^::warning file=.*: cannot be judged: /gm)).toHaveLength(11)
  expect(summary).toContain(`\`alias\` in \`.mcp.json\`: **"${GOOD}@npm`)
  const { checked } = JSON.parse(/^report=(.*)$/m.exec(output)?.[1] ?? '') as { checked: { doubt: string }[] }
  expect(checked.every(({ doubt }) => typeof doubt === 'string')).toBe(true)
  const strict = await check(
    { 'fail-on': 'unknown' },
    {},
    { '.mcp.json': JSON.stringify({ mcpServers: servers }) },
  )
  expect([strict.code, strict.said.match(/^::error /gm)?.length]).toEqual([1, 9])
})

test('one comment of a pull request is written, and then changed', async () => {
  const asked: string[] = []
  const bot = { login: 'github-actions[bot]', type: 'Bot', id: 41898282 }
  const mark = '<!-- assay-check -->'
  // Other users write the mark too, and one has almost the name of the bot.
  const comments: { id: number; body: string; user: object }[] = [
    { id: 10, body: `${mark}\nall is well`, user: { login: 'stranger', type: 'User', id: 5 } },
    { id: 11, body: `${mark}\nall is well`, user: { login: 'github-actions', type: 'User', id: 6 } },
    { id: 12, body: `quoted ${mark}`, user: bot },
    { id: 13, body: `${mark}\nall is well`, user: { login: 'other-app[bot]', type: 'Bot', id: 7 } },
  ]
  const github = createServer(async (request, response) => {
    const text = (await Array.fromAsync(request)).join('')
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`)
    if (request.method === 'POST') comments.push({ id: 2, user: bot, ...JSON.parse(text) })
    if (request.method === 'PATCH') comments[4] = { id: 2, user: bot, ...JSON.parse(text) }
    // A workflow token may not read its own identity.
    if (request.url === '/user') response.statusCode = 403
    response.end(JSON.stringify(request.method === 'GET' ? comments : {}))
  })
  await new Promise<void>((resolve) => github.listen(0, '127.0.0.1', resolve))
  const event = join(folder, 'event.json')
  writeFileSync(event, '{"pull_request":{"number":7}}')
  const env = {
    ...{ GITHUB_EVENT_PATH: event, GITHUB_REPOSITORY: 'someone/something' },
    GITHUB_API_URL: `http://127.0.0.1:${(github.address() as AddressInfo).port}`,
  }
  const inputs = { comment: 'true', token: 'a-token', fail: 'false' }
  try {
    await check(inputs, env)
    expect(comments[4]?.body).toContain('## Assay: 3 problems')
    const second = await check({ ...inputs, 'fail-on': 'departed' }, env)
    expect(comments.map(({ body }) => body.includes('## Assay: 1 problem\n'))).toEqual([
      ...Array(4).fill(false),
      true,
    ])
    const list = 'GET /repos/someone/something/issues/7/comments?per_page=100 Bearer a-token'
    expect(asked).toEqual([
      list,
      'GET /user Bearer a-token',
      'POST /repos/someone/something/issues/7/comments Bearer a-token',
      list,
      'GET /user Bearer a-token',
      'PATCH /repos/someone/something/issues/comments/2 Bearer a-token',
    ])
    expect(second.said).not.toContain('a-token')
  } finally {
    github.close()
  }
  expect((await check(inputs)).said).toContain('this is no pull request')
  expect((await check(inputs, env)).said).toContain('GitHub cannot be reached')
})
