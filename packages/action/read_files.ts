import { basename } from 'node:path'
import { type Dependency, dependencyOn } from './dependency.ts'
import type { Inputs } from './inputs.ts'
import { parseJsonc } from './jsonc.ts'
import { quote } from './names.ts'
import { asObject, doubledSource, npmDependencies } from './package_json.ts'
import { pypiDependencies } from './requirements.ts'
import { serverSource } from './server.ts'
import { RepositorySettings } from './surroundings.ts'
import { MAX_MATCHED_FILES, Unreadable, Workspace } from './workspace.ts'

/** Dependencies in the files of a repository, and the files that could not be read, with reasons. */
export interface Dependencies {
  dependencies: Dependency[]
  unread: { file: string; why: string }[]
}

/** The most dependencies that one check is about. */
const MAX_DEPENDENCIES = 5_000
/** Keys of server lists in config files. */
const LISTS = ['mcpServers', 'servers', 'context_servers', 'mcp']

/** Reads the files that the inputs name, in the order of their names. */
export function readFiles(
  root: string,
  inputs: Pick<Inputs, 'configFiles' | 'packageFiles' | 'packages'>,
): Dependencies {
  const workspace = new Workspace(root)
  const [configs, lists] = [workspace.files(inputs.configFiles), workspace.files(inputs.packageFiles)]
  const surroundings = new RepositorySettings(workspace, [...configs, ...lists])
  const isWanted = ({ name, doubt }: Dependency): boolean =>
    inputs.packages.some(
      (pattern) => matchesPattern(name, pattern) || (doubt !== null && matchesPattern(doubt, `*${pattern}*`)),
    )
  const unread: Dependencies['unread'] = []
  const all = (files: string[], read: (file: string) => Dependency[]): Dependency[] =>
    files.slice(0, MAX_MATCHED_FILES).flatMap((file) => readOr(file, read, unread))
  const servers = all(configs, (file) => readConfigured(workspace.read(file), file, surroundings))
  const packages = all(lists, (file) =>
    basename(file).endsWith('.json')
      ? npmDependencies(workspace.read(file), file, surroundings)
      : pypiDependencies(file, (own) => workspace.read(own), surroundings),
  )
  const dependencies = [...withRivals(servers), ...packages.filter(isWanted)]
  for (const files of [configs, lists])
    if (files.length > MAX_MATCHED_FILES)
      unread.push({
        file: files[MAX_MATCHED_FILES] ?? '',
        why: `it and all after it are beyond ${MAX_MATCHED_FILES} files`,
      })
  if (dependencies.length > MAX_DEPENDENCIES)
    unread.push({
      file: dependencies[MAX_DEPENDENCIES]?.file ?? '',
      why: `only the first ${MAX_DEPENDENCIES} dependencies are judged`,
    })
  return { dependencies: dependencies.slice(0, MAX_DEPENDENCIES), unread }
}

/** Reads a file; on failure returns nothing and records the reason. */
function readOr(
  file: string,
  read: (file: string) => Dependency[],
  unread: Dependencies['unread'],
): Dependency[] {
  try {
    return read(file)
  } catch (error) {
    if (!(error instanceof Unreadable || error instanceof SyntaxError)) throw error
    unread.push({ file, why: error.message })
    return []
  }
}

/** The servers of a config file, in each of the lists that clients read. Throws SyntaxError. */
function readConfigured(text: string, file: string, surroundings: RepositorySettings): Dependency[] {
  const { value, doubled } = parseJsonc(text)
  const config = asObject(value)
  // VS Code and others have the list one level deeper, in settings.
  const lists = LISTS.flatMap((name) =>
    name === 'mcp' ? LISTS.slice(0, 2).map((inner) => asObject(config.mcp)[inner]) : config[name],
  )
  if (lists.every((list) => list === undefined))
    throw new SyntaxError(`it lists no servers under ${LISTS.slice(0, -1).join(', ')}`)
  return lists.flatMap((list) =>
    Object.entries(asObject(list)).map(([name, entry]) =>
      dependencyOn(
        file,
        name,
        doubled.length > 0 ? doubledSource(doubled) : serverSource(asObject(entry), surroundings),
      ),
    ),
  )
}

/** Servers of one name that are different ones: which of them a client starts depends on the client. */
function withRivals(servers: Dependency[]): Dependency[] {
  const byName = Map.groupBy(servers, ({ name }) => name.trim().toLowerCase())
  return servers.map((server) => {
    const rival = byName.get(server.name.trim().toLowerCase())?.find(({ key }) => key !== server.key)
    if (server.doubt !== null || rival === undefined) return server
    const doubt = `${rival.file} has another server by the name ${quote(rival.name)}: give one of them another name`
    return { ...server, key: null, doubt }
  })
}

/** True if a text matches a pattern, in which `*` matches anything. Case-insensitive. */
function matchesPattern(text: string, pattern: string): boolean {
  const [first = '', ...parts] = pattern.toLowerCase().split('*')
  const whole = text.toLowerCase()
  const last = parts.pop()
  if (last === undefined) return whole === first
  if (!whole.startsWith(first)) return false
  let at = first.length
  for (const part of parts) {
    const found = whole.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return whole.length - last.length >= at && whole.endsWith(last)
}
