import { expect, test } from 'vitest'
import { bucketName } from '../../core/bucket/settings.ts'
import { bucketSettings } from '../../core/settings/bucket.ts'

const KEYS = { S3_ACCESS_KEY_ID: 'AK', S3_SECRET_ACCESS_KEY: 'SECRET-SK' }

test('a bucket is named with or without a path, a region and an endpoint', () => {
  expect(bucketSettings(KEYS)).toBeNull()
  const amazon = bucketSettings({ ...KEYS, RELEASE_STORE: 's3://assay-index', S3_REGION: 'eu-west-1' })
  expect(amazon).toMatchObject({
    endpoint: 'https://s3.eu-west-1.amazonaws.com',
    prefix: '',
    bucket: 'assay-index',
  })
  const own = { ...KEYS, RELEASE_STORE: 's3://assay-index/a/b/', S3_ENDPOINT: 'http://127.0.0.1:7480/' }
  const settings = bucketSettings(own)
  expect(settings).toMatchObject({ endpoint: 'http://127.0.0.1:7480', prefix: 'a/b/', region: 'us-east-1' })
  expect(settings && bucketName(settings)).toBe('s3://assay-index/a/b')
})

test.each([
  [{ RELEASE_STORE: 'assay-index' }, /RELEASE_STORE must be s3:\/\//],
  [{ RELEASE_STORE: 's3://assay-index/../x' }, /RELEASE_STORE must be/],
  [{ S3_ENDPOINT: 'https://u:SECRET@host' }, /S3_ENDPOINT must be/],
  [{ S3_ENDPOINT: 'https://host/path' }, /S3_ENDPOINT must be/],
  [{ S3_REGION: 'a b' }, /S3_REGION must be/],
  [{ S3_ACCESS_KEY_ID: '' }, /needs S3_ACCESS_KEY_ID/],
  [{ S3_SECRET_ACCESS_KEY: undefined }, /needs S3_SECRET_ACCESS_KEY/],
])('%j is refused with what it must be, and no secret is repeated', (changes, said) => {
  const read = () => bucketSettings({ ...KEYS, RELEASE_STORE: 's3://assay-index/live', ...changes })
  expect(read).toThrow(said)
  expect(read).toThrow(/^(?!.*SECRET-|.*SECRET@)/)
})
