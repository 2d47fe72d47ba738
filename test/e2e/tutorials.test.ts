import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LocalService, localService } from '../kit/local_service.ts'
import { commands } from '../pages.ts'
import { sampleOutput } from '../sample_output.ts'

/** The address of `npm start`, which the page uses. */
const SHOWN = 'http://127.0.0.1:8787'
const PROGRAMS = ['bash', 'curl', 'jq', 'sha256sum']

let folder: string
let service: LocalService

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-tutorial-'))
  service = await localService({ output: await sampleOutput(), folder })
}, 300_000)

afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

const has = (program: string): boolean => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

// A line that fails, such as another hash or a broken claim, rejects.
test.skipIf(!PROGRAMS.every(has))(
  'the downloads of the tutorial for researchers arrive, and verify (needs bash, curl, jq, sha256sum)',
  async () => {
    const env = { ...process.env, HOME: folder, XDG_STATE_HOME: folder }
    for (const line of commands('docs/use/tutorials/researcher.md').filter((command) =>
      /^(?:curl|node) /.test(command),
    )) {
      const command = line.replaceAll(SHOWN, service.url)
      await promisify(execFile)('bash', ['-eo', 'pipefail', '-c', command], {
        cwd: folder,
        env,
        maxBuffer: 64 << 20,
      })
    }
    expect(readdirSync(join(folder, 'data')).length).toBeGreaterThan(5)
  },
  120_000,
)
