import { CALLS } from '../../core/resources/resources.ts'
import type { PaidVariant } from './call.ts'
import { findFullBody } from './resources/find_full.ts'
import { byView, hasView } from './views.ts'

const byViews = CALLS.filter((one) => one.price !== null && hasView(one)).map((one) => {
  const variant = byView(one)
  const body: PaidVariant = async (call) => (await variant(call)).content()
  return [one.id, body] as const
})

/** Paid endpoint → its body. One that is not here cannot be bought yet. */
export const PAID: Readonly<Record<string, PaidVariant>> = {
  ...Object.fromEntries(byViews),
  find_full: findFullBody,
}
