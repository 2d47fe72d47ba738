import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { parse } from 'shell-quote'
import { afterAll, expect, test } from 'vitest'
import { mcpSettings } from '../../core/connect/mcp_clients.ts'
import type { McpWay } from '../../core/views/connect_row.ts'
import { npm, vetOne } from './given.ts'

const START_MS = 300_000
const FOLDER = { packageArguments: [{ type: 'positional', valueHint: 'folder', isRequired: true }] }

const PACKAGES: [identifier: string, version: string, settings: object, tool: string][] = [
  ['@modelcontextprotocol/server-everything', '2026.8.31', {}, 'echo'],
  ['@modelcontextprotocol/server-filesystem', '2026.8.31', FOLDER, 'read_text_file'],
  ['@modelcontextprotocol/server-memory', '2026.8.31', {}, 'create_entities'],
  ['@modelcontextprotocol/server-sequential-thinking', '2026.8.31', {}, 'sequentialthinking'],
  ['@upstash/context7-mcp', '4.1.1', {}, 'resolve-library-id'],
]

const folder = mkdtempSync(join(tmpdir(), 'assay-started-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const [FIRST] = PACKAGES
const hasRegistry =
  spawnSync('npm', ['view', `${FIRST?.[0]}@${FIRST?.[1]}`, 'version'], { timeout: 60_000 }).stdout?.length > 0

/** The words after `--` of the command that is printed for Claude Code: what it starts. */
function printedCommand(way: McpWay): string[] {
  const line = mcpSettings(way, 'tides').find(({ client }) => client === 'claude-code')?.text ?? ''
  const words = parse(line).map(String)
  return words.slice(words.indexOf('--') + 1).map((word) => (word === '<your folder>' ? folder : word))
}

test.skipIf(!hasRegistry).for(PACKAGES)(
  '%s is started by the printed command and lists its tools (needs a registry of npm)',
  { timeout: START_MS },
  async ([identifier, version, settings, tool]) => {
    const { ways } = vetOne(npm({ identifier, version, ...settings }))
    const [command = '', ...args] = printedCommand(ways[0] as McpWay)
    const client = new Client({ name: 'assay-test', version: '1.0.0' })
    const since = performance.now()
    await client.connect(
      new StdioClientTransport({
        command,
        args,
        cwd: folder,
        stderr: 'ignore',
        env: { ...process.env } as Record<string, string>,
      }),
      {
        timeout: START_MS,
      },
    )
    try {
      const { tools } = await client.listTools()
      console.log(
        `${identifier} ${version}: ${tools.length} tools in ${Math.round(performance.now() - since)} ms`,
      )
      expect(tools.map(({ name }) => name)).toContain(tool)
    } finally {
      await client.close()
    }
  },
)
