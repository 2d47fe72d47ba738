import { OperationalError } from '../domain/errors.ts'
import { clean } from '../domain/text.ts'
import { elementText } from './answer_text.ts'
import { type BucketSettings, bucketName } from './settings.ts'

const MAX_MESSAGE = 200

/** A bucket that cannot be used: the message says what to do, and holds no secret. */
export class BucketFailed extends OperationalError {
  override name = 'BucketFailed'
}

/** Error codes of S3, with how to fix each. */
const REFUSALS: Record<string, string> = {
  InvalidAccessKeyId: 'it does not know S3_ACCESS_KEY_ID: check it and S3_ENDPOINT',
  SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY does not belong to S3_ACCESS_KEY_ID, or S3_REGION is another',
  AccessDenied:
    'this key may not do that: allow it to list the bucket, and to read, write and delete below the prefix',
  RequestTimeTooSkewed: "this machine's clock is off: set it (timedatectl set-ntp true)",
  NoSuchBucket: 'there is no such bucket: create it, without versioning, or correct RELEASE_STORE',
  AuthorizationHeaderMalformed: 'S3_REGION is not the region of the bucket',
  PermanentRedirect: 'the bucket is in another region: correct S3_ENDPOINT and S3_REGION',
  QuotaExceeded: 'its quota is used up: raise it, or run npm run assay -- store gc',
}

/** Error for an answer that no retry can fix. */
export function storeRefused(
  settings: BucketSettings,
  action: string,
  status: number,
  body: string,
): BucketFailed {
  const code = elementText(body, 'Code') ?? (status >= 300 && status < 400 ? 'PermanentRedirect' : '')
  const message = clean(elementText(body, 'Message') ?? code, MAX_MESSAGE)
  const advice =
    REFUSALS[code] ?? (status === 403 ? REFUSALS.AccessDenied : 'check S3_ENDPOINT and RELEASE_STORE')
  return new BucketFailed(
    `${bucketName(settings)} at ${settings.endpoint} refused to ${action} (${status}${message && `: ${message}`}): ${advice}`,
  )
}

/** Error for an answer with more bytes than the request allows. */
export const answerTooLong = (settings: BucketSettings, action: string, maxBytes: number): BucketFailed =>
  new BucketFailed(
    `${bucketName(settings)} at ${settings.endpoint} sent more than ${maxBytes} bytes when asked to ${action}, and it cannot be as long as that: somebody replaced it. Put it back from a copy of the bucket, and give the bucket new keys`,
  )

/** Error for a store without a usable answer after all retries. */
export const storeUnreachable = (settings: BucketSettings, action: string, cause: unknown): BucketFailed =>
  new BucketFailed(
    `${bucketName(settings)} at ${settings.endpoint} gave no answer when asked to ${action}: check S3_ENDPOINT and the network, then run the same command again`,
    { cause },
  )
