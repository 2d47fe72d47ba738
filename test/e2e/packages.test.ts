import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasGenerator } from '../../lab/e2e/generated_clients.ts'
import { TYPESCRIPT_FLAGS } from '../../pipeline/render/typescript_flags.ts'
import { clientTypes, GENERATOR, TYPES_FILE } from '../../scripts/client_types/types.ts'
import { isForTests } from '../kit/added_package.ts'
import { PROJECT } from '../kit/child.ts'
import { type LocalService, localService } from '../kit/local_service.ts'
import { blocks, PAGES } from '../pages.ts'
import { sampleOutput } from '../sample_output.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'assay-packages-'))
const TSC = join(PROJECT, 'node_modules/typescript/bin/tsc')
let service: LocalService

beforeAll(async () => {
  const output = await sampleOutput()
  service = await localService({ output, folder })
  await run(process.execPath, [...TYPESCRIPT_FLAGS, 'scripts/build_packages.ts'], { cwd: PROJECT })
}, 400_000)
afterAll(async () => {
  await service?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Packs a package as `npm publish` would, and installs it in an empty folder, without its dependencies. */
async function installed(name: string): Promise<string> {
  const into = join(folder, name)
  mkdirSync(into)
  writeFileSync(join(into, 'package.json'), '{"private":true,"type":"module"}')
  const packed = await run('npm', ['pack', '--json', '--pack-destination', into], {
    cwd: join(PROJECT, 'packages', name),
  })
  const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }]
  await run('tar', ['-xzf', filename], { cwd: into })
  return join(into, 'package')
}

test('the packed program asks a service and verifies it, alone in its folder', async () => {
  const program = join(await installed('cli'), 'dist/assay.mjs')
  const env = { ...process.env, ASSAY_URL: service.url }
  const asked = await run(process.execPath, [program, 'verdict', 'weather-tools', '--json'], { env })
  expect(JSON.parse(asked.stdout)).toMatchObject({ type: 'trust_evaluation', handle: 'weather-tools' })
  const [, example = ''] =
    /\$ assay verdict instruction\n(.*?)```/s.exec(readFileSync('README.md', 'utf8')) ?? []
  const told = await run(process.execPath, [program, 'verdict', 'instruction'], { env })
  expect(example).not.toBe('')
  expect(told.stdout.startsWith(example)).toBe(true)
  const refused = await run(process.execPath, [program, 'agent', 'no-such-agent'], { env }).catch(
    (error) => error,
  )
  expect([refused.code, refused.stdout]).toEqual([1, ''])
  const verified = await run(process.execPath, [program, 'verify', '--state', 'none'], { env })
  expect(verified.stdout).toMatch(/ holds: all \d+ claims that were checked\./)
}, 120_000)

test('the code of the pages compiles against the packed client under strict checks', async () => {
  const modules = join(folder, 'types/node_modules')
  mkdirSync(join(modules, '@assay'), { recursive: true })
  symlinkSync(await installed('client'), join(modules, '@assay/client'))
  for (const name of ['@x402', 'viem', 'openapi-fetch', 'openapi-typescript-helpers'])
    symlinkSync(join(PROJECT, 'node_modules', name), join(modules, name))
  const shown = PAGES.flatMap(blocks).filter(
    ({ language, text }) => language === 'ts' && text.includes("'@assay/client"),
  )
  expect(shown.length).toBeGreaterThan(0)
  for (const [at, { text }] of shown.entries()) writeFileSync(join(folder, `types/shown_${at}.ts`), text)
  const compilerOptions = {
    ...{ strict: true, target: 'es2023', lib: ['es2023', 'dom', 'dom.iterable'], types: [], noEmit: true },
    ...{ module: 'esnext', moduleResolution: 'bundler', preserveSymlinks: true, skipLibCheck: true },
  }
  writeFileSync(join(folder, 'types/tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const compilerResult = await run(process.execPath, [TSC, '-p', join(folder, 'types')]).catch(
    (error) => error,
  )
  expect(compilerResult.stdout).toBe('')
}, 120_000)

test('the client is bundled for browsers with nothing of Node, paying included', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { assay } from './client.js'\nimport { payingFetch } from './pay.js'\nconsole.log(assay, payingFetch)`,
      resolveDir: join(PROJECT, 'packages/client/dist'),
    },
    ...{ bundle: true, write: false, format: 'esm', platform: 'browser', logLevel: 'silent' },
  })
  expect(outputFiles[0]?.text).not.toMatch(/from "node:|require\("/)
}, 120_000)

test('versions and what they depend on are those of the project', () => {
  const of = (path: string) => JSON.parse(readFileSync(join(PROJECT, path), 'utf8'))
  const [root, client, cli] = [
    'package.json',
    'packages/client/package.json',
    'packages/cli/package.json',
  ].map(of)
  expect([client.version, cli.version]).toEqual([root.version, root.version])
  for (const [name, version] of Object.entries(client.dependencies))
    expect(root.devDependencies[name]).toBe(version)
  for (const [name, range] of Object.entries(client.peerDependencies))
    expect(range).toBe(`^${root.devDependencies[name]}`)
  expect(cli.dependencies).toBeUndefined()
})

test('the types of the client are what their generator writes', async ({ skip }) => {
  if (!isForTests(GENERATOR) || !(await hasGenerator(GENERATOR)))
    return skip(`left out: npm run docs adds ${GENERATOR.name}, and CI does`)
  expect(readFileSync(TYPES_FILE, 'utf8')).toBe(await clientTypes())
}, 120_000)
