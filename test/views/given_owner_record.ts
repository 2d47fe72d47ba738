import type { OwnerRecord } from '../../core/views/owner_row.ts'

/** The record of an owner of three agents, of which two are listed: the second has a hostile name and is flagged. */
export const createOwnerRecord = (given: Partial<OwnerRecord> = {}): OwnerRecord => ({
  ...{ owner: 'github:acme', kind: 'github', may_be_platform: false },
  counts: { agents: 3, alive: 1, not_alive: 1, unknown: 1, ranked: 1, flagged: 1, departed: 2 },
  payments: [
    {
      ...{ chain: 'eip155:8453', chain_name: 'Base', wallets: 1, payments: 1_234, volume_usd: '12.340000' },
      ...{ unique_payers: 56, independent_payers: 7 },
    },
  ],
  agents: [
    {
      ...{ handle: 'slate-harbor', name: 'Slate Harbor', primary_category: 'service', rank: 3 },
      ...{ liveness: 'alive', verdict: 'proceed', risk_flags: [], proof: 'account', since: '2026-01-02' },
    },
    {
      ...{
        handle: 'quartz-mill',
        name: '<script>alert(1)</script>',
        primary_category: 'service',
        rank: null,
      },
      ...{ liveness: 'unknown', verdict: 'reject', risk_flags: ['hostile_name'] },
      ...{ proof: 'host', since: '2026-01-03' },
    },
  ],
  changes: [],
  ...given,
})
