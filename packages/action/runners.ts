type Kind = 'npm' | 'pypi' | 'oci'

/** A program that fetches a package and runs it. */
export interface Runner {
  kind: Kind
  /** The words before options, e.g. `npm exec`. */
  words: string[]
  /** Options that change nothing about what is run. All others may. */
  flags: string[]
  /** The same, with a value that follows. */
  values: string[]
  /** Options that name the package, so that the first word is a program of it. */
  packages: string[]
  /** Options behind the package are the runner's own too. */
  readsAll?: boolean
}

const QUIET = ['-q', '--quiet', '-s', '--silent']
const NPX = [...QUIET, '-y', '--yes', '--prefer-online', '--prefer-offline']
const DOCKER_FLAGS = ['-i', '-t', '-it', '-ti', '--interactive', '--tty', '--rm', '--init', '-d', '--detach']
const DOCKER_VALUES = [
  ...['-e', '--env', '--name', '--network', '--net', '-p', '--publish', '-l', '--label', '-m', '--memory'],
  ...['--cpus', '--restart', '--platform', '--pull'],
]

const npm = (words: string, flags: string[], more: Partial<Runner> = {}): Runner => ({
  ...{ kind: 'npm', words: words.split(' '), flags, values: ['--loglevel'], packages: ['-p', '--package'] },
  ...more,
})
const docker = (words: string): Runner => ({
  ...{ kind: 'oci', words: words.split(' '), flags: DOCKER_FLAGS, values: DOCKER_VALUES, packages: [] },
})
const uv = (words: string): Runner => ({
  ...{ kind: 'pypi', words: words.split(' '), values: ['-p', '--python'], packages: ['--from'] },
  flags: ['-q', '--quiet', '--isolated', '--no-progress', '--refresh'],
})

/** All that are known. `pnpm exec` and `npx --no` run what lies in the repository, and are none of them. */
export const RUNNERS: readonly Runner[] = [
  npm('npx', NPX),
  npm('npm exec', NPX, { readsAll: true }),
  npm('npm x', NPX, { readsAll: true }),
  npm('pnpx', QUIET),
  npm('pnpm dlx', QUIET),
  npm('yarn dlx', QUIET),
  npm('bunx', ['--bun', '--silent', '-y', '--yes']),
  npm('bun x', ['--bun', '--silent', '-y', '--yes']),
  uv('uvx'),
  uv('uv tool run'),
  {
    kind: 'pypi',
    words: ['pipx', 'run'],
    flags: ['-q', '--quiet'],
    values: ['--python'],
    packages: ['--spec'],
  },
  docker('docker run'),
  docker('docker container run'),
  docker('nerdctl run'),
  docker('podman run'),
  docker('podman container run'),
]

/** Variables that say where a package comes from or what runs before it, by how their names begin. */
const RISKY =
  /^(?:npm_|yarn_|pnpm_|bun_|corepack_|uv_|pip_|pipx_|docker_|container|podman_|ld_|dyld_|git_|ssl_|node_(?!env$)|python(?!unbuffered$|ioencoding$|utf8$|dontwritebytecode$)|bash_|virtual_env|xdg_|(?:https?|all|no)_proxy$|(?:path|pathext|home|userprofile|appdata|localappdata|shell|comspec|env|ifs|prompt_command|perl5opt|rubyopt|java_tool_options|_java_options)$)/i

/** True if a variable can make a runner fetch or run something else. */
export const isRiskyVariable = (name: string): boolean => RISKY.test(name.trim())
