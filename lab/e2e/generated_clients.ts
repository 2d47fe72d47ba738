import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { BadCommandLine, runAsCommand } from '../../scripts/lib/command.ts'
import { addPackage, installError, packageFolder } from '../../test/kit/added_package.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import { GENERATORS, type Generator, programPath } from './generated_clients/generators.ts'

const TSC = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url))

const HELP = `Usage: npm run e2e -- generated-clients [--output FOLDER]

Makes TypeScript clients of the OpenAPI document of a release with ${GENERATORS.map(({ name }) => name).join(', ')},
and compiles them with the strict checks of tsc. The generators are added to node_modules/.cache when they are first
needed. Exit code: 0 all compile, 1 at least one does not, or a generator cannot be had.

  --output FOLDER  the folder of a run (default: output)
`

/** The compiler settings of a user of a generated client. */
const SETTINGS = {
  compilerOptions: {
    strict: true,
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    types: [],
    noEmit: true,
    skipLibCheck: true,
  },
  include: ['client'],
}

/** Adds a generator where it is not there yet; false, said on stderr, where it cannot be had. */
export async function hasGenerator(generator: Generator): Promise<boolean> {
  const { name, version, megabytes } = generator
  if (!existsSync(packageFolder(generator)))
    process.stderr.write(`Adding ${name}@${version} from npm (${megabytes} MB, needed once) …\n`)
  try {
    await addPackage(generator)
    return true
  } catch (error) {
    process.stderr.write(`${name} could not be had: ${installError(error as Error)}\n`)
    return false
  }
}

/** Returns the errors of a generator or the compiler on a client of a document, by line; empty if it compiles. */
export function generatedProblems(generator: Generator, document: string): Promise<string[]> {
  return inTemporaryFolder(async (folder) => {
    const client = join(folder, 'client')
    mkdirSync(client)
    const run = (program: string, ...args: string[]) =>
      spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8' })
    const made = run(programPath(generator), ...generator.args(resolve(document), client))
    if (made.status !== 0) return `${made.stdout}\n${made.stderr}`.trim().split('\n')
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(SETTINGS))
    const compiled = spawnSync(TSC, ['-p', folder], { cwd: folder, encoding: 'utf8' })
    if (compiled.status === 0) return []
    return `${compiled.stdout}\n${compiled.stderr}`.trim().split('\n')
  })
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({ args, options: { output: { type: 'string', default: 'output' } } })
  const document = join(values.output, 'current/public/openapi.json')
  if (!existsSync(document))
    throw new BadCommandLine(`${values.output} holds no openapi.json: name the folder of a run with --output`)
  let isAllWell = true
  for (const generator of GENERATORS) {
    const problems = (await hasGenerator(generator))
      ? await generatedProblems(generator, document)
      : ['not tried']
    console.log(
      `${generator.name}@${generator.version}: ${problems.length === 0 ? 'compiles' : problems.join('\n')}`,
    )
    isAllWell &&= problems.length === 0
  }
  return isAllWell
})
