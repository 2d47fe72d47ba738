import type { Content } from '../../../core/interface/content.ts'
import type { Call } from '../../handler/call.ts'
import type { ServedRelease } from '../../handler/served_release.ts'

/** Builds the answer of a paid endpoint; every `Variant` is one. */
export interface PaidBody {
  (call: Call): Promise<Content>
  /** Returns true if the answer is available from this release now, checked before any quote. Default: always. */
  isForSale?(release: ServedRelease): Promise<boolean>
  /**
   * Throws HttpError 400 or 404 for a call that cannot be answered, before a payment is claimed. Default: a given
   * handle has to be indexed.
   */
  admit?(call: Call): Promise<void>
}
