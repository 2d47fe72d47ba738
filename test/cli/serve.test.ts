import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startServe } from '../../lab/e2e/pay_kill/service_process.ts'
import { inTemporaryFolder } from '../kit/folder.ts'
import { sampleOutput } from '../sample_output.ts'

test('a service writes JSON lines alone to standard error, from its first start to its stop', async () => {
  const output = await sampleOutput()
  const { stdout, stderr } = await inTemporaryFolder(async (folder) => {
    const service = await startServe(output, { STATE_FILE: join(folder, 'state.sqlite'), LOG_LEVEL: 'info' })
    try {
      expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
    } finally {
      await service.stop()
    }
    return service.ended
  })
  const messages = stderr
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { msg: string }).msg)
  expect(messages).toEqual([expect.stringMatching(/^NO LOG WAS REMEMBERED /)])
  expect(stdout).toMatch(/^Open http.+\nStopping …\n$/ms)
})
