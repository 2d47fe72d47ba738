import type { OwnerRecord } from '../../core/views/owner_row.ts'

/** The record of an owner of two agents, of which the second has a hostile name and is flagged. */
export const createOwnerRecord = (given: Partial<OwnerRecord> = {}): OwnerRecord => ({
  ...{ owner: 'github:acme', kind: 'github', name: 'acme', agents: 3, alive: 1, not_alive: 1, unknown: 1 },
  ...{ ranked: 1, flagged: 1, departed: 2, may_be_platform: false },
  payments: [
    {
      ...{ chain: 'eip155:8453', chain_name: 'Base', wallets: 1, payments: 1_234, volume_usd: '12.340000' },
      ...{ unique_payers: 56, independent_payers: 7 },
    },
  ],
  listed: [
    {
      ...{ handle: 'slate-harbor', name: 'Slate Harbor', primary_category: 'service', rank: 3 },
      ...{ liveness: 'alive', verdict: 'proceed', flags: [], how: 'account', since: '2026-01-02' },
    },
    {
      ...{
        handle: 'quartz-mill',
        name: '<script>alert(1)</script>',
        primary_category: 'service',
        rank: null,
      },
      ...{
        liveness: 'unknown',
        verdict: 'reject',
        flags: ['hostile_name'],
        how: 'host',
        since: '2026-01-03',
      },
    },
  ],
  ...given,
})
