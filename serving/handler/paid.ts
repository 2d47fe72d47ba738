import { CALLS } from '../../core/resources/resources.ts'
import type { PaidVariant } from './call.ts'
import { findFullBody } from './resources/find_full.ts'
import { trustEvaluationFullBody } from './resources/trust_evaluation.ts'
import { byView, hasView } from './views.ts'

const byViews = CALLS.filter((call) => call.price !== null && hasView(call)).map((item) => {
  const variant = byView(item)
  const body: PaidVariant = async (call) => (await variant(call)).content()
  return [item.id, body] as const
})

/** Paid endpoint → its body. An endpoint missing here cannot be bought yet. */
export const PAID: Readonly<Record<string, PaidVariant>> = {
  ...Object.fromEntries(byViews),
  find_full: findFullBody,
  trust_evaluation_full: trustEvaluationFullBody,
}
