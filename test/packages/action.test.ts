import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { marked } from 'marked'
import { expect, onTestFinished, test } from 'vitest'
import type { Agent } from '../../packages/action/ask_index.ts'
import { normalKey } from '../../packages/action/dependency.ts'
import { PROBLEMS, readInputs } from '../../packages/action/inputs.ts'
import { parseJsonc } from '../../packages/action/jsonc.ts'
import { judge } from '../../packages/action/judge.ts'
import { readFiles } from '../../packages/action/read_files.ts'
import { annotation, reportAsJson, summary } from '../../packages/action/report.ts'
import { ROOT } from '../pages.ts'
import { readDependencies, readServer, repository } from './workspace.ts'

const npm = (name: string) => `package:npm/${name}`
const pypi = (name: string) => `package:pypi/${name}`
const oci = (name: string) => `package:oci/${name}`

/** Key of the server that an entry names in an otherwise empty repository. */
const entryKey = (entry: unknown): string | null => readServer(entry).key

test.each<[string, string]>([
  ['npx -y @sample/weather', npm('@sample/weather')],
  ['npx @sample/weather@1.2.3 --port 1', npm('@sample/weather')],
  ['npx @sample/weather@^1.2.0', npm('@sample/weather')],
  ['npx weather@latest /some/folder', npm('weather')],
  ['npx --yes --package=@sample/weather weather', npm('@sample/weather')],
  ['npx -p @sample/weather@latest weather', npm('@sample/weather')],
  ['/usr/local/bin/npx weather', npm('weather')],
  ['C:\\nodejs\\npx.cmd weather', npm('weather')],
  ['cmd /c npx -y weather', npm('weather')],
  ['npm exec -- weather --registry x', npm('weather')],
  ['npm exec -y weather -- --port 1', npm('weather')],
  ['pnpm dlx weather', npm('weather')],
  ['yarn dlx weather', npm('weather')],
  ['bunx weather', npm('weather')],
  ['uvx Sample_Weather', pypi('sample-weather')],
  ['uvx --python 3.12 sample.weather==2.0', pypi('sample-weather')],
  ['uvx --from sample-weather[extra]@1.0 sample_weather', pypi('sample-weather')],
  ['uvx sample-weather@latest --verbose', pypi('sample-weather')],
  ['uv tool run sample-weather', pypi('sample-weather')],
  ['pipx run sample-weather', pypi('sample-weather')],
  ['docker run -i --rm -e KEY mcp/weather:1.2', oci('mcp/weather')],
  ['docker run --env=KEY --pull always docker.io/library/weather', oci('weather')],
  ['docker run -i mcp/weather --port 1', oci('mcp/weather')],
  ['podman container run registry.example:5000/a/weather', oci('registry.example:5000/a/weather')],
  ['npx -y mcp-remote https://Host.example/mcp/ --header x', 'endpoint:https://host.example/mcp'],
  ['npx -y supergateway --sse https://host.example/sse', 'endpoint:https://host.example/sse'],
])('%s runs %s', (line, key) => {
  const [command = '', ...args] = line.split(' ')
  const env = { API_KEY: 'x', NODE_ENV: 'production', PYTHONUNBUFFERED: '1' }
  const entry = { command, args, env, type: 'stdio', cwd: '$' + '{workspaceFolder}' }
  expect(readServer(entry)).toMatchObject({ key, doubt: null })
  if (!/[[^]/.test(line)) expect(entryKey({ command: line })).toBe(key)
})

test('a server that is called is known by its address', () => {
  expect(entryKey({ url: 'https://host.example/mcp/?key=secret#x' })).toBe(
    'endpoint:https://host.example/mcp',
  )
  expect(entryKey({ serverUrl: 'https://host.example' })).toBe('endpoint:https://host.example')
  const headers = { Authorization: 'Bearer $' + '{input:key}', 'X-Api-Key': 'x' }
  expect(entryKey({ type: 'http', url: 'https://Host.example:443/mcp', headers })).toBe(
    'endpoint:https://host.example/mcp',
  )
  // Other places are other keys, which the index has or has not.
  expect(entryKey({ url: 'https://host.example:444/mcp' })).toBe('endpoint:https://host.example:444/mcp')
  expect(entryKey({ url: 'http://host.example/mcp' })).toBe('endpoint:http://host.example/mcp')
  expect(entryKey({ url: 'https://host.example/a/../evil' })).toBe('endpoint:https://host.example/evil')
})

test.each([
  { url: 1 },
  { url: 'nowhere' },
  { command: 7 },
  { args: [] },
  { command: 'npx' },
  { command: 'npx mcp-remote' },
])('nonsense such as %j is in doubt', (entry) => {
  expect(readServer(entry)).toMatchObject({ key: null, doubt: expect.any(String) })
})

test('usual arguments of package managers cause no doubt', () => {
  const registry = 'https://registry.npmjs.org'
  const files = {
    '.npmrc': `# ours\nregistry=${registry}/\nsave-exact=true\n//registry.npmjs.org/:_authToken=x\n`,
    'package.json': JSON.stringify({
      ...{ name: 'x', dependencies: { good: '^1.0.0' }, packageManager: 'npm@11.1.0' },
      overrides: { other: '1.0.0', good: '$good' },
    }),
    'package-lock.json': JSON.stringify({
      packages: {
        '': { name: 'x' },
        'node_modules/good': { resolved: `${registry}/good/-/good-1.0.0.tgz`, bin: { good: 'x' } },
        'node_modules/@a/b': { resolved: `${registry}/@a/b/-/b-1.0.0.tgz` },
      },
    }),
    'pnpm-lock.yaml': 'packages:\n\n  good@1.0.0:\n    resolution: {integrity: sha512-x}\n',
    'yarn.lock': `good@^1.0.0:\n  version "1.0.0"\n  resolved "${registry}/good/-/good-1.0.0.tgz#1"\n`,
    'bun.lock': '{"packages":{"good":["good@1.0.0","",{},"sha512-x"]}}',
    'pyproject.toml': '[project]\nname = "x"\n[tool.ruff]\nline-length = 100\n',
    'requirements.txt': '-r base.txt\ngood[extra]>=1.0,<2 ; python_version > "3" # ours\n--require-hashes\n',
    'base.txt': 'good==1.0 --hash=sha256:abc\n',
  }
  expect(readServer({ command: 'npx', args: ['good'] }, files)).toMatchObject({
    key: npm('good'),
    doubt: null,
  })
  expect(readServer({ command: 'uvx', args: ['good'] }, files)).toMatchObject({
    key: pypi('good'),
    doubt: null,
  })
  expect(readDependencies(files).dependencies.map(({ key, doubt }) => [key, doubt])).toEqual([
    [npm('good'), null],
    [pypi('good'), null],
  ])
})

test('a key of the index is written as that of a file', () => {
  expect(normalKey('package:oci/docker.io/mcp/weather:1')).toBe('package:oci/mcp/weather')
  expect(normalKey('endpoint:https://host.example/mcp/')).toBe('endpoint:https://host.example/mcp')
  expect(normalKey('mcp:io.github.sample/Weather')).toBe('mcp:io.github.sample/Weather')
})

test('settings with comments and commas at the end are read, and text in them stays', () => {
  const text = '\uFEFF{ // one\n "a": "x // y /* z */ ,]", /* two */ "b": [1, 2,], "c": "\\",}", }'
  expect(parseJsonc(text)).toEqual({ value: { a: 'x // y /* z */ ,]', b: [1, 2], c: '",}' }, doubled: [] })
  expect(() => parseJsonc('{ "a": }')).toThrow(SyntaxError)
})

test.each(['{"a":1,,}', '[1,2', '"a', '/* a', '{"a" 1}', '{a:1}', '1/2', '[1]]', '{}}', '', '1/**/2'])(
  '%s is no JSON, with comments or without',
  (text) => {
    expect(() => parseJsonc(text)).toThrow(SyntaxError)
  },
)

test('keys that are there twice in one object are told, however they are spelled', () => {
  expect(parseJsonc('{"a":{"b":1},"c":{"b":1},"\\u0061":[{"d":1},{"d":1}]}').doubled).toEqual(['a'])
  expect(parseJsonc('{"a":"a","b":["a","a"]}').doubled).toEqual([])
  expect(() => parseJsonc('['.repeat(20_000))).toThrow(/deeper than 100 levels/)
})

/** Number of reads per character of a text while it is parsed. */
function readsPerCharacter(text: string): number {
  let reads = 0
  const spied: object = new Proxy(Object(text) as object, {
    get(target, name) {
      if (name === 'length') return text.length
      if (typeof name === 'string' && /^\d+$/.test(name)) {
        reads += 1
        return text[Number(name)]
      }
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return (...given: unknown[]) => {
        const found = method.apply(text, given)
        // Searched and cut text counts as read too. There is no mark at the front to be taken off.
        if (name === 'indexOf') reads += (found < 0 ? text.length : found) - Number(given[1])
        if (name === 'slice') reads += String(found).length
        return name === 'replace' ? spied : found
      }
    },
  })
  try {
    parseJsonc(spied as unknown as string)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  return reads / text.length
}

test.each([
  ['comments that do not end', '/*'],
  ['strings that do not end', '"\\"'],
  ['quotes', '"'],
  ['commas and spaces', ',    '],
  ['backslashes', '\\'],
  ['a long word', 'x'],
  ['lines of comments', '//\n'],
  ['brackets', '[]'],
])('%s are read once: ten times the text is ten times the work', (_, part) => {
  const [small = 0, large] = [1_000, 10_000].map((times) => readsPerCharacter(part.repeat(times)))
  expect(small).toBeLessThan(8)
  expect(large).toBeLessThan(small + 1)
})

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

test('inputs that a workflow omits have the defaults of action.yml, all of which the code accepts', () => {
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

const knownDependency = (file: string, name: string, key: string) => ({ file, name, key, doubt: null })

test('servers and packages are read from every file present, and unreadable ones are reported', () => {
  const root = repository({
    '.mcp.json': JSON.stringify({ mcpServers: { one: { command: 'npx', args: ['one'] }, odd: null } }),
    '.vscode/mcp.json': '{ // ours\n "servers": { "two": { "url": "https://two.example/mcp" } }, }',
    'deep/er/claude_desktop_config.json': '{"mcpServers":{"three":{"command":"uvx","args":["three"]}}}',
    'node_modules/x/claude_desktop_config.json':
      '{"mcpServers":{"never":{"command":"npx","args":["never"]}}}',
    'mcp.json': 'nonsense',
    'package.json':
      '{"dependencies":{"sample-mcp":"1","left":"1"},"devDependencies":{"@modelcontextprotocol/sdk":"1"}}',
    'requirements.txt': '# mcp\nmcp_sample[x]>=1 ; python_version > "3"\nleft==1\n',
  })
  const { dependencies, unread } = readFiles(
    root,
    readInputs({ ...defaults(), INPUT_URL: 'https://assay.example' }),
  )
  expect(dependencies).toEqual([
    knownDependency('.mcp.json', 'one', npm('one')),
    {
      ...knownDependency('.mcp.json', 'odd', ''),
      key: null,
      doubt: expect.stringContaining('neither a command'),
    },
    knownDependency('.vscode/mcp.json', 'two', 'endpoint:https://two.example/mcp'),
    knownDependency('deep/er/claude_desktop_config.json', 'three', pypi('three')),
    knownDependency('package.json', 'sample-mcp', npm('sample-mcp')),
    knownDependency('package.json', '@modelcontextprotocol/sdk', npm('@modelcontextprotocol/sdk')),
    knownDependency('requirements.txt', 'mcp_sample', pypi('mcp-sample')),
  ])
  expect(unread).toEqual([{ file: 'mcp.json', why: expect.stringContaining('JSON') }])
})

const DEPENDENCY = knownDependency('.mcp.json', 'one', npm('one'))
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
  expect(judge(DEPENDENCY, agent, ALL).problems.map((problem) => problem.words)).toEqual(words)
  expect(judge(DEPENDENCY, agent, { minTier: 'indexed', failOn: [] }).problems).toEqual([])
})

test('known vulnerabilities of the listed version are reported, and are no problem', () => {
  const agent = { ...AGENT, known_vulnerabilities: 2 }
  const report = { url: 'https://assay.example', judged: [judge(DEPENDENCY, agent, ALL)], unread: [] }
  expect(summary(report)).toContain('with 2 known vulnerabilities in the listed version (OSV)')
  expect(summary(report)).toContain('## Assay: no problems')
  expect(JSON.parse(reportAsJson(report)).checked[0]).toMatchObject({
    known_vulnerabilities: 2,
    problems: [],
  })
})

test('a doubtful dependency is never in order, whatever the index says of an agent', () => {
  const doubted = { ...DEPENDENCY, key: null, doubt: 'it may be anything' }
  const judged = [judge(doubted, AGENT, { minTier: 'indexed', failOn: ['dead'] })]
  const report = { url: 'https://assay.example', judged, unread: [] }
  expect(judged).toMatchObject([{ agent: null, problems: [] }])
  expect(summary(report)).toContain('### Cannot be judged\n- `one` in `.mcp.json`: **it may be anything**')
  expect(summary(report)).not.toContain('In order')
  expect(JSON.parse(reportAsJson(report)).checked[0]).toMatchObject({
    handle: null,
    doubt: 'it may be anything',
  })
  expect(judge(doubted, AGENT, ALL).problems).toEqual([
    { problem: 'unknown', words: 'cannot be judged: it may be anything' },
  ])
})

test('links do not lead out of the repository, and what is no file or too large is not read', () => {
  const outside = mkdtempSync(join(tmpdir(), 'assay-outside-'))
  onTestFinished(() => rmSync(outside, { recursive: true, force: true }))
  const config = '{"mcpServers":{"secret":{"command":"npx","args":["secret"]}}}'
  writeFileSync(join(outside, 'mcp.json'), config)
  const root = repository({
    'inside.json': config.replaceAll('secret', 'own'),
    'large.json': `${' '.repeat(2 ** 20)}{}`,
  })
  symlinkSync(join(outside, 'mcp.json'), join(root, '.mcp.json'))
  symlinkSync(outside, join(root, 'folder'))
  symlinkSync('inside.json', join(root, 'linked.json'))
  symlinkSync('/dev/zero', join(root, 'endless.json'))
  symlinkSync('gone', join(root, 'gone.json'))
  const files = ['.mcp.json', 'folder/mcp.json', 'linked.json', 'endless.json', 'gone.json', 'large.json']
  const configFiles = [...files, `${'../'.repeat(9)}${outside.slice(1)}/mcp.json`]
  const { dependencies, unread } = readFiles(root, { configFiles, packageFiles: [], packages: [] })
  expect(dependencies).toEqual([knownDependency('linked.json', 'own', npm('own'))])
  expect(unread.map(({ why }) => why).sort()).toEqual([
    'it cannot be opened (ENOENT)',
    expect.stringContaining('1048578 bytes'),
    ...Array(4).fill('it leads out of the repository'),
  ])
})

test('names from files and strangers are text in the summary, and start no command of the runner', () => {
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
  expect(reportAsJson(report)).not.toContain('\n')
})
