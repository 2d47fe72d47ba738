import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { BadUsage, OperationalError } from '../../core/domain/errors.ts'
import { currentTarget } from '../../core/release/release.ts'
import { layOutPages, type PagesSite } from '../pages/lay_out_pages.ts'
import { existingFolder, OUTPUT, parseOptions } from './command.ts'

/** A site of GitHub Pages may have 1 GB. */
const MAX_MB = 950

export const help = `Usage: npm run assay -- pages --to DIR [--output DIR] [--max-mb N]

Lays out the served release as files for a host of static files that limits the size of a site, such as GitHub Pages:
first what is about no single agent, then the pages and files of agents by rank, then tables of earlier days, the newest
first. Prints what did not fit.

  --to DIR       the folder to write to: empty, or not there yet
  --output DIR   the output folder (default: output)
  --max-mb N     the limit in megabytes (default: ${MAX_MB})
  --help         print this
`

const OPTIONS = {
  to: { type: 'string' },
  output: { type: 'string', default: OUTPUT },
  'max-mb': { type: 'string', default: String(MAX_MB) },
} as const

/** Lays out the site, and prints its size. */
export async function run(args: string[]): Promise<void> {
  const { to, output, 'max-mb': megabytes } = parseOptions(args, OPTIONS)
  if (to === undefined) throw new BadUsage('--to names the folder to write to, e.g. --to site')
  if (existsSync(to) && readdirSync(to).length > 0)
    throw new BadUsage(`--to ${to}: the folder is not empty; name a new one`)
  if (!/^[1-9]\d{0,5}$/.test(megabytes))
    throw new BadUsage(`--max-mb ${megabytes}: give whole megabytes, e.g. --max-mb ${MAX_MB}`)
  const target = currentTarget(existingFolder(output))
  if (target === null) throw new OperationalError(`${output} has no release: run npm run daily first`)
  const site = await layOutPages(join(output, target), to, Number(megabytes) * 1e6)
  process.stdout.write(`${describeSite(site).join('\n')}\n`)
}

/** Describes a site in lines: what is there, and what is not. */
export function describeSite({ files, bytes, agents, allAgents, ranked, tablesFrom }: PagesSite): string[] {
  const format = (count: number) => count.toLocaleString('en-US')
  return [
    `${format(files)} files, ${(bytes / 1e6).toFixed(1)} MB: ${format(agents)} of ${format(allAgents)} agents, ${format(ranked)} of them with a rank`,
    ...(agents < allAgents
      ? [`left out for want of room: the pages of ${format(allAgents - agents)} agents`]
      : []),
    ...(agents < ranked
      ? [
          'not even the agents with a rank fit: serve the release from a bucket or a server (docs/operate/hosting.md)',
        ]
      : []),
    ...(tablesFrom === null ? [] : [`left out for want of room: tables of days before ${tablesFrom}`]),
  ]
}
