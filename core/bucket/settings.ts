/** Location and credentials of a bucket. The two keys are secrets: no message, log or file holds them. */
export interface BucketSettings {
  /** `https://host[:port]`, without a trailing slash; the bucket is the first part of the path. */
  endpoint: string
  region: string
  bucket: string
  /** Prefix of every key: empty, or text that ends with a slash. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}

/** Returns the display name of a bucket. */
export const bucketName = ({ bucket, prefix }: BucketSettings): string =>
  `s3://${bucket}/${prefix}`.replace(/\/$/, '')
