import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { startScript } from '../../test/kit/child.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import { table } from '../../test/kit/table.ts'
import { replayDate, withUpstream } from '../../test/kit/upstream.ts'
import { CopiedWorld } from './whole_day/copied_world.ts'
import { RunWatch } from './whole_day/measure.ts'
import type { Sizes } from './whole_day/sizes.ts'

const HELP = `Usage: npm run bench -- whole-day [--days N] [--agents N] [--servers N] [--clock N] [--output DIR]

Runs whole days at the size of the market of late 2026: the replay in its modes real, volume and hosts, with copies of its
registrations and servers in front of it. Prints for each step its seconds, rows and processor seconds, and for each day
its time, peak memory and the bytes of its folder. Exit code: 0 every day was published, 1 one was not.

  --days N      default: 1
  --agents N    copies of each ERC-8004 registration (default: 13, some 600,000 registrations)
  --servers N   copies of each server of the MCP registry (default: 15, some 30,000)
  --clock N     the pace of all hosts is as many times faster (default: 1)
  --modes LIST  modes of the replay (default: real,volume,hosts)
  --output DIR  keep the folder, and continue it (default: a temporary one)
`
const OPTIONS = {
  days: { type: 'string', default: '1' },
  agents: { type: 'string', default: '13' },
  servers: { type: 'string', default: '15' },
  clock: { type: 'string', default: '1' },
  modes: { type: 'string', default: 'real,volume,hosts' },
  output: { type: 'string' },
} as const

/** Servers of the registry that the replay gives an address. */
const REMOTES = '972'
const FOLDERS = ['archive', 'history', 'releases', 'cache']
const LOOK_MS = 500
const MB = 1e6

interface DaySettings {
  day: number
  base: string
  output: string
  clock: string
}

/** Runs a day and prints its steps; true if it was published. */
async function runWholeDay({ day, base, output, clock }: DaySettings): Promise<boolean> {
  const events = `${output}.${day}.events`
  const settings = {
    ...{ UPSTREAM_BASE: base, UPSTREAM_CLOCK: clock },
    ASSAY_CLOCK: `${replayDate(day)}T23:00:00Z`,
  }
  const args = [
    'daily',
    '--date',
    replayDate(day),
    '--output',
    output,
    '--events',
    events,
    '--json',
    '--quiet',
  ]
  const { process: child, ended } = startScript('cli/cli.ts', args, { settings, isAlone: true })
  const watch = new RunWatch(child.pid ?? 0, events)
  const isOver = ended.then(() => true)
  while (!(await Promise.race([isOver, sleep(LOOK_MS, false)]))) watch.look()
  watch.look()
  const { code, seconds, stderr, peakMb } = await ended
  console.log(
    table(['step', 'source', 'seconds', 'rows', 'outcome', 'cpu s so far'], toRows(watch)).join('\n'),
  )
  console.log(
    `day ${day}: ${(seconds / 60).toFixed(1)} min, ${(watch.cpuSeconds / 60).toFixed(1)} min of processor, ` +
      `${peakMb} MB at its peak; the folder has ${measure(output)} MB: ${FOLDERS.map((name) => `${name} ${measure(join(output, name))}`).join(', ')}`,
  )
  if (code !== 0) console.log(stderr.slice(-2000))
  return code === 0
}

const toRows = ({ ended }: RunWatch): (string | number)[][] =>
  ended.map(({ step, source, seconds, rows, outcome, cpuSeconds }) => [
    step,
    source ?? '',
    seconds.toFixed(1),
    rows ?? '',
    outcome,
    cpuSeconds.toFixed(0),
  ])

const measure = (folder: string): number =>
  Math.round(Number(execFileSync('du', ['-sb', folder], { encoding: 'utf8' }).split('\t')[0]) / MB)

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({ args, options: OPTIONS })
  const sizes: Sizes = {
    agents: wholeNumber('agents', values.agents),
    servers: wholeNumber('servers', values.servers),
  }
  const days = wholeNumber('days', values.days)
  const { clock, modes } = values
  const prefix = modes.split(',').map((mode) => `!${mode}/`)
  return withUpstream(
    (upstream) =>
      inTemporaryFolder(async (folder) => {
        const world = new CopiedWorld(new URL(upstream.base(0)).origin, sizes)
        const root = await world.listen()
        const output = values.output ?? join(folder, 'output')
        try {
          for (let day = 0; day < days; day++) {
            const base = `${root}/${prefix.join('')}@${day}`
            if (!(await runWholeDay({ day, base, output, clock }))) return false
          }
          return true
        } finally {
          world.close()
        }
      }),
    ['--remotes', REMOTES, '--clock', clock],
  )
})
