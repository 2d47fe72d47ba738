import { expect, test } from 'vitest'
import { SKILLS } from '../../core/interface/skills.ts'
import { throughLoopback } from '../../lab/e2e/a2a_clients/stock_agent.ts'
import { throughAgents } from '../../lab/e2e/a2a_clients.ts'
import { inTemporaryFolder } from '../kit/folder.ts'
import { localService } from '../kit/local_service.ts'
import { sampleOutput } from '../sample_output.ts'

test('all libraries use every skill by text and by data, and see the life of a task and what is refused', async () => {
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
  // The newer one speaks 1.0 as it comes, and 0.3 where that is all it is given.
  expect(seen.filter(({ what }) => what === 'the card').map(({ note }) => note)).toEqual([
    ...['A2A 0.3', 'A2A 1.0', 'A2A 1.0'],
  ])
  expect(new Set(seen.map(({ client }) => client)).size).toBe(3)
  for (const { id } of SKILLS)
    for (const kind of ['text', 'data'])
      expect(seen.filter(({ what }) => what.startsWith(`${id} by ${kind}`))).toHaveLength(3)
}, 120_000)
