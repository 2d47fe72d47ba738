import type { Fields } from './skills/skill.ts'

/** A key that is no handle, such as a URL or a CAIP-10 wallet; a number is an amount. */
export const KEY = String.raw`(?!\d[\d.,]*(?:\s|$))(?=[^\s,]*[.:/])[\w@][^\s,]{2,298}`
/** A key, a handle, or a name of a few words that may be near to one. */
const AGENT = String.raw`(?:the )?(?:agent )?(?<handle>${KEY}|@?[\w-]{1,64}(?: [\w-]{1,30}){0,3}?)`
const ONE_AGENT = String.raw`(?:${KEY}|@?[\w-]{1,64})`
/** Agents, the last one after "or". */
const HANDLES = `(?<list>${ONE_AGENT}(?:, ${ONE_AGENT}){0,3},? or ${ONE_AGENT})`
const AMOUNT = String.raw`(?<amount>\$ ?\d[\d.,]*|\d[\d.,]* ?(?:usdc?|usdt|(?:us )?dollars?|bucks|eur|euros?|eth|cents?|\$))`
const THAT = '(?:for|that can|who can|which can|to|able to)'
const METRIC = '(?<metric>liveness|tier)'
const DEAL =
  '(?:trust|pay|use|hire|rely on|deal with|work with|buy from|transact with|do business with|delegate to)'
const GIVE = '(?:pay|send|give|transfer)'
/** The purpose of the deal. */
const WHAT_FOR = '(?: (?:for|with) .+)?'
const SAFE =
  '(?:safe|trustworthy|reliable|legit|legitimate|ok|okay|reputable|honest|(?:a )?scam|(?:a )?fraud|risky)'
const BETTER = '(?:better|best|safer|safest|(?:more|most) (?:reliable|trustworthy))'
const FIND = '(?:find|search for|look for|show|list|recommend)(?: me)?'

/** A sentence that clearly names a skill; its named groups are fields of the request. */
export type Sentence = readonly [skill: string, sentence: string, more?: Fields]

/** Sentences that compare the agents in `list`. */
const COMPARING: readonly Sentence[] = [
  'compare(?:[ _-]agents?)?:? (?:the )?(?<list>.+)',
  '(?:comparison|difference) (?:of|between) (?<list>.+)',
  'what(?: is|s) the difference between (?<list>.+)',
  String.raw`(?<list>.+ (?:vs\.?|versus) .+)`,
  'how does (?<list>.+ compare (?:to|with) .+)',
  `(?:which|who)(?: one| agent)? is (?:the )?${BETTER}(?: to ${DEAL})?[,:]? ${HANDLES}`,
  `(?:who|which(?: one| agent)?) (?:should|can) (?:i|we) ${DEAL}[,:]? ${HANDLES}`,
  `(?:can|could|should|may) (?:i|we) (?:rather )?${DEAL} ${HANDLES}`,
  `is ${HANDLES} ${BETTER}(?: to ${DEAL})?`,
].map((sentence) => ['trust_eval', sentence])

/** Sentences that ask whether to deal with an agent. */
const TRUSTING: readonly Sentence[] = [
  // The id of a skill as it is, in words, or as one word.
  `trust[ _-]?eval(?:uate|uation)?:?(?: (?:of|for))? ${AGENT}`,
  `(?:can|could|should|may|do|would) (?:i|we|you) (?:safely )?${DEAL} ${AGENT}(?: ${AMOUNT})?${WHAT_FOR}`,
  `(?:can|could|should|may) (?:i|we) (?:safely )?${GIVE} ${AMOUNT} to ${AGENT}${WHAT_FOR}`,
  `(?:can|could|should|may) (?:i|we) (?:safely )?${GIVE} ${AGENT} ${AMOUNT}${WHAT_FOR}`,
  `is ${AGENT} ${SAFE}(?: enough)?(?: to ${DEAL}(?: ${AMOUNT})?)?${WHAT_FOR}`,
  `is ${AGENT} (?:still )?(?:alive|active|online|dead)`,
  `is it (?:safe|ok|okay|wise|risky) to ${DEAL} ${AGENT}(?: ${AMOUNT})?${WHAT_FOR}`,
  `is it (?:safe|ok|okay|wise|risky) to ${GIVE} ${AMOUNT} to ${AGENT}${WHAT_FOR}`,
  `how (?:safe|trustworthy|reliable|risky) is (?:it to ${DEAL} )?${AGENT}`,
  `(?:evaluate|check|assess|verify|vet)(?: the)?(?: trust of| trust in| counterparty)? ${AGENT}`,
  `(?:what(?: is|s|are| are) )?(?:the )?(?:trust(?: score| rating)?|reputation|risks?|risk flags|verdict) (?:of|for|on) ${AGENT}`,
  `trust (?!eval)${AGENT}`,
].map((sentence) => ['trust_eval', sentence])

/** The first sentence that a text matches decides. */
export const SENTENCES: readonly Sentence[] = [
  [
    'ghost_index',
    '(?:what(?: is|s) |show |show me |give me |get )?(?:the )?(?:current )?ghost[ _-]?index(?: now| today)?',
  ],
  [
    'ghost_index',
    '(?:how many|what share of|what percentage of)(?: the)? agents are(?: still)? (?:alive|dead)',
  ],
  ['attest', `attest that ${AGENT} is alive`, { metric: 'liveness' }],
  ['attest', 'attest(?:[_-]|:? )(?:the )?ghost[ _-]?index', { metric: 'ghost_index' }],
  ['attest', `attest(?:[_-]|:? )(?:the )?${METRIC}:?(?: (?:of|for))? ${AGENT}`],
  ['attest', `attest:? ${AGENT} ${METRIC}`],
  ['find_agents', `${FIND} agents alive ${THAT} (?<q>.+)`, { alive: true }],
  ['find_agents', `${FIND}(?: an| some)? agents? ${THAT} (?<q>.+)`],
  ['find_agents', `(?:i|we) need (?:an )?agents? ${THAT} (?<q>.+)`],
  ['find_agents', `is there an agent ${THAT} (?<q>.+)`],
  ['find_agents', '(?:who|which agents?|what agents?) can (?!i |we |you |be )(?<q>.+)'],
  ['find_agents', `find[ _-]?agents?:? alive (?:${THAT} )?(?<q>.+)`, { alive: true }],
  ['find_agents', `find[ _-]?agents?:? (?:${THAT} )?(?!(?:alive|${THAT})$)(?<q>.+)`],
  ...COMPARING,
  ...TRUSTING,
]

/** A request for help. */
export const HELP_SENTENCE =
  /^(?:(?:[/-]{0,2}help|usage|commands|menu|skills|capabilities|examples)(?: me)?|what (?:can|do|could) you do(?: for (?:me|us))?|what (?:can|may|should|could) (?:i|we) (?:ask|do)(?: you| here)?|(?:who|what) are you|how (?:does this|do you|does it) work|how (?:can|do|should|may) (?:i|we) (?:use|ask|call|pay) (?:you|this|it)|what are your (?:skills|capabilities)|(?:show|list|tell)(?: me)? (?:(?:your|the|all|some) )?(?:skills|capabilities|commands|examples|options)|(?:i|we) need help)$/i

/** Separator between the agents of a list. */
export const SEPARATOR =
  / *, *(?:and |or )?| +compare (?:to|with) +| +(?:and|or|vs\.?|versus|with|to|against|&) +/i
