import type { ConnectInput, PackageWay } from '../../core/views/connect_row.ts'
import type { PackageSettings, SettingsArgument } from '../agents/mcp_settings.ts'
import { vetArguments } from './arguments.ts'
import { vetVariables } from './inputs.ts'
import { type PinnedPackage, pinImage, pinNpm, pinPython } from './package_names.ts'
import { require } from './refusal.ts'

type Program = Pick<PackageWay, 'registry' | 'command'> & {
  pin(entry: PackageSettings): PinnedPackage
  /** Programs that a publisher may name for it; ours is printed in any case. */
  runtimes: string[]
  /** Arguments of the program that change nothing, or that the command has anyway. */
  ignored: string[]
  start(word: string, variables: ConnectInput[]): string[]
}

const PROGRAMS: Record<string, Program> = {
  npm: {
    ...{ registry: 'npm', command: 'npx', pin: pinNpm },
    ...{ runtimes: ['npx', 'npm', 'node'], ignored: ['-y', '--yes'] },
    start: (word) => ['-y', word],
  },
  pypi: {
    ...{ registry: 'pypi', command: 'uvx', pin: pinPython },
    ...{ runtimes: ['uvx', 'uv', 'pipx', 'python', 'python3'], ignored: [] },
    start: (word) => [word],
  },
  oci: {
    ...{ registry: 'oci', command: 'docker', pin: pinImage },
    ...{ runtimes: ['docker', 'podman'], ignored: ['run', '-i', '--interactive', '--rm', '--init'] },
    // Docker takes the value from the environment it is started in: what is optional might be a secret meant for others.
    start: (word, variables) => [
      ...['run', '-i', '--rm'],
      ...variables.flatMap(({ name, required }) => (required ? ['-e', name] : [])),
      word,
    ],
  },
}

/** Returns the command that starts a listed package, or throws a Refusal. */
export function vetPackage(
  entry: PackageSettings,
): Omit<PackageWay, 'server' | 'published_on'> & { version: string } {
  const kind = (entry.registry ?? '').toLowerCase()
  const program = Object.hasOwn(PROGRAMS, kind) ? PROGRAMS[kind] : undefined
  require(program !== undefined, 'no command is made for packages of its kind')
  const { registry, command, runtimes, ignored, pin, start } = program
  const { name, version, word } = pin(entry)
  const { transport, runtime } = entry
  require(transport === null ||
    transport === 'stdio', 'its program is not spoken to by stdio: it listens at a port')
  require(runtime === null ||
    runtimes.includes(runtime.toLowerCase()), 'it names a program to run it that is not offered')
  const passed = entry.runtime_arguments.flatMap((argument) =>
    vetRuntimeArgument(argument, registry, ignored),
  )
  const variables = vetVariables([...entry.variables, ...passed])
  const args = vetArguments(entry.arguments, registry === 'oci')
  return {
    kind: 'package',
    registry,
    name,
    version,
    command,
    args: [...start(word, variables), ...args],
    variables,
  }
}

/** Returns the variable that an argument of Docker passes on; nothing for one that is not needed. */
function vetRuntimeArgument(
  { name, value, required, is_set }: SettingsArgument,
  registry: PackageWay['registry'],
  ignored: string[],
): PackageSettings['variables'] {
  if (ignored.includes(name ?? value ?? '')) return []
  const passed =
    registry === 'oci' && /^(?:-e|--env)$/.test(name ?? '') ? (value ?? '').split('=')[0] : undefined
  if (passed !== undefined) return [{ name: passed, required: true, secret: false, is_set, is_bearer: false }]
  const shown = name !== null && /^--?[a-z][a-z-]{0,30}$/.test(name) ? ` (${name})` : ''
  require(!(
    required || is_set
  ), `it needs an argument of the program that runs it${shown}, which can widen what it may do`)
  return []
}
