import { parseArgs } from 'node:util'
import { currentRelease } from '../../core/release/release.ts'
import { BadCommandLine, runAsCommand } from '../../scripts/lib/command.ts'
import { countServers, type ServerCounts } from './connect/count_servers.ts'
import { tryAddresses } from './connect/try_addresses.ts'

const HELP = `Usage: npm run e2e -- connect --output DIR [--server URL] [--day N]

Counts the servers of the MCP registry in the newest release of a folder that have settings to connect, a reason that they
have none, or neither, and checks the form of every client's settings. With a replay server in its hosts mode the
stock client also connects to the printed addresses. Exit code: 0 none has neither, every form is right, and all
addresses that answer list their tools; 1 otherwise.

  --output DIR   the folder of an index
  --server URL   such as http://127.0.0.1:9900, of which the index was built
  --day N        0 to 31; default: 0
`
const OPTIONS = {
  output: { type: 'string' },
  server: { type: 'string' },
  day: { type: 'string', default: '0' },
} as const

const MAX_NAMED = 10

function print(counts: ServerCounts): boolean {
  const { agents, with_settings, with_a_reason, withheld, neither, settings, wrong, reasons, bytes } = counts
  const rows = {
    agents,
    with_settings,
    with_a_reason,
    withheld,
    neither: neither.length,
    settings,
    wrong: wrong.length,
    bytes,
  }
  for (const [name, count] of Object.entries(rows)) console.log(`${name.padEnd(15)}${count}`)
  console.log('\nreasons')
  for (const [reason, count] of [...reasons].sort((a, b) => b[1] - a[1])) console.log(`${count}  ${reason}`)
  for (const line of [...neither, ...wrong].slice(0, MAX_NAMED)) console.log(`WRONG ${line}`)
  return agents > 0 && neither.length + wrong.length === 0
}

async function tryAll(urls: string[], server: string, day: string): Promise<boolean> {
  const tried = await tryAddresses(urls, server, day)
  const broken = tried.filter(({ isBroken }) => isBroken)
  const answering = tried.filter(({ answers, isBroken }) => answers && !isBroken)
  const failed = answering.filter(({ tools }) => tools === null)
  const silent = tried.filter(({ answers, tools }) => !answers && tools !== null)
  console.log(
    `\n${tried.length} printed addresses of known truth: ${answering.length} answer, ${answering.length - failed.length} of them listed their tools; ${silent.length} others did; ${broken.length} answer against the specification`,
  )
  for (const { url, error } of failed.slice(0, MAX_NAMED)) console.log(`FAILED ${url}: ${error}`)
  return answering.length > 0 && failed.length === 0
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { output, server, day } = parseArgs({ args, options: OPTIONS }).values
  if (output === undefined) throw new BadCommandLine('name the folder of an index with --output')
  const release = currentRelease(output)
  if (release === null) throw new BadCommandLine(`${output} has no release: build a day first`)
  const counts = countServers(release)
  const isWhole = print(counts)
  return (server === undefined || (await tryAll(counts.addresses, server, day))) && isWhole
})
