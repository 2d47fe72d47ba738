import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inTemporaryFolder } from '../kit/folder.ts'
import { missingPrograms, startGateway } from './store/gateway.ts'
import { type Finding, storeCampaign } from './store.ts'

const missing = missingPrograms()
const left = missing.length > 0 ? ` (left out: ${missing.join(', ')} cannot be found)` : ''

test.skipIf(missing.length > 0)(
  `a release store on a real S3 server is whole through kills, races, going back and gc${left}`,
  async () => {
    const found: Finding[] = []
    await inTemporaryFolder(async (folder) => {
      const gateway = await startGateway(join(folder, 'ceph'))
      try {
        await storeCampaign(gateway, folder, 1_500, (finding) => found.push(finding))
      } finally {
        await gateway.close()
      }
    })
    expect(found.length).toBeGreaterThan(20)
    expect(found.filter(({ isRight }) => !isRight)).toEqual([])
  },
  900_000,
)
