import { inspect } from 'node:util'
import { BadUsage } from '../../core/domain/errors.ts'
import type { Command } from './command.ts'
import { failureLines, isBadUsage } from './failure.ts'

const COMMANDS: Record<string, () => Promise<Command>> = {
  start: () => import('./start.ts'),
  daily: () => import('./daily.ts'),
  serve: () => import('./serve.ts'),
  status: () => import('./status.ts'),
  doctor: () => import('./doctor.ts'),
  'rollback-days': () => import('./rollback_days.ts'),
  'mend-log': () => import('./mend_log.ts'),
  store: () => import('./store.ts'),
  pages: () => import('./pages.ts'),
  'pro-key': () => import('./pro_key.ts'),
  'oracle-key': () => import('./oracle_key.ts'),
  'known-log': () => import('./known_log.ts'),
  payments: () => import('./payments.ts'),
  feedback: () => import('./feedback.ts'),
  verify: () => import('./verify.ts'),
  anchor: () => import('./anchor.ts'),
  'ingest-worker': () => import('./ingest_worker.ts'),
  witness: () => import('./witness.ts'),
}

const HELP = `Usage: npm start | npm run daily -- [options] | npm run serve -- [options] | npm run assay -- COMMAND [options]

  npm start           try it: build a sample index (invented agents) and serve it
  npm run daily       build the real index: fetch today's data, rank, check and publish
  npm run serve       serve the index that was published last
  npm run status      show index health and required actions
  npm run doctor      ask every upstream once, and say what it answers and which settings are missing
  npm run verify      check an index: its log, files, scores and attestations

  npm run assay -- COMMAND, where COMMAND is one of these or of the following:
  ingest-worker       run ingest jobs for another machine
  rollback-days       archive days that were built with a wrong clock, or that cannot be repaired
  mend-log            make damaged files of the log anew from its entries
  store               check the bucket of releases, tidy it, or go back to an earlier release
  pages               lay out the release for GitHub Pages: what fits into a site of 1 GB
  pro-key             issue, list and revoke Pro keys
  oracle-key          create, list and retire the keys that sign attestations
  known-log           what the service remembers of the log, and which release it may go back to
  payments            list payments, and settle those whose outcome is unknown
  feedback            list, export and resolve what callers have reported
  anchor              anchor a day's digest on chain
  witness             run a witness: cosign the log while it is append-only

Options come after "--". Each command explains its own, e.g. npm run daily -- --help, npm run assay -- store --help
`

/** Runs the command that the first argument names; gives the exit code: 0 done, 1 failed, 2 bad usage, or the command's own. */
export async function main([name, ...args]: string[]): Promise<number> {
  if (isHelp(name)) {
    process.stdout.write(HELP)
    return 0
  }
  const load = name === undefined || !Object.hasOwn(COMMANDS, name) ? undefined : COMMANDS[name]
  if (load === undefined) {
    return fail(new BadUsage(name === undefined ? 'no command given' : `unknown command "${name}"`), HELP)
  }
  let help = HELP
  try {
    const command = await load()
    help = command.help
    if (!args.some(isHelp)) return (await command.run(args)) ?? 0
    process.stdout.write(help)
    return 0
  } catch (error) {
    return fail(error, help)
  }
}

function isHelp(word: string | undefined): boolean {
  return word === '--help' || word === '-h'
}

/** Prints why a command ended, and gives the exit code: 2 for bad usage, with the usage, and 1 for the rest. */
async function fail(error: unknown, help: string): Promise<number> {
  const [first, ...behind] = failureLines(error)
  const lines = [`assay: ${first}`, ...behind]
  const usage = isBadUsage(error)
  if (usage) lines.push(help.slice(0, help.indexOf('\n\n')))
  if (await isDebugging()) lines.push(inspect(error))
  process.stderr.write(`${lines.join('\n')}\n`)
  return usage ? 2 : 1
}

async function isDebugging(): Promise<boolean> {
  const { readVariable } = await import('../../core/settings/read.ts')
  return (readVariable('DEBUG', process.env) ?? '').split(/[\s,]+/).includes('assay')
}
