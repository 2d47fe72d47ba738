import { expect, it } from 'vitest'
import smithery from '../../pipeline/sources/smithery.ts'
import { fetchAll, selectRows } from './context.ts'
import { fakeHttp } from './recorded_http.ts'

it('shows the key to Smithery in the header, never in the address, and asks once', async () => {
  const sent: (string | undefined)[] = []
  const http = fakeHttp((_, { headers }) => {
    sent.push(headers?.authorization)
    return { body: { servers: [], pagination: { totalCount: 7 } } }
  })
  const fetched = await fetchAll(smithery, http, { env: { SMITHERY_API_KEY: 'sample-key' } })
  expect(selectRows(fetched)).toEqual([{ list: 'servers', total: 7 }])
  expect(sent).toEqual(['Bearer sample-key'])
  expect(http.asked.join()).not.toContain('sample-key')
})

it.each([0, -1, 1.5, '7', null])('leaves a number of %j to quarantine', async (totalCount) => {
  const http = fakeHttp(() => ({ body: { pagination: { totalCount } } }))
  const [row] = selectRows(await fetchAll(smithery, http))
  expect(smithery.row.safeParse(row).success).toBe(false)
})
