import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BadCommandLine, runAsCommand } from '../../scripts/lib/command.ts'
import { validateFeeds } from './validate_feeds/feed_validators.ts'

const HELP = `Usage: npm run e2e -- validate-feeds FOLDER

Checks the feeds and sitemaps of a release with validators of others' making. FOLDER is the release, or its public
files. Exit code: 0 all are valid, 1 at least one is not, 2 bad usage.
`

/** The feeds and sitemaps of a release by their paths in it. Throws where one that every release has is missing. */
function feedsIn(folder: string): Map<string, string> {
  const root = existsSync(join(folder, 'public')) ? join(folder, 'public') : folder
  const read = (path: string): [string, string] => [path, readFileSync(join(root, path), 'utf8')]
  const rankings = readdirSync(join(root, 'rankings')).filter((file) => file.endsWith('.atom'))
  if (rankings.length === 0) throw new Error(`${root} has no feed of a category: publish its day again`)
  const feeds = [
    ...['changes.xml', 'changes.json', 'sitemap.xml'],
    ...rankings.sort().map((file) => `rankings/${file}`),
  ].map(read)
  const parts: [string, string][] = []
  while (existsSync(join(root, `sitemaps/${parts.length + 1}.xml`)))
    parts.push(read(`sitemaps/${parts.length + 1}.xml`))
  return new Map([...feeds, ...parts])
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const [folder] = positionals
  if (folder === undefined || !existsSync(folder)) throw new BadCommandLine('name the folder of a release')
  const verdicts = await validateFeeds(feedsIn(folder))
  for (const { validator, file, problems } of verdicts) {
    const verdict = problems === null ? 'not installed' : problems.length === 0 ? 'valid' : 'REFUSED'
    console.log(`${verdict.padEnd(14)}${file.padEnd(28)}${validator}`)
    for (const problem of problems?.slice(0, 20) ?? []) console.log(`              ${problem}`)
  }
  return verdicts.every(({ problems }) => problems === null || problems.length === 0)
})
