import { BadUsage } from '../domain/errors.ts'

/** Where a bucket is and who may use it. The two keys are secrets: no message, log or file holds them. */
export interface BucketSettings {
  /** `https://host[:port]`, without a trailing slash; the bucket is the first part of the path. */
  endpoint: string
  region: string
  bucket: string
  /** What every key begins with: empty, or text that ends with a slash. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}

/** The variables that name a bucket, for the reference page. */
export const BUCKET_VARIABLES = {
  RELEASE_STORE: {
    example: 's3://assay-index/live',
    otherwise: 'releases stay in the output folder',
    what: 'The bucket that holds releases, archive, history and log, and what keys begin with there: `npm run daily` publishes to it, `npm run serve` follows it.',
  },
  S3_ENDPOINT: {
    example: 'https://s3.eu-central-1.amazonaws.com',
    otherwise: 'AWS, in S3_REGION',
    what: 'The address of the store of that bucket.',
  },
  S3_REGION: {
    example: 'eu-central-1',
    otherwise: 'us-east-1',
    what: 'The region that requests are signed for; stores of your own mostly take any.',
  },
  S3_ACCESS_KEY_ID: {
    example: '…',
    otherwise: 'required with RELEASE_STORE',
    what: 'The name of a key that may list the bucket, and read, write and delete in it. For `npm run serve` reading is enough.',
  },
  S3_SECRET_ACCESS_KEY: {
    example: '…',
    otherwise: 'required with RELEASE_STORE',
    what: 'The secret of that key. A secret.',
  },
} as const

type Name = keyof typeof BUCKET_VARIABLES
type Environment = Record<string, string | undefined>

const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/((?:[\w.-]+\/)*[\w.-]+)\/?)?$/
const EXAMPLE = 'RELEASE_STORE=s3://assay-index/live'

/** The bucket that the environment names, or null without RELEASE_STORE. Throws BadUsage, which repeats no secret. */
export function bucketSettings(environment: Environment): BucketSettings | null {
  const given = (name: Name): string | undefined => environment[name]?.trim() || undefined
  const address = given('RELEASE_STORE')
  if (address === undefined) return null
  const [, bucket, path] = ADDRESS.exec(address) ?? []
  if (bucket === undefined || path?.split('/').some((part) => /^\.+$/.test(part)))
    throw new BadUsage(`RELEASE_STORE must be s3:// with a bucket and, if wanted, a path, e.g. ${EXAMPLE}`)
  const needed = (name: Name, what: string): string => {
    const value = given(name)
    if (value !== undefined) return value
    throw new BadUsage(`RELEASE_STORE needs ${name}, ${what}`)
  }
  const region = given('S3_REGION') ?? 'us-east-1'
  if (!/^[\w-]{1,64}$/.test(region))
    throw new BadUsage('S3_REGION must be one word, e.g. S3_REGION=eu-central-1')
  return {
    endpoint: endpointOf(given('S3_ENDPOINT') ?? `https://s3.${region}.amazonaws.com`),
    region,
    bucket,
    prefix: path === undefined ? '' : `${path}/`,
    accessKeyId: needed('S3_ACCESS_KEY_ID', 'the name of the key that may read and write the bucket'),
    secretAccessKey: needed('S3_SECRET_ACCESS_KEY', 'the secret of that key'),
  }
}

/** How a bucket is named to people. */
export const bucketName = ({ bucket, prefix }: BucketSettings): string =>
  `s3://${bucket}/${prefix}`.replace(/\/$/, '')

function endpointOf(text: string): string {
  const url = URL.parse(text)
  const isBare = url !== null && url.pathname === '/' && !url.search && !url.hash && !url.username
  if (isBare && /^https?:$/.test(url.protocol)) return url.origin
  throw new BadUsage(
    'S3_ENDPOINT must be an http or https address without user and path, e.g. S3_ENDPOINT=https://s3.eu-central-1.amazonaws.com',
  )
}
