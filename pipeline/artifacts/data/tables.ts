import type { DataTable } from './table.ts'
import agents from './tables/agents.ts'
import changes from './tables/changes.ts'
import corrections from './tables/corrections.ts'
import endpoints from './tables/endpoints.ts'
import ghostIndex from './tables/ghost_index.ts'
import identityKeys from './tables/identity_keys.ts'
import identityOverrides from './tables/identity_overrides.ts'
import incidents from './tables/incidents.ts'
import intervalCover from './tables/interval_cover.ts'
import methodology from './tables/methodology.ts'
import probes from './tables/probes.ts'
import rankings from './tables/rankings.ts'
import records from './tables/records.ts'
import reliability from './tables/reliability.ts'
import scoreChanges from './tables/score_changes.ts'
import scores from './tables/scores.ts'
import signalInputs from './tables/signal_inputs.ts'
import signals from './tables/signals.ts'
import snapshots from './tables/snapshots.ts'
import sources from './tables/sources.ts'
import subScores from './tables/sub_scores.ts'
import toolLists from './tables/tool_lists.ts'
import tools from './tables/tools.ts'
import trust from './tables/trust.ts'
import trustFlags from './tables/trust_flags.ts'
import trustRules from './tables/trust_rules.ts'
import vulnerabilities from './tables/vulnerabilities.ts'
import x402Days from './tables/x402_days.ts'
import x402Demand from './tables/x402_demand.ts'
import x402Market from './tables/x402_market.ts'
import x402MarketDays from './tables/x402_market_days.ts'

/** All tables, in the order of the descriptions. */
export const TABLES: readonly DataTable[] = [
  ...[agents, records, identityKeys, endpoints],
  ...[signals, signalInputs, scores, subScores, scoreChanges, rankings, intervalCover, methodology],
  ...[snapshots, changes, reliability, ghostIndex],
  ...[trust, trustRules, trustFlags],
  ...[x402Demand, x402Days, x402Market, x402MarketDays, probes],
  ...[incidents, toolLists, tools, vulnerabilities],
  ...[corrections, identityOverrides, sources],
]
