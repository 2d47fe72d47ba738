import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { rebuilt } from '../../cli/commands/verify_rebuilt.ts'
import { Archive } from '../../pipeline/archive/archive.ts'
import { literal, openDatabase } from '../../pipeline/model/database.ts'
import { BadCommandLine, runAsCommand } from '../../scripts/lib/command.ts'
import { sampleOutput } from '../../test/sample_output.ts'
import type { Claim } from '../../verify/claims.ts'
import { openFolder } from '../../verify/command/folder.ts'

const HELP = `Usage: npm run e2e -- recompute [--output DIR] [--day YYYY-MM-DD]

Builds a day again from a copy of its recorded responses alone, which must give the same bytes; then once more with one
recorded response altered, which verify must name by agent and signal.

  --output DIR  an output folder (default: the sample's first days, built for it)
  --day DATE    one of its days (default: the newest)
`

/** A change to a copy of the archive. */
export interface Altered {
  repository: string
  handle: string
  stars: number
}

/** Returns verify's result on a day rebuilt from a copy of the archive, before and after `alter`. */
export async function recompute(
  output: string,
  day: string | null,
  {
    alter,
    withHistory = false,
  }: { alter?: (archive: string, root: string) => Promise<void>; withHistory?: boolean } = {},
): Promise<Claim[]> {
  const folder = openFolder(output)
  const id = folder?.ids.findLast((id) => day !== null && id.startsWith(day))
  const source = day === null ? folder?.current : id && folder?.release(id)
  if (!source)
    throw new BadCommandLine(
      `${output} holds no release of ${day ?? 'any day'}: name one of ${folder?.ids.join(', ')}`,
    )
  const copy = join(mkdtempSync(join(tmpdir(), 'assay-recompute-')), 'archive')
  try {
    cpSync(join(output, 'archive'), copy, { recursive: true })
    if (withHistory) cpSync(join(output, 'history'), join(copy, '../history'), { recursive: true })
    await alter?.(copy, source.name)
    return await rebuilt({ source, archive: copy, withHistory, print: () => {} })
  } finally {
    rmSync(join(copy, '..'), { recursive: true, force: true })
  }
}

/** An agent whose stars were read from GitHub on the day of its release, with its repository. */
export async function starred(root: string): Promise<Altered> {
  const db = await openDatabase(':memory:')
  const [found] = await db.rows<Altered>(
    `select handle, source_url as repository, value::bigint as stars
     from read_parquet(${literal(join(root, 'public/data/signals/**/*.parquet'))})
     where key = 'github_stars' and value > 1 order by observed_at desc, handle limit 1`,
  )
  db.close()
  if (found === undefined) throw new Error('no agent has stars')
  return found
}

/**
 * Gives a repository another number of stars in the newest response about it; its record names the body that it got.
 */
export function alterStars(archive: string, { repository, stars }: Altered): void {
  const bodies = new Archive(archive)
  for (const date of bodies.dates().slice(-1)) {
    const day = bodies.readDay(date, 'github')
    if (day === null) throw new Error(`nothing is recorded of github on ${date}`)
    const responses = day.responses.map((response) => {
      if (response.url !== repository) return response
      const body = bodies.readBody(response.sha256).toString('utf8')
      const other = body.replace(`"stargazers_count":${stars}`, `"stargazers_count":${stars + 1000}`)
      return { ...response, sha256: bodies.writeBody(Buffer.from(other)) }
    })
    bodies.writeDay({ ...day, responses })
  }
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({ args, options: { output: { type: 'string' }, day: { type: 'string' } } })
  const output = values.output ?? (await sampleOutput())
  const same = await recompute(output, values.day ?? null)
  let altered: Altered | null = null
  const other = await recompute(output, values.day ?? null, {
    alter: async (archive, root) => {
      altered = await starred(root)
      alterStars(archive, altered)
    },
  })
  for (const { name, result, detail } of [...same, ...other])
    console.log(`${result}  ${name}: ${detail.slice(0, 600)}`)
  const { handle } = (altered as Altered | null) ?? { handle: '' }
  const isNamed = other.every(
    ({ result, detail }) => result === 'broken' && detail.startsWith(`${handle}: signal github_stars`),
  )
  return same.every(({ result }) => result === 'held') && isNamed
})
