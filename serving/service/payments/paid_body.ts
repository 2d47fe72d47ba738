import type { Content } from '../../../core/interface/content.ts'
import type { Call } from '../../handler/call.ts'
import type { ServedRelease } from '../../handler/served_release.ts'

/** Makes the answer of an endpoint that has a price; every `Variant` is one. */
export interface PaidBody {
  (call: Call): Promise<Content>
  /** Whether it can be had from this release now, asked before any quote. Left out: always. */
  isForSale?(release: ServedRelease): Promise<boolean>
  /**
   * Throws HttpError 400 or 404 for a call that it would not answer, before a payment is claimed. Left out: a handle that
   * is given has to be indexed.
   */
  admit?(call: Call): Promise<void>
}
