import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Runs a command of a folder by its name, with the arguments that follow: `run_file.ts FOLDER [NAME] [ARGUMENTS]`.
 * Without a name it lists the commands: the files that lie in the folder itself and are no tests.
 */
const [folder = '', given, ...args] = process.argv.slice(2)
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
const name = given?.replaceAll('-', '_')

if (name !== undefined && names.includes(name)) {
  const file = resolve(folder, `${name}.ts`)
  process.argv.splice(1, process.argv.length, file, ...args)
  await import(file)
} else {
  const isHelp = name === undefined || given === '--help'
  if (!isHelp) console.error(`There is no ${given} in ${folder}. There are:`)
  for (const name of names) console.log(`${name.padEnd(20)}${readTitle(join(folder, `${name}.ts`))}`)
  process.exitCode = isHelp ? 0 : 2
}

/** The first sentence that a file says of itself, to its user or else to its reader. */
function readTitle(file: string): string {
  const text = readFileSync(file, 'utf8')
  const [, summary = ''] =
    /Usage:[^`]*?\n\n([^`]*?\.)(?:\s|`)/s.exec(text) ?? /\/\*\*\s*(?:\* )?(.*?\.)(?:\s|$)/s.exec(text) ?? []
  // What is put in when it is shown cannot be read here.
  return summary.replaceAll(/\s*\n(?: \* )?/g, ' ').replaceAll(/\$\{.*?\}(?=[\s,.])/g, '…')
}
