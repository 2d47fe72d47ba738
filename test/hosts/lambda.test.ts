import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { publishRelease } from '../../core/release/write.ts'
import type { LambdaCall } from '../../serving/hosts/lambda.ts'
import { temporaryFolder } from './published.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())

const call = (rawPath: string, more: Partial<LambdaCall> = {}, method = 'GET'): LambdaCall => ({
  rawPath,
  rawQueryString: '',
  headers: { host: 'assay.example' },
  requestContext: { http: { method } },
  isBase64Encoded: false,
  ...more,
})

test('a Lambda answers calls of a function URL from the folder OUTPUT', async () => {
  const output = join(folder.path, 'output')
  const picture = new Uint8Array([0x89, 0xff, 0x00])
  const { id } = publishRelease(
    output,
    [
      {
        path: 'data/picture.parquet',
        contentType: 'application/vnd.apache.parquet',
        body: picture,
        side: 'public',
      },
    ],
    {
      date: '2026-02-01',
      world: 'sample',
      base_url: 'https://assay.example',
      code: { version: '1.0.0', sha256: 'c0de' },
      inputs: {},
      counts: {},
    },
  )
  vi.stubEnv('OUTPUT', output)
  const { handler } = await import('../../serving/hosts/lambda.ts')
  const found = await handler(call('/data/picture.parquet'))
  expect([found.statusCode, found.headers['x-release'], found.body]).toEqual([
    200,
    id,
    Buffer.from(picture).toString('base64'),
  ])
  const refused = await handler(call('/api/agents/bulk', { rawQueryString: 'handles=' }))
  expect(refused.statusCode).toBe(400)
  const posted = await handler(
    call('/api/public/trust/batch', { body: 'Ww==', isBase64Encoded: true }, 'POST'),
  )
  expect(JSON.parse(Buffer.from(posted.body, 'base64').toString())).toMatchObject({ error: 'invalid_json' })
})
