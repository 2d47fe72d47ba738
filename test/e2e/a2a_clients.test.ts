import { expect, test } from 'vitest'
import { SKILLS } from '../../core/interface/skills.ts'
import { throughLoopback } from '../../lab/e2e/a2a_clients/stock_agent.ts'
import { throughAgents } from '../../lab/e2e/a2a_clients.ts'
import { inTemporaryFolder } from '../kit/folder.ts'
import { localService } from '../kit/local_service.ts'
import { sampleOutput } from '../sample_output.ts'

test('both libraries use every skill by text and by data, and see the life of a task and what is refused', async () => {
  const output = await sampleOutput()
  const seen = await inTemporaryFolder(async (folder) => {
    const service = await localService({ output, folder })
    try {
      await expect(throughLoopback(service, '198.51.100.1')('https://a.example/')).rejects.toThrow(
        'does not call',
      )
      return await throughAgents(service)
    } finally {
      await service.close()
    }
  })
  expect(seen.filter(({ wrong }) => wrong !== null)).toEqual([])
  expect(new Set(seen.map(({ client }) => client)).size).toBe(2)
  for (const { id } of SKILLS)
    for (const kind of ['text', 'data'])
      expect(seen.filter(({ what }) => what.startsWith(`${id} by ${kind}`))).toHaveLength(2)
}, 120_000)
