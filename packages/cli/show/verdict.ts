import type { Schemas } from '../../client/client.ts'
import { cell, line } from '../inert.ts'
import { table } from '../table.ts'
import { notes, words } from './parts.ts'

/** Formats a verdict and its reasons. */
export function showVerdict(evaluation: Schemas['TrustEvaluation']): string[] {
  const { handle, name, verdict, reasons, trust, liveness, risk_flags } = evaluation
  return [
    ...table([
      ['agent', cell(handle)],
      ['name', cell(name)],
      ['verdict', verdict.toUpperCase()],
      ['trust', `${trust.score} of 100, ${words(trust.class)}`],
      ['evidence', words(evaluation.evidence_tier)],
      ['confidence', words(evaluation.confidence_tier)],
      ['liveness', liveness === null ? 'departed' : words(liveness.state)],
    ]),
    '',
    ...reasons.map(({ sentence }) => line(`because: ${sentence}`)),
    ...risk_flags.map(({ flag, severity, reason }) => line(`flag: ${words(flag)} (${severity}): ${reason}`)),
    ...notes(evaluation.limitations),
  ]
}
