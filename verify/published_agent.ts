import type { CategoryScore } from './score.ts'

/** Checked fields of `/api/agent/{handle}/llm-summary`. */
export interface Summary {
  handle: string
  verified: boolean
  identity: {
    verification: string | null
    copies: number | null
    copy_of: string | null
    records: { source: string; name: string; departed_on: string | null }[]
  }
  liveness: { state: string } | null
  departed: { on: string; reason: string } | null
  scores_by_category: Record<string, CategoryScore>
}

export interface Trust {
  trust: { score: number; class: string }
  verdict: string
  reasons: { code: string }[]
  risk_flags: { flag: string }[]
  price: { recommendation: string; per_transaction: number | null; daily: number | null }
}

/** Published data of one agent. */
export interface PublishedAgent {
  summary: Summary
  trust: Trust
}
