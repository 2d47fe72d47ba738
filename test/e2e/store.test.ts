import { join } from 'node:path'
import { expect, test } from 'vitest'
import { missingPrograms, startGateway } from '../../lab/e2e/store/gateway.ts'
import { type Finding, oneStoredDay } from '../../lab/e2e/store.ts'
import { inTemporaryFolder } from '../kit/folder.ts'

const missing = missingPrograms()
const left = missing.length > 0 ? ` (left out: ${missing.join(', ')} cannot be found)` : ''

test.skipIf(missing.length > 0)(
  `a day that is published to a real S3 server is whole there, and done for every other machine${left}`,
  async () => {
    const found: Finding[] = []
    await inTemporaryFolder(async (folder) => {
      const gateway = await startGateway(join(folder, 'ceph'))
      try {
        await oneStoredDay(gateway, folder, (finding) => found.push(finding))
      } finally {
        await gateway.close()
      }
    })
    expect(found).toHaveLength(2)
    expect(found.filter(({ isRight }) => !isRight)).toEqual([])
  },
  400_000,
)
