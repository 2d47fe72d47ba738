import { mkdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { runAsCommand } from '../../scripts/lib/command.ts'
import { PROJECT } from '../../test/kit/child.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import { runSampleDay } from '../../test/kit/sample_day.ts'
import { type CommandEnd, command } from './daily_workflow/command.ts'

const HELP = `Usage: npm run e2e -- image [--base IMAGE] [--port N]

Builds the image of the Dockerfile with buildah, and runs what it says, as the user that it names, on a root that can only
be read: the service, its health check, and a day again from what was recorded. Needs root, buildah and unshare.
Exit code: 0 all held, 1 something did not.

  --base IMAGE   an image with Node 24 on Debian; without it one is made here of Debian's packages (mmdebstrap), and of
                 the Node and npm that run this
  --port N       where the service listens meanwhile (default: 18787)
`

interface Claim {
  what: string
  isTrue: boolean
}

const [DAY] = SAMPLE_DAYS as [string]
const NAME = 'localhost/assay-campaign'
const BASE = 'localhost/assay-node:24'
const MAX_START_MS = 60_000

/** The folder of storage apart from that of the machine, so that nothing stays behind. */
const buildah = (folder: string, args: string[]): Promise<CommandEnd> =>
  command('buildah', ['--root', join(folder, 'images'), '--runroot', join(folder, 'run'), ...args], {
    cwd: PROJECT,
    env: { ...process.env, STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' },
  })

async function must(done: Promise<CommandEnd>): Promise<string> {
  const { code, said } = await done
  if (code !== 0) throw new Error(said.slice(-2000))
  return said.trim()
}

/** Builds a stand-in for the official Node image where no registry is reachable. */
async function buildBase(folder: string): Promise<string> {
  const tar = join(folder, 'base.tar')
  const script = `set -e
    mmdebstrap --quiet --variant=minbase --include=ca-certificates bookworm ${tar}
    tar -x -f ${tar} -C "$1" --exclude='./dev/*'
    install -D "$2" "$1/usr/local/bin/node"
    mkdir -p "$1/usr/local/lib/node_modules"
    cp -r "$3" "$1/usr/local/lib/node_modules/npm"
    ln -s ../lib/node_modules/npm/bin/npm-cli.js "$1/usr/local/bin/npm"
    cp /etc/ssl/certs/ca-certificates.crt "$1/etc/ssl/certs/"`
  const container = await must(buildah(folder, ['from', 'scratch']))
  const root = await must(buildah(folder, ['mount', container]))
  const npm = await must(
    command('bash', ['-c', 'dirname "$(dirname "$(readlink -f "$(which npm)")")"'], { cwd: PROJECT }),
  )
  const args = ['-c', script, 'base', root, process.execPath, npm]
  await must(command('bash', args, { cwd: folder }))
  const certificates = 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt'
  await must(buildah(folder, ['config', '--env', certificates, container]))
  await must(buildah(folder, ['commit', '--quiet', '--rm', container, BASE]))
  return BASE
}

interface Config {
  User: string
  Env: string[]
  Entrypoint: string[]
  Cmd: string[]
  Healthcheck?: { Test: string[] }
}

/** Reads the configuration of the image, as an engine does. */
async function readConfig(folder: string): Promise<Config> {
  const said = await must(buildah(folder, ['inspect', '--type', 'image', NAME]))
  return (JSON.parse(said) as { Docker: { config: Config } }).Docker.config
}

/** Runs a command as an engine would run it in the image, on a root that can only be read, with `/data` of ours. */
function inImage(
  folder: string,
  root: string,
  { User, Env }: Config,
  args: string[],
  settings: Record<string, string>,
  hasTmp = false,
): Promise<CommandEnd> {
  const at = join(folder, `root-${Math.abs(hashText(args.join(' ')))}`)
  mkdirSync(at, { recursive: true })
  const script = `set -e
    mount --bind ${root} ${at}; mount --bind ${folder}/data ${at}/data; mount -o remount,ro,bind ${at}
    mount --bind /proc ${at}/proc; mount --bind /dev ${at}/dev
    ${hasTmp ? `mount -t tmpfs -o mode=1777 tmpfs ${at}/tmp` : ''}
    exec chroot --userspec=${User} ${at} env -i -C /app "$@"`
  const variables = [...Env, ...Object.entries(settings).map(([name, value]) => `${name}=${value}`)]
  return command('unshare', ['-m', 'bash', '-c', script, 'image', ...variables, ...args], { cwd: folder })
}

const hashText = (text: string): number =>
  [...text].reduce((sum, text) => (sum * 31 + text.charCodeAt(0)) | 0, 7)

async function imageCampaign(folder: string, base: string | undefined, port: string): Promise<Claim[]> {
  const built = await buildah(folder, [
    ...['bud', '--format', 'docker', '--tag', NAME],
    ...['--build-arg', `NODE_IMAGE=${base ?? (await buildBase(folder))}`, PROJECT],
  ])
  if (built.code !== 0) return [{ what: `the image is built: ${built.said.slice(-1500)}`, isTrue: false }]
  const config = await readConfig(folder)
  const root = await must(buildah(folder, ['mount', await must(buildah(folder, ['from', NAME]))]))
  const data = join(folder, 'data')
  await runSampleDay(data, DAY)
  await must(command('chown', ['-R', config.User, data], { cwd: folder }))
  const run = (args: string[], settings: Record<string, string> = {}, hasTmp = false) =>
    inImage(folder, root, config, args, { PORT: port, ...settings }, hasTmp)
  const probe = config.Healthcheck?.Test.slice(1) ?? []

  const pidFile = join(data, 'service.pid')
  const keep = ['sh', '-c', 'echo $$ > /data/service.pid; touch /x /tmp/x; exec "$@"', 'service']
  const service = run([...keep, ...config.Entrypoint, ...config.Cmd])
  const isUp = await answers(port)
  const isHealthy = (await run(probe)).code === 0
  const { status, user } = await observeService(port, pidFile)
  process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGTERM')
  const ended = await service
  const isIll = (await run(probe)).code !== 0

  const daily = ['daily', '--output', '/data', '--date', DAY, '--offline', '--quiet', '--json']
  const again = await run([...config.Entrypoint, ...daily], {}, true)
  return [
    {
      what: `it runs as ${config.User}, by itself as ${user}`,
      isTrue: /^[1-9]\d+:[1-9]\d+$/.test(config.User) && user !== '0',
    },
    {
      what: 'its root and its /tmp can only be read',
      isTrue: (ended.said.match(/Read-only file system/g) ?? []).length === 2,
    },
    { what: 'the service answers', isTrue: isUp && status === DAY },
    { what: 'the health check tells up from down', isTrue: probe.length > 0 && isHealthy && isIll },
    { what: `it ends with ${ended.code} when it is told to`, isTrue: ended.code === 0 },
    {
      what: 'a day is built again from what was recorded, with a /tmp',
      isTrue: again.code === 0 && again.said.includes('"outcome":"published"'),
    },
  ]
}

async function answers(port: string): Promise<boolean> {
  for (const end = Date.now() + MAX_START_MS; Date.now() < end; await sleep(200))
    if ((await get(port, '/readyz').catch(() => null))?.status === 200) return true
  return false
}

/** The day that the service serves, and the user that it runs as. */
async function observeService(port: string, pidFile: string): Promise<{ status: string; user: string }> {
  const { body } = await get(port, '/status.json').catch(() => ({ body: '{}' }))
  const pid = readFileSync(pidFile, 'utf8').trim()
  const [, user = ''] = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return { status: (JSON.parse(body) as { date: string }).date, user }
}

const get = (port: string, path: string): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
      .once('error', reject)
      .end()
  })

async function missing(): Promise<string[]> {
  const found = await Promise.all(
    ['buildah', 'mmdebstrap', 'unshare'].map(async (name) => {
      const { code } = await command(name, ['--version'], { cwd: PROJECT })
      return code === 0 ? [] : [name]
    }),
  )
  return [...found.flat(), ...(process.getuid?.() === 0 ? [] : ['root'])]
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const options = { base: { type: 'string' }, port: { type: 'string', default: '18787' } } as const
  const { values } = parseArgs({ args, options })
  const without = await missing()
  if (without.length > 0) {
    console.log(`not run: it needs ${without.join(', ')}`)
    return true
  }
  return inTemporaryFolder(async (folder) => {
    try {
      const claims = await imageCampaign(folder, values.base, values.port)
      for (const { what, isTrue } of claims) console.log(`${isTrue ? 'held ' : 'WRONG'}  ${what}`)
      return claims.every(({ isTrue }) => isTrue)
    } finally {
      await buildah(folder, ['umount', '--all'])
      await buildah(folder, ['rm', '--all'])
      await command('umount', ['--lazy', join(folder, 'images/overlay')], { cwd: PROJECT })
    }
  })
})
