import { commandSource } from './command.ts'
import type { DependencyKey } from './dependency.ts'
import { checkHeader, Doubt } from './doubt.ts'
import { endpointSource, isTemplate, quote } from './names.ts'
import { isRiskyVariable } from './runners.ts'
import type { RepositorySettings } from './surroundings.ts'

/** An entry of a config file: what starts a server, or where it is reached. Nothing of it is sure to have its type. */
export type ServerEntry = Readonly<Record<string, unknown>>

/** Keys for the address of a server in client configs. */
const ADDRESSES = ['url', 'serverUrl', 'httpUrl', 'uri', 'endpoint']
/** Fields that say nothing about what is run or called. */
const HARMLESS = new Set([
  ...['type', 'transport', 'transportType', 'disabled', 'enabled', 'timeout', 'initTimeout', 'trust'],
  ...['name', 'description', 'comment', 'version', 'gallery', 'oauth', 'auth', 'command', 'args', 'env'],
  ...['headers', 'cwd', 'alwaysAllow', 'autoApprove', 'tools', 'includeTools', 'excludeTools'],
  ...['disabledTools', 'enabledTools'],
])
/** Spellings of the repository root in client configs. */
const ROOT_FOLDERS = new Set(['', '.', './', '$' + '{workspaceFolder}', '$' + '{workspaceRoot}'])

/** Identifies a server by what its entry runs or calls in these surroundings. */
export function serverSource(entry: ServerEntry, surroundings: RepositorySettings): DependencyKey {
  try {
    checkFields(entry)
    const [address, ...more] = ADDRESSES.filter((field) => entry[field] !== undefined)
    if (address !== undefined && (more.length > 0 || entry.command !== undefined))
      throw new Doubt(
        'it has several of command and addresses, of which clients take different ones: keep one',
      )
    if (address !== undefined) return endpointSource(text(entry[address], address))
    return commandSource(splitCommand(entry), surroundings)
  } catch (error) {
    if (error instanceof Doubt) return { doubt: error.message }
    throw error
  }
}

/** Throws a Doubt for a field that may change what is run or called. */
function checkFields(entry: ServerEntry): void {
  const unknown = Object.keys(entry).find((field) => !HARMLESS.has(field) && !ADDRESSES.includes(field))
  if (unknown !== undefined)
    throw new Doubt(`its field ${quote(unknown)} may change what is run: take it out`)
  const { env = {}, headers = {}, cwd = '.', transport } = entry
  if (typeof transport === 'object')
    throw new Doubt('its transport is an object, which may name another address')
  for (const name of names(env, 'env'))
    if (isRiskyVariable(name))
      throw new Doubt(`its variable ${quote(name)} can make it fetch or run something else: take it out`)
  for (const name of names(headers, 'headers')) checkHeader(name)
  if (typeof cwd !== 'string' || !ROOT_FOLDERS.has(cwd))
    throw new Doubt('it is run in another folder, whose settings may be other ones: take cwd out')
}

function names(value: unknown, field: string): string[] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.keys(value)
  throw new Doubt(`its ${field} is no object`)
}

function text(value: unknown, field: string): string {
  if (typeof value === 'string') return value
  throw new Doubt(`its ${field} is no text`)
}

/** The words of a command without `cmd /c` in front, its program by the bare name. */
function splitCommand({ command, args = [] }: ServerEntry): string[] {
  if (command === undefined) throw new Doubt('it has neither a command nor an address that is known here')
  if (!Array.isArray(args)) throw new Doubt('its args are no list')
  const given = args.map((word) => text(word, 'args'))
  const all = [...splitProgram(text(command, 'command')), ...given]
  if (!/^cmd$/i.test(all[0] ?? '') || !/^\/c$/i.test(all[1] ?? '')) return all
  if (all.slice(2).some((word) => /[&|<>^%!"()\r\n]/.test(word)))
    throw new Doubt('it runs a line of the Windows shell, which can run anything: name the program itself')
  return [programName(all[2] ?? ''), ...all.slice(3)]
}

/** A command that is a line of plain words is the same to every shell. */
function splitProgram(command: string): string[] {
  // No shell takes other white space for the end of a word.
  if (!/[ \t]/.test(command) || /^[A-Z]:\\Program Files/i.test(command)) return [programName(command)]
  const words = command.split(/[ \t]+/)
  if (words.some((word) => !/^[\w@/.:=+,\\-]+$/.test(word)))
    throw new Doubt(`${quote(command)} is a line of a shell: put its words into args`)
  return [programName(words[0] ?? ''), ...words.slice(1)]
}

/** Folders that no repository writes to. */
const SYSTEM =
  /^(?:(?:\/usr|\/usr\/local|\/opt\/homebrew)?\/bin\/|[A-Z]:\\(?:Program Files(?: \(x86\))?\\)?nodejs\\)(?=[\w.-]+$)/i

function programName(command: string): string {
  const name = command.replace(SYSTEM, '')
  if (/[\\/]/.test(name) || isTemplate(name))
    throw new Doubt(`${quote(command)} is a program of its own, whatever its name: run one by its bare name`)
  return name.replace(/\.(?:exe|cmd)$/i, '')
}
