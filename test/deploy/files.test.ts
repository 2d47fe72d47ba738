import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { VARIABLES } from '../../core/settings/variables.ts'
import { ROOT, read } from '../pages.ts'

interface Service {
  environment?: Record<string, string>
  read_only?: boolean
  cap_drop?: string[]
  ports?: string[]
}

const compose = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, Service> }
const dockerfile = read('Dockerfile')
const UNITS = readdirSync(join(ROOT, 'deploy/systemd'))

test('the composition sets what the programs read, and nothing else', () => {
  const { service, daily } = compose.services
  for (const name of [...Object.keys(service?.environment ?? {}), ...Object.keys(daily?.environment ?? {})])
    expect(Object.keys(VARIABLES)).toContain(name)
  expect(Object.keys(daily?.environment ?? {}).length).toBeGreaterThan(10)
})

test('what runs our code has a read-only root and no capability, and only nginx is reached from outside', () => {
  for (const name of ['service', 'daily'])
    expect(compose.services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
  const open = Object.entries(compose.services).filter(([, { ports }]) => ports !== undefined)
  expect(open.map(([name]) => name)).toEqual(['nginx'])
})

test('the image runs as an unprivileged user, and reports its health', () => {
  const last = dockerfile.slice(dockerfile.lastIndexOf('FROM '))
  expect(last).toMatch(/^USER 10001:10001$/m)
  expect(last).toMatch(/^HEALTHCHECK /m)
  expect(last.indexOf('USER')).toBeGreaterThan(last.indexOf('COPY . .'))
  expect(dockerfile).not.toMatch(/^ADD |curl|wget|--unsafe/m)
})

test('everything that decides about a release goes into the image', () => {
  const code = read('pipeline/run/code_version.ts')
  const named = [...code.matchAll(/^const (?:FOLDERS|FILES) = \[(.*)\]$/gm)].flatMap(([, list = '']) =>
    [...list.matchAll(/'([^']+)'/g)].map(([, path = '']) => path),
  )
  expect(named.length).toBeGreaterThan(8)
  const included = read('.dockerignore').split('\n')
  for (const path of named)
    expect(
      included.some((line) => line === `!${path}` || path.startsWith(`${line.slice(1)}/`)),
      path,
    ).toBe(true)
})

test('units run a command that there is, as a user of their own, with the system read-only', () => {
  expect(UNITS).toEqual(['assay-daily.service', 'assay-daily.timer', 'assay.service'])
  for (const unit of UNITS.filter((name) => name.endsWith('.service'))) {
    const text = read(`deploy/systemd/${unit}`)
    expect(text).toMatch(/^User=assay$/m)
    expect(text).toMatch(/^ProtectSystem=strict$/m)
    expect(text).toMatch(
      /^ExecStart=\/usr\/bin\/env scripts\/run_typescript\.sh cli\/cli\.ts (serve|daily) /m,
    )
  }
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
test.runIf(hasSystemd)('systemd takes the units', () => {
  const files = UNITS.map((name) => `deploy/systemd/${name}`)
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...files], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
})
