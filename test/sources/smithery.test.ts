import { expect, it } from 'vitest'
import smithery from '../../pipeline/sources/smithery.ts'
import { fetchAll, selectRows } from './context.ts'
import { fakeHttp } from './recorded_http.ts'

it('is read without a key, and asks once', async () => {
  const http = fakeHttp((_, { headers }) => ({
    status: headers?.authorization === undefined ? 200 : 401,
    body: { servers: [], pagination: { totalCount: 7 } },
  }))
  expect(smithery.needs).toBeUndefined()
  expect(selectRows(await fetchAll(smithery, http))).toEqual([{ list: 'servers', total: 7 }])
  expect(http.asked).toEqual(['https://api.smithery.ai/servers?page=1&pageSize=1'])
})

it.each([0, -1, 1.5, '7', null])('leaves a number of %j to quarantine', async (totalCount) => {
  const http = fakeHttp(() => ({ body: { pagination: { totalCount } } }))
  const [row] = selectRows(await fetchAll(smithery, http))
  expect(smithery.row.safeParse(row).success).toBe(false)
})
