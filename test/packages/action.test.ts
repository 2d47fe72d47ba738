import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { marked } from 'marked'
import { expect, onTestFinished, test } from 'vitest'
import type { Agent } from '../../packages/action/ask_index.ts'
import { normalKey } from '../../packages/action/dependency.ts'
import { PROBLEMS, readInputs } from '../../packages/action/inputs.ts'
import { parseJsonc } from '../../packages/action/jsonc.ts'
import { judge } from '../../packages/action/judge.ts'
import { readFiles } from '../../packages/action/read_files.ts'
import { annotation, asJson, summary } from '../../packages/action/report.ts'
import { serverKeys } from '../../packages/action/server_keys.ts'
import { ROOT } from '../pages.ts'

const npm = (name: string) => [`package:npm/${name}`]
const pypi = (name: string) => [`package:pypi/${name}`]
const oci = (name: string) => [`package:oci/${name}`]

test.each<[string, string[]]>([
  ['npx -y @sample/weather', npm('@sample/weather')],
  ['npx @sample/weather@1.2.3 --port 1', npm('@sample/weather')],
  ['npx --yes --package=@sample/weather weather-mcp', npm('@sample/weather')],
  ['npx -p @sample/weather@latest weather-mcp', npm('@sample/weather')],
  ['/usr/local/bin/npx weather', npm('weather')],
  ['C:\\node\\npx.cmd Weather', npm('weather')],
  ['cmd /c npx -y weather', npm('weather')],
  ['npm exec -- weather', npm('weather')],
  ['pnpm dlx weather', npm('weather')],
  ['yarn dlx weather', npm('weather')],
  ['bunx weather', npm('weather')],
  ['uvx Sample_Weather', pypi('sample-weather')],
  ['uvx --python 3.12 sample.weather==2.0', pypi('sample-weather')],
  ['uvx --from sample-weather[extra]@1.0 weather', pypi('sample-weather')],
  ['uv tool run sample-weather', pypi('sample-weather')],
  ['pipx run sample-weather', pypi('sample-weather')],
  ['docker run -i --rm -e KEY -v /a:/b mcp/weather:1.2', oci('mcp/weather')],
  ['docker run --env=KEY --pull always docker.io/library/weather@sha256:ab12', oci('weather')],
  ['podman container run registry.example:5000/a/weather', oci('registry.example:5000/a/weather')],
  ['npx -y mcp-remote https://Host.example/mcp/ --header x', ['endpoint:https://host.example/mcp']],
  ['npx mcp-remote', []],
  ['node server.js', []],
  ['npx', []],
  ['npx ./local', []],
  ['npx https://x.example/y.tgz', []],
  ['docker compose up', []],
])('%s runs %j', (line, keys) => {
  const [command = '', ...args] = line.split(' ')
  expect(serverKeys({ command, args })).toEqual(keys)
  expect(serverKeys({ command: line })).toEqual(keys)
})

test('a server that is called is known by its address, and nonsense by nothing', () => {
  expect(serverKeys({ url: 'https://host.example/mcp/?key=secret#x' })).toEqual([
    'endpoint:https://host.example/mcp',
  ])
  expect(serverKeys({ serverUrl: 'https://host.example' })).toEqual(['endpoint:https://host.example'])
  for (const entry of [
    {},
    { url: 1 },
    { url: 'nowhere' },
    { command: 7 },
    { command: 'npx', args: 'x' },
    { args: [] },
  ])
    expect(serverKeys(entry)).toEqual([])
  expect(serverKeys({ command: 'npx', args: [null, 1, 'weather'] })).toEqual(npm('weather'))
})

test('a key of the index is written as that of a file', () => {
  expect(normalKey('package:oci/docker.io/mcp/weather:1')).toBe('package:oci/mcp/weather')
  expect(normalKey('endpoint:https://host.example/mcp/')).toBe('endpoint:https://host.example/mcp')
  expect(normalKey('mcp:io.github.sample/Weather')).toBe('mcp:io.github.sample/Weather')
})

test('settings with comments and commas at the end are read, and text in them stays', () => {
  const text = '\uFEFF{ // one\n "a": "x // y /* z */ ,]", /* two */ "b": [1, 2,], "c": "\\",}", }'
  expect(parseJsonc(text)).toEqual({ a: 'x // y /* z */ ,]', b: [1, 2], c: '",}' })
  expect(() => parseJsonc('{ "a": }')).toThrow(SyntaxError)
})

/** A folder with these files, gone after the test. */
function repository(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'assay-action-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

/** The inputs that action.yml gives where a workflow names nothing but the index. */
function defaults(): Record<string, string> {
  const inputs = readFileSync(join(ROOT, 'packages/action/action.yml'), 'utf8').split('\noutputs:')[0] ?? ''
  const found = [
    ...inputs.matchAll(/^ {2}([\w-]+):\n(?: {4}(?!default).*\n)*(?: {4}default:(.*(?:\n {6}.*)*))?/gm),
  ]
  return Object.fromEntries(
    found.map(([, name = '', value = '']) => [
      `INPUT_${name.toUpperCase()}`,
      value
        .replace(/^ \|\n/, '')
        .replaceAll(/^ +/gm, '')
        .replaceAll("'", ''),
    ]),
  )
}

test('what a workflow does not name is what action.yml says, and the code takes all of it', () => {
  const inputs = readInputs({ ...defaults(), INPUT_URL: 'https://assay.example/' })
  expect(inputs).toMatchObject({
    ...{ url: 'https://assay.example', minTier: 'indexed', isFailing: true, isCommenting: false },
    failOn: ['tier', 'dead', 'departed', 'flagged'],
    packageFiles: ['package.json', 'requirements.txt'],
  })
  expect(inputs.configFiles).toHaveLength(5)
  const described = readFileSync(join(ROOT, 'packages/action/action.yml'), 'utf8')
  for (const problem of PROBLEMS) expect(described).toContain(problem)
})

test.each([
  [{ INPUT_URL: '' }, /url is ""/],
  [{ 'INPUT_MIN-TIER': 'gold' }, /min-tier is "gold": it may be indexed, evidence_ranked/],
  [{ 'INPUT_FAIL-ON': 'dead, late' }, /fail-on is "late"/],
  [{ INPUT_FAIL: 'no' }, /fail is "no"/],
])('inputs %j are refused', (given, said) => {
  expect(() => readInputs({ INPUT_URL: 'https://assay.example', ...given })).toThrow(said)
})

test('servers and packages are read from every file that is there, and what cannot be read is told', () => {
  const root = repository({
    '.mcp.json': JSON.stringify({ mcpServers: { one: { command: 'npx', args: ['one'] }, odd: null } }),
    '.vscode/mcp.json': '{ // ours\n "servers": { "two": { "url": "https://two.example/mcp" } }, }',
    'deep/er/claude_desktop_config.json': '{"mcpServers":{"three":{"command":"uvx","args":["three"]}}}',
    'node_modules/x/claude_desktop_config.json':
      '{"mcpServers":{"never":{"command":"npx","args":["never"]}}}',
    'mcp.json': 'nonsense',
    'package.json':
      '{"dependencies":{"Sample-MCP":"1","left":"1"},"devDependencies":{"@modelcontextprotocol/sdk":"1"}}',
    'requirements.txt': '# mcp\nmcp_sample[x]>=1 ; python_version > "3"\n-r other.txt\nleft==1\n',
  })
  const { dependencies, unread } = readFiles(
    root,
    readInputs({ ...defaults(), INPUT_URL: 'https://assay.example' }),
  )
  expect(dependencies).toEqual([
    { file: '.mcp.json', name: 'one', keys: npm('one') },
    { file: '.mcp.json', name: 'odd', keys: [] },
    { file: '.vscode/mcp.json', name: 'two', keys: ['endpoint:https://two.example/mcp'] },
    { file: 'deep/er/claude_desktop_config.json', name: 'three', keys: pypi('three') },
    { file: 'package.json', name: 'Sample-MCP', keys: npm('sample-mcp') },
    { file: 'package.json', name: '@modelcontextprotocol/sdk', keys: npm('@modelcontextprotocol/sdk') },
    { file: 'requirements.txt', name: 'mcp_sample', keys: pypi('mcp-sample') },
  ])
  expect(unread).toEqual([{ file: 'mcp.json', why: expect.stringContaining('JSON') }])
})

const DEPENDENCY = { file: '.mcp.json', name: 'one', keys: npm('one') }
const AGENT = {
  ...{ handle: 'one', name: 'One', tier: 'evidence_ranked', liveness: 'alive', days_since_active: 2 },
  ...{ verdict: 'proceed', risk_flags: [] as Agent['risk_flags'] },
} as unknown as Agent
const ALL = { minTier: 'evidence_ranked', failOn: PROBLEMS } as const

test.each<[string, Partial<Agent> | null, string[]]>([
  ['in order', {}, []],
  ['not ranked', { tier: 'indexed' }, ['tier indexed, below evidence_ranked']],
  ['dead', { liveness: 'not_alive', days_since_active: 44 }, ['not alive (last act 44 days ago)']],
  ['dead, nobody knows since when', { liveness: 'not_alive', days_since_active: null }, ['not alive']],
  ['of unknown liveness', { liveness: 'unknown' }, []],
  ['departed', { liveness: null, tier: 'indexed', verdict: 'reject' }, ['departed from the index']],
  [
    'flagged',
    { risk_flags: [{ flag: 'hostile_name', severity: 'major' }] },
    ['flagged: hostile name (major)'],
  ],
  ['rejected', { verdict: 'reject' }, ['verdict reject']],
  ['not indexed', null, ['not in the index']],
])('of an agent that is %s the problems are told', (_, given, words) => {
  const agent = given === null ? null : { ...AGENT, ...given }
  expect(judge(DEPENDENCY, agent, ALL).problems.map((one) => one.words)).toEqual(words)
  expect(judge(DEPENDENCY, agent, { minTier: 'indexed', failOn: [] }).problems).toEqual([])
})

test('what files and strangers call things is text in the summary, and starts no command of the runner', () => {
  const EVIL = '`x`](https://evil.example) <img src=x> **b**\n::set-output name=x::y\n# h'
  const flag = { flag: EVIL, severity: 'major' as const }
  const judged = [judge({ ...DEPENDENCY, name: EVIL, file: EVIL }, { ...AGENT, risk_flags: [flag] }, ALL)]
  const report = { url: 'https://assay.example', judged, unread: [{ file: EVIL, why: EVIL }] }
  const html = marked.parse(summary(report), { async: false })
  expect([...html.matchAll(/<(\w+)[^>]*>/g)].map(([, tag]) => tag).filter((tag) => tag === 'img')).toEqual([])
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    'https://assay.example/agents/one',
  ])
  expect(html.match(/<h\d/g)).toEqual(['<h2', '<h3', '<h3'])
  expect(annotation('error', `100%\n::error::x`, 'a,b:c')).toBe('::error file=a%2Cb%3Ac::100%25 ::error::x')
  expect(asJson(report)).not.toContain('\n')
})
