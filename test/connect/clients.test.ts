import fc from 'fast-check'
import { parse as parseShell } from 'shell-quote'
import { describe, expect, it, test } from 'vitest'
import { type ClientSettings, mcpSettings } from '../../core/connect/mcp_clients.ts'
import type { McpWay } from '../../core/views/connect_row.ts'
import { vetServer } from '../../pipeline/connect/vet_server.ts'
import { findFault } from './check_form.ts'
import { listed, npm, oci, pypi, remote, required, vetAddressEntry, vetOne } from './given.ts'

function requireForm(settings: ClientSettings): void {
  expect(findFault(settings), settings.text).toBeNull()
}

/** The words of a command as a shell reads them; anything that is not a word is an error. */
const shellWords = (line: string): string[] =>
  parseShell(line).map((part) => {
    if (typeof part !== 'string') throw new Error(`${line} has ${JSON.stringify(part)}`)
    return part
  })

const only = ({ ways }: { ways: McpWay[] }): McpWay => {
  expect(ways).toHaveLength(1)
  return ways[0] as McpWay
}

const writeFor = (way: McpWay, client: string): string =>
  mcpSettings(way, 'tides').find((settings) => settings.client === client)?.text ?? ''

const FULL = npm({
  environmentVariables: [required('TIDES_KEY', { isSecret: true }), { name: 'TIDES_UNIT' }],
  packageArguments: [
    { type: 'positional', value: 'start' },
    { type: 'named', name: '--port', value: '80' },
    { type: 'positional', valueHint: 'folder', isRequired: true },
    { type: 'named', name: '--optional', valueHint: 'x' },
  ],
})
const KEYED = remote({
  headers: [
    required('X-Tides-Key', { isSecret: true }),
    required('Authorization', { value: 'Bearer {token}' }),
  ],
})

describe('a package', () => {
  const way = only(vetOne(FULL))

  it('is a command of Claude Code whose words a shell reads as they are', () => {
    expect(writeFor(way, 'claude-code')).toBe(
      'claude mcp add --env "TIDES_KEY=<your TIDES_KEY>" --transport stdio tides -- npx -y @sample/tides@1.2.3 start --port=80 "<your folder>"',
    )
  })

  it('is a table of Codex that takes variables from the environment', () => {
    expect(writeFor(way, 'codex')).toBe(
      '[mcp_servers.tides]\ncommand = "npx"\nargs = ["-y", "@sample/tides@1.2.3", "start", "--port=80", "<your folder>"]\nenv_vars = ["TIDES_KEY"]',
    )
  })

  it('asks in VS Code, for a secret as for a password', () => {
    expect(JSON.parse(writeFor(way, 'vscode'))).toEqual({
      inputs: [
        { type: 'promptString', id: 'TIDES_KEY', description: 'TIDES_KEY', password: true },
        { type: 'promptString', id: 'folder', description: 'folder', password: false },
      ],
      servers: {
        tides: {
          ...{ type: 'stdio', command: 'npx' },
          // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the client fills it in
          args: ['-y', '@sample/tides@1.2.3', 'start', '--port=80', '${input:folder}'],
          env: { TIDES_KEY: '${input:TIDES_KEY}' },
        },
      },
    })
  })

  it('reads from the environment in Cursor', () => {
    expect(JSON.parse(writeFor(way, 'cursor')).mcpServers.tides.env).toEqual({
      TIDES_KEY: '${env:TIDES_KEY}',
    })
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: the client fills it in
  })
})

test('an image gets the variables that it needs by name, and no other', () => {
  const way = only(
    vetOne(oci({ environmentVariables: [required('TIDES_KEY'), { name: 'AWS_SECRET_ACCESS_KEY' }] })),
  )
  expect(writeFor(way, 'json')).toContain('"TIDES_KEY": "<your TIDES_KEY>"')
  expect(way.kind === 'package' && way.args).toEqual([
    ...['run', '-i', '--rm', '-e', 'TIDES_KEY', 'images.sample.example/tides:1.2.3'],
  ])
})

test('a package of Python is pinned', () => {
  expect(writeFor(only(vetOne(pypi())), 'claude-code')).toBe(
    'claude mcp add --transport stdio tides -- uvx sample-tides@1.2.3',
  )
})

describe('an address', () => {
  const way = only(vetAddressEntry(KEYED))

  it('has its headers after the address', () => {
    expect(writeFor(way, 'claude-code')).toBe(
      'claude mcp add --transport http tides https://mcp.sample.example/tides --header "X-Tides-Key: <your X-Tides-Key>" --header "Authorization: Bearer <your Authorization>"',
    )
  })

  it('never takes a variable that may hold a secret already', () => {
    const odd = only(vetAddressEntry(remote({ headers: [required('AWS-Secret-Access-Key')] })))
    for (const { client, text } of mcpSettings(odd, 'tides'))
      expect(text, client).not.toMatch(/(?<!MCP_TIDES_)AWS_SECRET_ACCESS_KEY/)
  })

  it('goes through the bridge where a client has not its transport', () => {
    const sse = only(vetAddressEntry(remote({ type: 'sse' })))
    expect(writeFor(sse, 'codex')).toContain('"mcp-remote@0.15.1", "https://mcp.sample.example/tides"')
    expect(writeFor(way, 'codex')).toContain('bearer_token_env_var = "MCP_TIDES_AUTHORIZATION"')
  })
})

test('the settings of every client have its documented form', () => {
  const entries = [FULL, npm(), pypi(), oci(), oci({ identifier: `sample/a@sha256:${'a'.repeat(64)}` })]
  const remotes = [KEYED, remote(), remote({ type: 'sse' })]
  const { ways, refused } = vetServer(listed(entries, remotes))
  expect(refused).toEqual([])
  expect(ways).toHaveLength(8)
  for (const way of ways) for (const settings of mcpSettings(way, 'tides')) requireForm(settings)
})

test('a form with a field too many is seen', () => {
  const settings = {
    client: 'cursor',
    language: 'json',
    text: '{"mcpServers":{"a":{"command":"sh","args":[]}}}',
  }
  expect(findFault(settings as ClientSettings)).toContain('must be equal to one of the allowed values')
})

const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    "'",
    '"',
    '`',
    '$(id)',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as a publisher may write it
    '${x}',
    '{x}',
    ' ',
    '\n',
    '\u202e',
    '\u200b',
    '--',
    '-y',
    '%PATH%',
    '<b>',
  ),
  fc.constantFrom(
    'start',
    '--port',
    '8080',
    'KEY',
    'X-Key',
    'folder',
    '@sample/tides',
    '1.2.3',
    'sample/tides:1',
  ),
)
const words = fc.array(odd, { maxLength: 3 }).map((parts) => parts.join(''))
const anyArgument = fc.record({
  ...{ type: fc.constantFrom('named', 'positional'), name: words, value: fc.option(words), valueHint: words },
  ...{ isRequired: fc.boolean(), isSecret: fc.boolean() },
})
const anyInput = fc.record({
  name: words,
  isRequired: fc.boolean(),
  isSecret: fc.boolean(),
  value: fc.option(words),
})
const anyPackage = fc.record({
  registryType: fc.constantFrom('npm', 'pypi', 'oci'),
  identifier: fc.oneof(words, fc.constantFrom('@sample/tides', 'tides', 'sample/tides:1.0')),
  version: fc.oneof(words, fc.constant('1.2.3')),
  packageArguments: fc.array(anyArgument, { maxLength: 3 }),
  runtimeArguments: fc.array(anyArgument, { maxLength: 1 }),
  environmentVariables: fc.array(anyInput, { maxLength: 2 }),
})
const anyRemote = fc.record({
  type: fc.constantFrom('streamable-http', 'sse'),
  url: words.map((text) => `https://mcp.sample.example/${text}`),
  headers: fc.array(anyInput, { maxLength: 2 }),
})

/** All that the settings of a way may have: words without meaning to a shell, and blanks. */
const HARMLESS = /^(?:[\w@%+:,./=&?~-]|<your [\w-]+>|: (?:Bearer )?(?=<))+$/

test('whatever a publisher writes, a shell and a client read the words that were checked', () => {
  let made = 0
  fc.assert(
    fc.property(anyPackage, anyRemote, (entry, address) => {
      const { ways, refused } = vetServer(listed([entry], [address]))
      expect(ways.length + refused.length).toBe(2)
      for (const way of ways) {
        made += 1
        for (const settings of mcpSettings(way, 'tides')) requireForm(settings)
        const read = shellWords(writeFor(way, 'claude-code'))
        for (const word of read) expect(word).toMatch(HARMLESS)
        if (way.kind === 'package') {
          expect(read.slice(read.indexOf('--') + 1)).toEqual([way.command, ...way.args])
          expect(JSON.parse(writeFor(way, 'json')).mcpServers.tides.args).toEqual(way.args)
        }
      }
    }),
    { numRuns: 400 },
  )
  expect(made).toBeGreaterThan(50)
})
