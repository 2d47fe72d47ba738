import type { TrustEvaluation } from '../resources/trust_evaluation.schema.ts'

/** The match of a wallet that somebody is about to pay. */
export type WalletMatch = NonNullable<TrustEvaluation['wallet_matches']>

/** A planned payment: the match of its wallet, and the amount in US dollars; null for what the caller does not say. */
export interface PayerQuestion {
  match: WalletMatch | null
  amount: number | null
}

type Verdict = TrustEvaluation['verdict']
type Reason = TrustEvaluation['reasons'][number]

const VERDICTS: readonly Verdict[] = ['proceed', 'caution', 'reject']

/** The best verdict that each match allows. Anybody can list a wallet: only a host's own quote is as good as the agent. */
const ADVICE: { [Match in Exclude<WalletMatch, 'quoted_by_host'>]: { most: Verdict; reason: Reason } } = {
  other: {
    most: 'reject',
    reason: {
      code: 'other_wallet',
      sentence: 'This is none of the wallets that are known to be asked for: do not pay it.',
    },
  },
  listed_only: {
    most: 'caution',
    reason: {
      code: 'wallet_listed_only',
      sentence:
        'Only a listing or a registration names this wallet; its host was not seen to ask for it. No limit holds for it.',
    },
  },
  unknown: {
    most: 'caution',
    reason: {
      code: 'wallet_unknown',
      sentence: 'No wallet is known to be asked for here, so none can be confirmed. No limit holds for it.',
    },
  },
}

/**
 * Returns a verdict as it is for one payment. `limit` is the most that is advised for one payment in US dollars; null if
 * nothing can be paid, which no amount is within.
 */
export function answerPayer(
  { verdict, reasons }: Pick<TrustEvaluation, 'verdict' | 'reasons'>,
  { match, amount }: PayerQuestion,
  limit: number | null,
): Pick<TrustEvaluation, 'verdict' | 'reasons' | 'wallet_matches' | 'within_limit'> {
  const advice = match === null || match === 'quoted_by_host' ? null : ADVICE[match]
  const isWorse = advice !== null && VERDICTS.indexOf(advice.most) > VERDICTS.indexOf(verdict)
  const isWithin = advice === null && limit !== null && amount !== null && amount <= limit
  return {
    verdict: isWorse ? advice.most : verdict,
    reasons: advice === null ? reasons : [advice.reason, ...reasons],
    ...(match === null ? {} : { wallet_matches: match }),
    within_limit: amount === null ? null : isWithin,
  }
}
