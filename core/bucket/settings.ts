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

/** How a bucket is named to people. */
export const bucketName = ({ bucket, prefix }: BucketSettings): string =>
  `s3://${bucket}/${prefix}`.replace(/\/$/, '')
