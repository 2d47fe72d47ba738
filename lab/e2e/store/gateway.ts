import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BucketRequests } from '../../../core/bucket/requests.ts'
import type { BucketSettings } from '../../../core/bucket/settings.ts'

const PROGRAMS = ['ceph', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin']
const KEYS = { accessKeyId: 'AK', secretAccessKey: 'secret-of-the-campaign' }
const MAX_START_MS = 90_000

/** A real S3 server on loopback. */
export interface Gateway {
  url: string
  close(): Promise<void>
}

/** Returns the required programs that are missing on this machine. */
export const missingPrograms = (): string[] =>
  PROGRAMS.filter(
    (name) => !(process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name))),
  )

/** Starts Ceph's gateway with one monitor and one disk in memory, below `folder`. */
export async function startGateway(folder: string): Promise<Gateway> {
  const [v2, v1, port] = [await freePort(), await freePort(), await freePort()]
  const monitor = `[v2:127.0.0.1:${v2},v1:127.0.0.1:${v1}]`
  const [cluster, disk] = [randomUUID(), randomUUID()]
  for (const name of ['mon', 'osd', 'rgw', 'run']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'ceph.conf'), configuration(folder, { cluster, monitor, port }))
  const env = { ...process.env, CEPH_CONF: join(folder, 'ceph.conf') }
  const run = (file: string, ...args: string[]) =>
    execFileSync(file, args, { env, stdio: 'pipe', timeout: MAX_START_MS })
  const started: ChildProcess[] = []
  const start = (file: string, ...args: string[]) =>
    started.push(spawn(file, [...args, '-f'], { env, stdio: 'ignore' }))
  const close = async () => {
    for (const child of started.reverse()) {
      child.kill('SIGKILL')
      await new Promise((resolve) =>
        child.exitCode === null && child.signalCode === null ? child.once('close', resolve) : resolve(null),
      )
    }
  }
  try {
    run('monmaptool', '--create', '--fsid', cluster, '--addv', 'm', monitor, join(folder, 'monmap'))
    run('ceph-mon', '--mkfs', '-i', 'm', '--monmap', join(folder, 'monmap'))
    start('ceph-mon', '-i', 'm')
    run('ceph', 'osd', 'new', disk)
    run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', disk)
    start('ceph-osd', '-i', '0')
    start('radosgw', '-n', 'client.rgw')
    await waitUntilReady(`http://127.0.0.1:${port}`)
    const keys = [`--access-key=${KEYS.accessKeyId}`, `--secret-key=${KEYS.secretAccessKey}`]
    run('radosgw-admin', 'user', 'create', '--uid=u', '--display-name=u', ...keys)
  } catch (error) {
    await close()
    throw error
  }
  return { url: `http://127.0.0.1:${port}`, close }
}

/** A new bucket at the gateway, reached through `url`. */
export async function newBucket(url: string, bucket: string): Promise<BucketSettings> {
  const settings = { endpoint: url, region: 'us-east-1', bucket, prefix: 'live/', ...KEYS }
  const tools = {
    fetch: (request: Request) => fetch(request),
    sleep: (ms: number) => sleep(ms),
    random: Math.random,
  }
  const requests = new BucketRequests(settings, { ...tools, now: () => new Date() })
  await requests.send({ method: 'PUT', key: '', action: 'make the bucket' }, [200])
  return settings
}

// Without crc for the monitor's clients the gateway hangs for minutes where nobody authenticates.
const configuration = (
  folder: string,
  { cluster, monitor, port }: Record<'cluster' | 'monitor', string> & { port: number },
): string => `[global]
fsid = ${cluster}
mon_host = ${monitor}
public_addr = 127.0.0.1
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
ms_mon_client_mode = crc
mon_data = ${folder}/mon
osd_data = ${folder}/osd
run_dir = ${folder}/run
log_file = ${folder}/run/$name.log
admin_socket = ${folder}/run/$name.asok
pid_file = ${folder}/run/$name.pid
osd_objectstore = memstore
memstore_device_bytes = 4G
osd_memory_target = 1G
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 8
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
mon_data_avail_crit = 1
[client.rgw]
rgw_frontends = beast endpoint=127.0.0.1:${port}
rgw_data = ${folder}/rgw
`

async function waitUntilReady(url: string): Promise<void> {
  for (let waited = 0; waited < MAX_START_MS; waited += 250) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.status === 200) return
    await sleep(250)
  }
  throw new Error(`the gateway at ${url} does not answer: its logs are in run/ beside its configuration`)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
