import { NUMBERS } from '../../core/domain/numbers.ts'
/** A rule against gaming, and how the one model that it stands in reads without it. */
export interface Rule {
  id: string
  /** The rule as text. */
  says: string
  /** The model that is replaced. */
  model: string
  without: (sql: string) => string
}

const over = (column: string) => (sql: string) => `select * replace (${column}) from (${sql})`

/** Cuts out text that must be present: otherwise a rule that was rewritten would silently stay on. */
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
    says: 'Payments by the seller itself, by wallets that it funds, and in closed loops do not count as independent payers.',
    model: 'int_agents__payers',
    without: over('true as is_independent'),
  },
  {
    id: 'week_apart',
    says: 'A payer counts as returning when at least a week lies between two of its payments; without the rule, a day is enough.',
    model: 'int_agents__payers',
    without: cut(/max\(span\) >= 7/, 'max(span) >= 1'),
  },
  {
    id: 'least_price',
    says: 'A payment below the lowest listed price does not count as a purchase.',
    model: 'int_agents__payers',
    without: cut(/ and payments\.amount >= coalesce\(asked\.least, 0\)/),
  },
  {
    id: 'one_seller',
    says: 'A receiving address counts for the first agent that was seen to ask for payment to it; those whose own answers have asked as long share its customers.',
    model: 'int_operators__agents',
    without: over('true as is_credited, 1 as shared_by'),
  },
  {
    id: 'strangers',
    says: 'A wallet that has not spent 25 cents with anchors counts as a twentieth of a customer.',
    model: 'int_x402_customers__weights',
    without: cut(
      /unknown_customer_weight\(\) \+ \(1 - unknown_customer_weight\(\)\) \* coalesce\(shares\.known, 0\)/,
      '1',
    ),
  },
  {
    id: 'one_wallet',
    says: 'Over all sellers that it pays, a wallet counts for no more customers than it spent 25 cents with anchors.',
    model: 'int_x402_payers__known_shares',
    without: cut(/ \* least\(1, budget \/ total\)/),
  },
  {
    id: 'asked_in_time',
    says: 'An agent that asks for payment to an address more than a day after the first payment to that address is not credited with it.',
    model: 'int_operators__agents',
    without: cut(/ and \(\n {4}paid\.first_paid_on is null[\s\S]*?(?=\n\),\nbest as)/),
  },
  {
    id: 'confirmed',
    says: 'A listing credits nobody with a wallet until the host has asked for payment to it itself, unless the wallet signed for the agent or the listing stood in its feed when that was first read.',
    model: 'int_operators__agents',
    without: cut(/\(claims\.is_confirmed or signed\.handle is not null\)/, 'true'),
  },
  {
    id: 'own_answer',
    says: 'If a host itself says which address to pay, its own answer counts and not what feeds say about it.',
    model: 'int_operators__payment_requests',
    without: cut(/\nanti join quoted using \(host\)/),
  },
  {
    id: 'shared_hosts',
    says: 'A host where anyone can create a page is not an agent.',
    model: 'int_service__records',
    without: cut(/\n {2}anti join raw_shared_hosts using \(host\)/),
  },
  {
    id: 'rings',
    says: 'Feedback is left out if it comes from the owner, from reviewers of more than 20 agents, or from reviewers of several agents of one owner.',
    model: 'int_feedback__independent_clients',
    without: () => 'select distinct agent_key, client from stg_erc8004_reputation__feedback',
  },
  {
    id: 'host_proof',
    says: 'A registration counts for a host only if the host confirms this registration and no other.',
    model: 'int_erc8004_agents__hosts',
    without: over('true as is_proven, true as is_only'),
  },
  {
    id: 'repository_owner',
    says: 'A repository counts if the account that has it, by GitHub’s own answer, signed in to the registry, or the catalogue says that account and verified domain are one.',
    model: 'int_mcp_server__repositories',
    without: cut(/\njoin int_accounts__proofs[\s\S]*$/),
  },
  {
    id: 'exact_domain',
    says: 'Code counts for a service only on the exact domain that a registry verified, or its `www`, `api` or `mcp` host; without the rule, on any host below the domain.',
    model: 'int_service__repositories',
    without: cut(/\^\(\?:www\|api\|mcp\)\\\./, '^[^.]+\\.'),
  },
  {
    id: 'package_share',
    says: 'Downloads of a package are divided among the servers that list the package.',
    model: 'int_agents__packages',
    without: over('1 as shared_by'),
  },
  {
    id: 'star_share',
    says: 'Stars and forks of a repository are divided among the servers in it.',
    model: 'int_mcp_server__signal_inputs',
    without: cut(/ \/ shared_by/g),
  },
  {
    id: 'lasting',
    says: `Stars and forks of a repository count as far as they lasted ${NUMBERS.lasting_days} days; of one that was seen for less, ${NUMBERS.max_stars_while_new} stars and ${NUMBERS.max_forks_while_new} forks at most.`,
    model: 'int_mcp_server__lasting_counts',
    without: () => `
      select name, observed_at, source_url, response_sha256,
        unnest([{key: 'github_stars_lasting', value: stars}, {key: 'github_forks_lasting', value: forks}], recursive := true)
      from int_mcp_server__own_repositories
      join observed_github using (repository)
      where is_found
      qualify row_number() over (partition by name order by observed_on desc) = 1`,
  },
  {
    id: 'own_account',
    says: 'A repository is evidence of a server only if the account that owns it signed in to the registry; the name of a domain is not enough.',
    model: 'int_mcp_server__own_repositories',
    without: cut(/\n {2}where starts_with\(lower\(credited\.name\), 'io\.github\.'\)/),
  },
  {
    id: 'few_servers',
    says: 'A repository with three servers or more is evidence of none of them.',
    model: 'int_mcp_server__own_repositories',
    without: cut(/held\.shared_by < 3/, 'true'),
  },
  {
    id: 'age',
    says: 'An agent that neither a chain, nor a registry, nor this index has known for 30 days gets `caution` at best.',
    model: 'int_trust__ages',
    without: over(`'attested' as age`),
  },
  {
    id: 'vouched',
    says: 'An agent without a way to be paid that nobody vouches for gets `caution` at best.',
    model: 'int_trust__vouching',
    without: () => `select distinct handle, 'nobody was asked' as vouched_by from int_records__handles`,
  },
  {
    id: 'cost',
    says: 'The limits of what can be paid, and `proceed`, follow what its own customers cost to fake.',
    model: 'int_trust__costs',
    without: over('1000::decimal(12, 2) as cost_to_fake_usd'),
  },
  {
    id: 'quoted',
    says: 'Of the customers of an agent those count for a limit who paid a wallet that its own host quotes over TLS.',
    model: 'int_trust__payers',
    without: cut(/\nsemi join \([\s\S]*?quoted\.wallet = payers\.operator/),
  },
  {
    id: 'own_wash',
    says: 'Wash trading counts against an agent only at a wallet that it names itself, and only for its own money.',
    model: 'int_trust__wash_flags',
    without: cut(/not \(is_answerable and is_most\) or /),
  },
  {
    id: 'own_wallet',
    says: 'Feeds that contradict each other or the host do not count against the agent.',
    model: 'int_trust__wallet_mismatches',
    without: cut(/'minor'/g, `'major'`),
  },
  {
    id: 'own_name',
    says: 'A hostile name that comes only from the Bazaar does not count against the agent.',
    model: 'int_trust__hostile_names',
    without: cut(/if\(bool_or\(is_own\), severity, 'minor'\)/, 'severity'),
  },
]

/** The rule of this id. Throws for one that there is not. */
export function findRule(id: string): Rule {
  const found = RULES.find((rule) => rule.id === id)
  if (!found)
    throw new Error(`there is no rule ${id}: choose from ${RULES.map((rule) => rule.id).join(', ')}`)
  return found
}
