import type { Schemas } from '../../client/client.ts'
import { cell, line } from '../inert.ts'
import { table } from '../table.ts'
import { formatName, notes } from './parts.ts'

/** The match of a key, and the answers about a planned payment. */
function formatPayer({ resolved_from, wallet_matches, within_limit }: Schemas['TrustEvaluation']): string[] {
  return table([
    ...(resolved_from === undefined
      ? []
      : [
          [
            'found by',
            cell(`${formatName(resolved_from.kind)}, ${resolved_from.certainty}: ${resolved_from.sentence}`),
          ],
        ]),
    ...(wallet_matches === undefined ? [] : [['wallet', formatName(wallet_matches)]]),
    ...(within_limit == null ? [] : [['amount', within_limit ? 'within the limit' : 'above the limit']]),
  ])
}

/** Matches of a wallet that no limit holds for. */
const NOT_ITS_HOST = ['listed_only', 'other', 'unknown']

/** Formats the limit of payments; `none` where none is advised, with the reason in the sentences below. */
function formatLimit(evaluation: Schemas['TrustEvaluation']): string {
  const { verdict, per_transaction, daily, wallet_matches = '' } = evaluation
  const isNone = verdict === 'reject' || NOT_ITS_HOST.includes(wallet_matches)
  if (isNone || !per_transaction || !daily) return 'none'
  return `${per_transaction} USD at once, ${daily} USD a day`
}

/** Formats a verdict and its reasons. */
export function showVerdict(evaluation: Schemas['TrustEvaluation']): string[] {
  const { handle, name, verdict, reasons, trust, liveness, risk_flags } = evaluation
  return [
    ...table([
      ['agent', cell(handle)],
      ['name', cell(name)],
      ['verdict', verdict.toUpperCase()],
      ['limit', formatLimit(evaluation)],
      ['trust', `${trust.score} of 100, ${formatName(trust.class)}`],
      ['evidence', formatName(evaluation.evidence_tier)],
      ['confidence', formatName(evaluation.confidence_tier)],
      ['liveness', liveness === null ? 'departed' : formatName(liveness.state)],
    ]),
    ...formatPayer(evaluation),
    '',
    line(evaluation.advice),
    ...reasons
      .filter(({ sentence }) => !evaluation.advice.includes(sentence))
      .map(({ sentence }) => line(`because: ${sentence}`)),
    ...risk_flags.map(({ flag, severity, reason }) =>
      line(`flag: ${formatName(flag)} (${severity}): ${reason}`),
    ),
    ...notes(evaluation.limitations),
  ]
}
