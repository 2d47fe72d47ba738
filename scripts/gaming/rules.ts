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

/** The rules that the study switches off. Several of one model can be off at once. */
export const RULES: Rule[] = [
  {
    id: 'wash',
    says: 'Payments by the seller itself, by wallets that it funds and in closed loops make no independent payers.',
    model: 'int_x402_payers__credited',
    without: over('true as is_independent'),
  },
  {
    id: 'week_apart',
    says: 'A payer returns when a week lies between two payments of it; without the rule, on another day.',
    model: 'int_x402_payers__credited',
    without: cut(/max\(span\) >= 7/, 'max(span) >= 1'),
  },
  {
    id: 'least_price',
    says: 'A payment below the least price that is asked is no purchase.',
    model: 'int_x402_payers__credited',
    without: cut(/ and payments\.amount >= coalesce\(asked\.least, 0\)/),
  },
  {
    id: 'one_seller',
    says: 'An address that is paid counts for one agent, the one first seen to ask for it.',
    model: 'int_operators__matched',
    without: over('true as is_credited'),
  },
  {
    id: 'asked_in_time',
    says: 'Who asks for an address more than a day after it was first paid is not credited with it.',
    model: 'int_operators__matched',
    without: cut(/\n {2}where paid\.first_paid_on is null[\s\S]*?(?=\n {2}order by claims)/),
  },
  {
    id: 'own_answer',
    says: 'A host that says itself what it asks for is known by that, and not by what feeds say of it.',
    model: 'int_operators__matched',
    without: cut(/\n {2}anti join quoted using \(host\)/),
  },
  {
    id: 'shared_hosts',
    says: 'A host where anyone can have a page is nobody’s agent.',
    model: 'int_service_records__listed',
    without: cut(/\n {2}anti join raw_shared_hosts using \(host\)/),
  },
  {
    id: 'rings',
    says: 'Feedback by the owner, by reviewers of more than 20 agents and by those of one owner’s many is left out.',
    model: 'int_feedback_clients__independent',
    without: () => 'select distinct agent_key, client from stg_erc8004_reputation__feedback',
  },
  {
    id: 'host_proof',
    says: 'A registration stands for a host only where the host names it back, and no other.',
    model: 'int_erc8004_hosts__declared',
    without: over('true as is_proven, true as is_only'),
  },
  {
    id: 'repository_owner',
    says: 'A repository counts where its owner is the account that signed in, or a label of the proved domain.',
    model: 'int_server_repositories__credited',
    without: cut(/\nwhere case[\s\S]*$/),
  },
  {
    id: 'exact_domain',
    says: 'Code counts for a service at the very domain that a registry proved, or its `www`, `api` or `mcp`; without the rule, at any host below it.',
    model: 'int_service_repositories__credited',
    without: cut(/\^\(\?:www\|api\|mcp\)\\\./, '^[^.]+\\.'),
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
  {
    id: 'age',
    says: 'Whoever is known for less than 30 days is to be dealt with in caution.',
    model: 'int_trust__ages_known',
    without: over(`'known' as age`),
  },
  {
    id: 'own_wash',
    says: 'Wash trade is held against an agent only at a wallet that it names itself, and only for its own money.',
    model: 'int_trust__washes_flagged',
    without: cut(/not \(is_answerable and is_most\) or /),
  },
  {
    id: 'own_wallet',
    says: 'Feeds that contradict each other or the host are no fault of the agent.',
    model: 'int_trust__wallets_mismatched',
    without: cut(/'minor'/g, `'major'`),
  },
  {
    id: 'own_name',
    says: 'A hostile name that only the Bazaar gives an agent is no fault of it.',
    model: 'int_trust__hostile_names',
    without: cut(/if\(bool_or\(is_own\), severity, 'minor'\)/, 'severity'),
  },
]

/** The rule of this id. Throws for one that there is not. */
export function ruleOf(id: string): Rule {
  const found = RULES.find((rule) => rule.id === id)
  if (!found)
    throw new Error(`there is no rule ${id}: choose from ${RULES.map((rule) => rule.id).join(', ')}`)
  return found
}
