import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { BadCommandLine, runAsCommand } from '../../scripts/lib/command.ts'
import { hasSpectral, spectralProblems } from './lint_openapi/spectral.ts'

const LINTER = fileURLToPath(new URL('../../node_modules/.bin/redocly', import.meta.url))

const HELP = `Usage: npm run e2e -- lint-openapi [--output FOLDER]

Lints the OpenAPI document of the release that a folder serves with @redocly/cli (its recommended rules) and with
Spectral (spectral:oas), which is added to node_modules/.cache when it is first needed. Exit code: 0 no error, and
nothing from Spectral, 1 otherwise, or a linter is not there.

  --output FOLDER  the folder of a run (default: output)
`

const Report = z.object({
  problems: z.array(
    z.object({
      ruleId: z.string(),
      severity: z.enum(['error', 'warn']),
      message: z.string(),
      location: z.array(z.object({ pointer: z.string().optional() })),
    }),
  ),
})

/** A message of the linter on one place in the document. */
export interface LintProblem {
  rule: string
  severity: 'error' | 'warn'
  message: string
  /** A JSON pointer into the document. */
  at: string
}

/** Lints one OpenAPI document; null when the linter is not installed. It asks nothing of the network. */
export function lintOpenapi(file: string, linter = LINTER): LintProblem[] | null {
  if (!existsSync(linter)) return null
  const run = spawnSync(
    linter,
    ['lint', file, '--format=json', '--extends=recommended', '--max-problems=10000'],
    {
      encoding: 'utf8',
      maxBuffer: 64 << 20,
      env: {
        ...process.env,
        REDOCLY_TELEMETRY: 'off',
        REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
        NO_COLOR: '1',
      },
    },
  )
  if (run.error !== undefined) throw run.error
  if (!run.stdout.startsWith('{')) throw new Error(`The linter gave no report: ${run.stderr.slice(0, 2000)}`)
  return Report.parse(JSON.parse(run.stdout)).problems.map(({ ruleId, severity, message, location }) => ({
    rule: ruleId,
    severity,
    message,
    at: location[0]?.pointer ?? '#/',
  }))
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({ args, options: { output: { type: 'string', default: 'output' } } })
  const file = join(values.output, 'current/public/openapi.json')
  if (!existsSync(file))
    throw new BadCommandLine(`${values.output} holds no openapi.json: name the folder of a run with --output`)
  const problems = lintOpenapi(file)
  if (problems === null) {
    console.log('The linter is not installed: run "npm install --no-save @redocly/cli@2.77.0" and try again.')
    return false
  }
  for (const { severity, rule, at, message } of problems) console.log(`${severity} ${rule} ${at}: ${message}`)
  const errors = problems.filter(({ severity }) => severity === 'error').length
  console.log(`redocly: ${errors} errors, ${problems.length - errors} warnings`)
  if (!(await hasSpectral())) return false
  const found = spectralProblems(file)
  for (const line of found) console.log(line)
  console.log(`spectral: ${found.length} problems`)
  return errors === 0 && found.length === 0
})
