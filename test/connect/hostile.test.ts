import { expect, test } from 'vitest'
import { connectView } from '../../core/connect/connect_view.ts'
import { agentSummary } from '../../core/resources/agent_summary.schema.ts'
import { agentSummaryView } from '../../core/resources/agent_summary.ts'
import { agentMarkdown } from '../../core/views/agent_markdown.ts'
import { toConnectRow } from '../../pipeline/artifacts/agents/connect_rows.ts'
import { createAgentRecord, INFO } from '../views/given_agent_record.ts'
import { listed, npm, oci, pypi, remote, required } from './given.ts'

const named = (name: string, more: object = {}) => ({
  packageArguments: [{ type: 'named', name, isRequired: true, ...more }],
})
const placed = (value: string) => ({ packageArguments: [{ type: 'positional', value }] })
const variable = (name: string) => ({ environmentVariables: [required(name)] })
const runtime = (...list: object[]) => ({ runtimeArguments: list })
const header = (name: string) => ({ headers: [required(name)] })

const NAME = 'its name is not'
const VERSION = 'names no exact version'
const CHARACTERS = 'a shell or a terminal can act on'

/** Packages of strangers, and a part of the reason that none of them has a command. */
const PACKAGES: [what: string, entry: Record<string, unknown>, reason: string][] = [
  ['a second command', npm({ identifier: 'tides; rm -rf ~' }), NAME],
  ['a command in backticks', npm({ identifier: '`id`' }), NAME],
  ['a command in a substitution', npm({ identifier: '$(id)' }), NAME],
  ['an option as a name', npm({ identifier: '--node-options=--eval' }), NAME],
  ['a dash as a name', npm({ identifier: '-y' }), NAME],
  ['a name that runs backwards', npm({ identifier: '@sample/\u202esedit' }), NAME],
  ['a name with nothing wide in it', npm({ identifier: '@sample/ti\u200bdes' }), NAME],
  ['a name in letters of another script', npm({ identifier: '@sample/tid\u0435s' }), NAME],
  ['a name of two lines', npm({ identifier: '@sample/tides\nrm' }), NAME],
  ['a folder', npm({ identifier: '../../tides' }), NAME],
  ['an absolute path', npm({ identifier: '/home/sample/index.js' }), NAME],
  ['a repository', npm({ identifier: 'github:sample/tides' }), NAME],
  ['an archive', npm({ identifier: 'https://sample.example/tides.tgz' }), NAME],
  ['a name with a version', npm({ identifier: '@sample/tides@latest' }), NAME],
  ['a name too long', npm({ identifier: 'a'.repeat(300) }), NAME],
  ['no name', npm({ identifier: undefined }), NAME],
  ['a launcher', npm({ identifier: 'npx' }), 'starts other programs'],
  ['another registry', npm({ registryBaseUrl: 'https://npm.evil.example' }), 'another registry'],
  ['the newest version', npm({ version: 'latest' }), VERSION],
  ['a range', npm({ version: '^1.2.3' }), VERSION],
  ['any version', npm({ version: '*' }), VERSION],
  ['no version', npm({ version: undefined }), VERSION],
  ['a version with a command', npm({ version: '1.2.3 && id' }), VERSION],
  ['a version with a space before it', npm({ version: ' 1.2.3' }), VERSION],
  ['a range of Python', pypi({ version: '>=1.0' }), VERSION],
  ['any version of Python', pypi({ version: '1.*' }), VERSION],
  ['extras of Python', pypi({ identifier: 'tides[all]' }), NAME],
  ['an address of Python', pypi({ identifier: 'git+https://sample.example/tides' }), NAME],
  ['another program of Python', pypi({ identifier: 'uv' }), 'starts other programs'],
  ['an image that moves', oci({ identifier: 'images.sample.example/tides:latest' }), VERSION],
  ['an image without a tag', oci({ identifier: 'sample/tides' }), VERSION],
  ['a broken digest', oci({ identifier: 'sample/tides@sha256:abc' }), VERSION],
  ['an option as an image', oci({ identifier: '--privileged' }), NAME],
  ['an image of this machine', oci({ identifier: 'localhost:5000/tides:1.0' }), NAME],
  ['an image of the network inside', oci({ identifier: '10.0.0.1/tides:1.0' }), NAME],
  ['an image in capitals', oci({ identifier: 'Sample/Tides:1.0' }), NAME],
  [
    'a container with all rights',
    oci(runtime({ type: 'named', name: '--privileged', isRequired: true })),
    '(--privileged)',
  ],
  ['a container with the disk', oci(runtime({ type: 'named', name: '-v', value: '/:/host' })), 'widen'],
  ['a container in the network', oci(runtime({ type: 'named', name: '--network', value: 'host' })), 'widen'],
  ['an option of npx', npm(runtime({ type: 'positional', value: '--node-options=--eval' })), 'widen'],
  ['another package by npx', npm(runtime({ type: 'named', name: '--package', value: 'evil' })), 'widen'],
  ['another package by uvx', pypi(runtime({ type: 'named', name: '--from', value: 'evil' })), 'widen'],
  ['options of Node', npm(named('--node-options', { value: 'x' })), 'run or open something else'],
  ['code to run', npm(named('--eval', { value: 'x' })), 'run or open something else'],
  ['two words as an option', npm(named('-e GRAFANA_URL')), 'not an option'],
  ['a command as an option', npm(named('--x;id')), 'not an option'],
  ['an option as a value', npm(placed('--privileged')), 'begins with a dash'],
  ['a pipe in a value', npm(placed('a|sh')), CHARACTERS],
  ['a variable in a value', npm(placed('$HOME')), CHARACTERS],
  ['a variable of Windows in a value', npm(placed('%PATH%')), CHARACTERS],
  ['a quotation mark in a value', npm(named('--name', { value: `a' b` })), CHARACTERS],
  ['a line end in a value', npm(placed('a\nb')), CHARACTERS],
  ['a value that runs backwards', npm(placed('a\u202eb')), CHARACTERS],
  ['a value without end', npm(placed('a'.repeat(201))), CHARACTERS],
  ['a path of the machine', npm(placed('/etc')), 'path on your machine'],
  ['an address inside as a value', npm(placed('http://169.254.169.254/')), 'not public https'],
  ['an address with a password as a value', npm(placed('https://a:b@sample.example/')), 'not public https'],
  ['a secret as a value', npm(named('--key', { value: 'x', isSecret: true })), 'secret'],
  ['an argument of no kind', npm({ packageArguments: [{ value: 'x' }] }), 'neither positional nor named'],
  [
    'arguments without end',
    npm({ packageArguments: Array(60).fill({ type: 'positional', value: 'a' }) }),
    'more than 50',
  ],
  ['a variable with a value in its name', npm(variable('KEY=x')), 'no variable can have'],
  ['a variable with a command', npm(variable('KEY;id')), 'no variable can have'],
  ['a variable of two lines', npm(variable('KEY\nPATH')), 'no variable can have'],
  ['a variable that begins with a digit', npm(variable('1KEY')), 'no variable can have'],
  ['a variable with a space wide as nothing', npm(variable('KE\u200bY')), 'no variable can have'],
  ['the options of Node as a variable', npm(variable('NODE_OPTIONS')), 'how programs are started'],
  ['a library to load', npm(variable('LD_PRELOAD')), 'how programs are started'],
  ['the path of programs', npm(variable('Path')), 'how programs are started'],
  ['another registry as a variable', npm(variable('npm_config_registry')), 'how programs are started'],
  [
    'a program at a port',
    npm({ transport: { type: 'sse', url: 'http://localhost:1/' } }),
    'listens at a port',
  ],
  ['a shell to run it', npm({ runtimeHint: 'bash' }), 'not offered'],
  [
    'a bundle',
    npm({ registryType: 'mcpb', identifier: 'https://sample.example/a.mcpb' }),
    'packages of its kind',
  ],
  ['a kind that is no kind', npm({ registryType: '__proto__' }), 'packages of its kind'],
]

const ADDRESSES: [what: string, entry: Record<string, unknown>, reason: string][] = [
  ['no https', remote({ url: 'http://mcp.sample.example/' }), 'not https'],
  ['a script', remote({ url: 'javascript:alert(1)' }), 'not https'],
  ['this machine', remote({ url: 'https://localhost/mcp' }), 'not of a public host'],
  ['the network inside', remote({ url: 'https://192.168.0.1/mcp' }), 'not of a public host'],
  ['a number as the network inside', remote({ url: 'https://0x7f000001/mcp' }), 'not of a public host'],
  ['a port', remote({ url: 'https://mcp.sample.example:22/' }), 'not of a public host'],
  ['a password', remote({ url: 'https://user:pass@mcp.sample.example/' }), 'name or a password'],
  ['a key', remote({ url: 'https://mcp.sample.example/?api_key=abc' }), 'key or a password'],
  ['a template', remote({ url: 'https://{tenant}.sample.example/mcp' }), 'parts to fill in'],
  ['a quotation mark', remote({ url: `https://mcp.sample.example/'` }), CHARACTERS.split(' or')[0] ?? ''],
  ['a command', remote({ url: 'https://mcp.sample.example/$(id)' }), 'a shell can act on'],
  ['a variable of Windows', remote({ url: 'https://mcp.sample.example/%PATH%' }), 'a shell can act on'],
  ['a space', remote({ url: 'https://mcp.sample.example/ --header x' }), 'not plain'],
  ['letters that run backwards', remote({ url: 'https://mcp.sample.example/\u202e' }), 'not plain'],
  ['no address', remote({ url: 7 }), 'missing'],
  ['a transport that is none', remote({ type: 'stdio' }), 'neither Streamable HTTP nor SSE'],
  ['a header of two lines', remote(header('X-Key\r\nHost')), 'no header can have'],
  ['a header with a value', remote(header('X-Key: a')), 'no header can have'],
  ['the host as a header', remote(header('Host')), 'belongs to the connection'],
]

const render = (entry: Record<string, unknown>, isAddress: boolean) => {
  const server = isAddress ? listed([], [entry]) : listed([entry])
  return createAgentRecord('tides', { connect: toConnectRow([server], [], []) })
}

test.each([
  ...PACKAGES.map((row) => [...row, false] as const),
  ...ADDRESSES.map((row) => [...row, true] as const),
])('%s: no command, and the reason is said', (_, entry, reason, isAddress) => {
  const agent = render(entry, isAddress)
  const shown = connectView(agent)
  expect(shown?.ways).toEqual([])
  expect(shown?.refused).toHaveLength(1)
  expect(shown?.refused[0]?.reason).toContain(reason)
  expect(agentSummary.parse(agentSummaryView(agent, INFO)).connect).toEqual(shown)
  expect(agentMarkdown(agent, INFO)).toContain('No settings for')
})

test('hostile inputs are at least forty', () => {
  expect(PACKAGES.length + ADDRESSES.length).toBeGreaterThan(40)
})

test('what is named of a refused entry turns no text and hides nothing', () => {
  const [refused] =
    connectView(render(npm({ identifier: `a\u202eb\u200b${'c'.repeat(500)}` }), false))?.refused ?? []
  expect(refused?.what).toMatch(/^npm package abc+…$/)
  expect(refused?.what.length).toBeLessThanOrEqual(100)
})

test('a flagged agent has no settings at all, and it is said why', () => {
  const { trust } = createAgentRecord('tides')
  const flags = [{ flag: 'hostile_name', severity: 'major', reason: 'x', related: null }] as const
  const connect = toConnectRow([listed([npm()])], [], [])
  const endpoints = [{ kind: 'x402', url: 'https://sample.example/a' }] as const
  const agent = createAgentRecord('tides', {
    connect,
    endpoints: [...endpoints],
    trust: { ...trust, flags: [...flags] },
  })
  expect(connectView(agent)).toEqual({
    ...{ ways: [], more: 0, refused: [], untrusted_fields: [] },
    withheld: 'No settings are offered for this agent: flagged: hostile name.',
  })
})
