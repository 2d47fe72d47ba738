const CALL = '(?:call|use|invoke|run|execute|trigger|prefer|choose|select|consult|query|try)'
const USING = '(?:calling|using|invoking|running|executing|trying|choosing|selecting)'
const THIS = `(?:this|me)(?: (?:tool|function|server|one|mcp|endpoint)s?)?`
const TOOLS = String.raw`(?:tools?|functions?|servers?|services?|alternatives?|others|mcps?|sources?|methods?|search\w*)`
const GENERAL = `(?:any|all|other|every|another|different|built-?in|native|your own|the rest)`
const OTHERS = String.raw`(?:(?:your |the |its |my )?${GENERAL} (?:\w+ ){0,3}?${TOOLS}|${GENERAL} others?|anything else|everything else)`
const PLACE = `(?:before|prior to|instead of|rather than|over|ahead of|in place of|in preference to)`
const NEVER = `(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't|cannot|can't|may not|avoid|refrain from)`
const MUST = `(?:must|should|shall|have to|has to|need to|needs to|are required to|is required to|will)`
const TURN = `(?:conversation|session|turn|chat|answer|response|reply|prompt|question|task|message|user (?:message|request|question|prompt|query))`
const USER = `(?:the |your |any )?(?:user|users|human|humans|person|operator|customer|anyone|anybody|them)`
const MODEL = `(?:assistant|ai|llm|language model|model|agent|chatbot|claude|gpt|chatgpt|gemini|copilot)s?`
const WHAT = `(?:conversation|chat|message history|system prompt|private keys?|seed phrase|environment variables|chat log|chat history|context window|browser history|credentials|passwords)`

/** Orders to whoever reads a list of tools, in English: each goes beyond what the use of the tool itself asks for. */
const ORDERS: readonly string[] = [
  // That the tool be called always, first, or at each turn.
  String.raw`\b(?:always|never fail to|make sure (?:to|you)(?: always)?|be sure to|remember to always)(?: first)? ${CALL} ${THIS}\b(?!(?: \w+)? (?:with|after|in|inside|within|only|carefully|from|as|on)\b)`,
  String.raw`\b${MUST}(?: always)?(?: first)? ${CALL} ${THIS}\b.*\b(?:first|before (?:you|${USING}|answering|responding|doing|anything)|(?:every|each|all) (?:${TURN}|requests?|query|time)|no matter|regardless)\b`,
  String.raw`\b${CALL} ${THIS} (?:first|before anything|before everything|immediately|at once)\b(?!.*\b(?:to|so that|in order to) (?:get|obtain|find|fetch|resolve|discover|look|list|learn|see|check|retrieve|know|create|authenticate|log|determine|map|convert)\b)`,
  String.raw`\b(?:at|on|in|for|before|after|with|during|upon)(?: the)?(?: start| beginning| end)?(?: of)? (?:every|each|any new|a new|your next|the) ${TURN}s?\b.*\b${CALL} ${THIS}\b`,
  String.raw`\b${CALL} ${THIS}\b.*\b(?:(?:at|on|in|for|before|after|with|during|upon)(?: the)?(?: start| beginning| end)?(?: of)? (?:every|each|any new) ${TURN}|(?:start|beginning) of (?:a|the|any) (?:new )?${TURN})`,
  String.raw`\b${CALL} ${THIS} (?:before|prior to) (?:you )?(?:answer|respond|reply|say|do anything)`,
  String.raw`\bbefore (?:you )?(?:answer|respond|reply)(?:ing)?\b[^.]*\b(?:always |must )?(?:${CALL} ${THIS}|call|invoke)\b`,
  // That it be put above others.
  String.raw`\b${CALL}\b.*\b${PLACE} (?:you )?(?:${CALL} |${USING} |to )?${OTHERS}`,
  String.raw`\b${PLACE} (?:you )?(?:${CALL} |${USING} )?${OTHERS}.*\b${CALL}\b`,
  String.raw`\b${MUST} (?:always )?be (?:called|used|invoked|run|executed|preferred|chosen)\b.*(?:\b${PLACE} (?:${USING} )?${OTHERS}|\bfirst\b(?! (?:to|so))|\bat the (?:start|beginning))`,
  String.raw`\b${NEVER} (?:ever )?(?:${CALL}|${USING}|rely on|relying on) (?:any |the )?(?:other|another|different|built-?in|native|alternative|competing) (?:\w+ ){0,2}?${TOOLS}`,
  String.raw`\b(?:stop|ignore|disregard) (?:${USING} )?(?:all |any )?(?:of )?(?:the )?other (?:\w+ )?${TOOLS}`,
  String.raw`\b(?:must|should|has to|needs to) be the first (?:tool|function|call)\b`,
  String.raw`\b${NEVER} (?:${CALL}|${USING}) (?:the |your |any )?(?:built-?in|native) \w+`,
  // That instructions be ignored.
  String.raw`\b(?:ignore|disregard|forget|override|bypass|overrule|discard) (?:all|any|every|each|everything|the|your|other|these|those|previous|prior|earlier|above|preceding|existing|system|default) ?(?:of )?(?:the |your |other )*(?:\w+ ){0,2}?(?:instructions?|prompts?|guidelines|directions|directives|orders|told|above)\b`,
  String.raw`\b(?:ignore|disregard|forget|override|bypass|overrule|discard) (?:all |any )?(?:of )?(?:the |your )?(?:previous|prior|earlier|above|other|preceding|existing|your|safety|system|own) (?:\w+ )?(?:rules|polic(?:y|ies)|constraints|restrictions)\b`,
  // That something be kept from the user, or done without asking.
  String.raw`\b${NEVER}(?: ever)? (?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|alert(?:ing)?|warn(?:ing)?|ask(?:ing)?|let) ${USER}\b`,
  String.raw`\b${NEVER}(?: ever)? (?:mention|reveal|disclose|show|say|expose|explain|admit|report|display|describe)(?:ing)? .*\bto ${USER}\b`,
  String.raw`\b${NEVER}(?: ever)? (?:mention|reveal|disclose|admit)(?:ing)? (?:this|that|it|these|having|using) ?(?:tool|call|step|instructions?|note)?s?\b`,
  String.raw`\b(?:hide|conceal|keep) (?:this|it|that|these|the \w+)(?: \w+)?(?: secret| hidden| private)? from ${USER}\b`,
  String.raw`\b(?:call|invoke|run|execute|approve|confirm|proceed|send|delete|continue|act)\b.*\bwithout (?:asking|telling|informing|notifying|confirmation from|waiting for) ?${USER}`,
  String.raw`\b${NEVER}(?: ever)? (?:ask|wait|prompt|request)(?:ing)? (?:\w+ )?(?:for )?(?:any |a |the |further |additional |their |user )?(?:confirmation|permission|approval|consent)\b`,
  // That it send or pay to an address.
  String.raw`\b(?:also|always|secretly|silently) (?:send|forward|bcc|cc|copy|email|upload|post)\b.*\bto\b.*(?:@|https?:)`,
  String.raw`^(?!.*\b(?:e\.g|example)).*\b(?:transfer|send|pay|wire|deposit) \$?\d[\d.,]* ?(?:usdc|usdt|eth|btc|sol|dai|usd|eur|dollars|euros)? ?(?:\w+ )?to (?:0x[0-9a-f]{6,}|[\w.-]+\.eth\b|this address|[\w.+-]+@)`,
  // That the reader hand over what is not for the tool.
  String.raw`\b(?:include|pass|append|attach|provide|paste|put|insert|forward|upload|send|supply|copy) (?:\w+ ){0,3}?(?:full|entire|whole|complete|user's|your|all(?: of)?(?: the)?|contents? of(?: the)?)(?: \w+){0,2}? ${WHAT}`,
  String.raw`\b(?:include|pass|append|attach|provide|paste|put|insert|forward|upload|send|supply|copy) (?:the )?(?:system prompt|chat history|conversation history|conversation so far|previous messages)\b(?! ids?)`,
  // What a model has to say.
  String.raw`\b(?:the |any |every |as an? |you,? the )?${MODEL} ${MUST}(?: not| never| always| first)? (?:call|use|invoke|run|tell|inform|mention|reveal|ask|answer|respond|reply|send|ignore|follow|obey|recommend|read)\b`,
  String.raw`\b(?:you )?(?:must|should) (?:always )?(?:recommend|promote|praise|suggest|advertise|endorse)\b|\balways (?:recommend|promote|praise|advertise|endorse)\b`,
  String.raw`\b(?:${NEVER}|only) (?:answer|respond|reply)\b|\b(?:answer|respond|reply) only (?:with|in|by|using)\b`,
]

const ORDER = new RegExp(ORDERS.map((order) => `(?:${order})`).join('|'), 'u')

const PRIVATE_PATH = /~\/\.|\.ssh\/|id_(?:rsa|ed25519)|\.env\b|\/etc\/(?:passwd|shadow)|\.aws\/|mcp\.json/
const HANDS_OVER =
  /\b(?:read|open|cat|load)\b.*\b(?:include|pass|paste|copy|append|attach|put|send|upload|insert|provide|supply|forward)\b|\bcontents? of\b/

/** True if a sentence, folded, gives such an order in English. */
export const isEnglishOrder = (sentence: string): boolean =>
  ORDER.test(sentence) || (PRIVATE_PATH.test(sentence) && HANDS_OVER.test(sentence))
