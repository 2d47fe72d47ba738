/** A rule against gaming, and how the one model that it stands in reads without it. */
export interface Rule {
  id: string
  /** What it says. */
  says: string
  /** The model that is replaced. */
  model: string
  without: (sql: string) => string
}

const over = (column: string) => (sql: string) => `select * replace (${column}) from (${sql})`

/** Cuts out what must be there: a rule that is written otherwise by now would silently stay on. */
const cut =
  (pattern: RegExp, instead = '') =>
  (sql: string) => {
    const left = sql.replace(pattern, instead)
    if (left === sql)
      throw new Error(`no ${pattern} is left in the model: say anew how it reads without the rule`)
    return left
  }

/** The rules that the study switches off, one model each. */
export const RULES: Rule[] = [
  {
    id: 'wash',
    says: 'Payments by the seller itself, by wallets that it funds and in closed loops make no independent payers.',
    model: 'int_x402_payers__credited',
    without: over('true as is_independent'),
  },
  {
    id: 'one_seller',
    says: 'An address that is paid counts for one agent, the one first seen to ask for it.',
    model: 'int_operators__matched',
    without: over('true as is_credited'),
  },
  {
    id: 'rings',
    says: 'Feedback by the owner, by reviewers of more than 20 agents and by those of one owner’s many is left out.',
    model: 'int_feedback_clients__independent',
    without: () => 'select distinct agent_key, client from stg_erc8004_reputation__feedback',
  },
  {
    id: 'host_proof',
    says: 'A registration joins a host only where the host names it back.',
    model: 'int_erc8004_hosts__declared',
    without: over('true as is_proven'),
  },
  {
    id: 'repository_owner',
    says: 'A repository counts where the name in the registry agrees with its owner, or is under a proved domain.',
    model: 'int_server_repositories__credited',
    without: cut(/\n\s+and \([\s\S]*$/),
  },
  {
    id: 'package_share',
    says: 'Downloads of a package are divided among the servers that list it.',
    model: 'int_packages__credited',
    without: over('1 as shared_by'),
  },
  {
    id: 'star_share',
    says: 'Stars and forks of a repository are divided among the servers in it.',
    model: 'int_mcp_server__signal_inputs',
    without: cut(/ \/ shared_by/g),
  },
]

/** The rule of this id. Throws for one that there is not. */
export function ruleOf(id: string): Rule {
  const found = RULES.find((rule) => rule.id === id)
  if (!found)
    throw new Error(`there is no rule ${id}: choose from ${RULES.map((rule) => rule.id).join(', ')}`)
  return found
}
