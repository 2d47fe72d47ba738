import type { HiddenText, HiddenWay } from './hidden_text.ts'
import * as words from './lexicon.ts'
import * as people from './lexicon_people.ts'
import { splitSentences } from './sentences.ts'
import { foldWords } from './words.ts'

/** Points from which a hidden text asks something of a model: two of them say so in themselves. */
const MIN_POINTS = 2
/** In samples of markup, comments for developers are usual. */
const MIN_POINTS_IN_SAMPLE = 3

const ADDRESSED = new RegExp(
  [
    String.raw`<\|?(?:im_start|im_end|system|endoftext)`,
    String.raw`\[/?inst\]|<<sys>>|<\/?(?:important|system|instructions?|assistant|critical|secret)>`,
    String.raw`(?:^|\n|[>\]])\s*(?:system|assistant|developer|ai|llm|claude|chatgpt|gpt)\s*(?:override|prompt|message|note|instructions?|notice)?\s*:`,
    String.raw`\b(?:note|notice|message|instructions?|attention|hint|reminder|memo)s? (?:to|for) (?:the |any |all )?(?:ai|llm|language model|model|assistant|agent|claude|chatgpt|gpt)s?\b`,
    String.raw`(?:^|[\n.!])\s*(?:(?:dear|hey|hello|attention|hi),? (?:ai|llm|language model|model|assistant|agent|claude|chatgpt)s?\b|(?:ai|llm|assistant|agent|claude|chatgpt|copilot|gemini)s?,|model:)`,
    String.raw`"?role"?\s*:\s*"?(?:system|developer)"?`,
    String.raw`\b(?:new|updated|hidden|secret|real) (?:system )?(?:instructions?|directives?|orders)\b`,
    String.raw`\b(?:jailbreak|developer mode|dan mode)\b`,
    String.raw`\byou are (?:now|no longer|a|an|the)\b[^.]{0,40}\b(?:assistant|ai|model|agent|mode|admin|root|unrestricted)\b`,
  ].join('|'),
  'u',
)

const PATH =
  /~\/\.\w+|~?\/?\.(?:ssh|aws|env|npmrc|netrc|kube|gnupg|cursor|config)\b|id_(?:rsa|ed25519|ecdsa)|\/etc\/(?:passwd|shadow)|mcp\.json|wallet\.dat|\.pem\b|[a-z]+_(?:secret|token|api_key|access_key)\b|process\.env|os\.environ/
const DESTINATION =
  /https?:\/\/|wss?:\/\/|\b[\w.+-]+@[\w-]+\.[a-z]{2,}|\bwebhook|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b(?:[\w-]+\.)+(?:example|com|net|org|io|xyz|dev|sh|test|invalid)\/|\b0x[0-9a-f]{6,}/
const SHELL =
  /\b(?:curl|wget)\b[^\n]*(?:\||&&|;|\$\(|-o )|\brm -rf\b|\bbash -[ci]\b|\|\s*(?:ba|z)?sh\b|\bnc -e\b|\beval\(|\bsudo\b|powershell|invoke-expression/
const SECOND_PERSON =
  /(?<!\p{L})(?:you|your|du|dein\p{L}*|vous|votre|tu|tus|você|seu|ты|вы|ваш\p{L}*|sen|siz|kamu|anda|bạn|你|您|あなた|당신)(?!\p{L})|你|您|あなた|당신|أنت|आप|तुम|אתה/u
const FOR_PEOPLE =
  /\b(?:maintainers?|developers?|contributors?|translators?|editors?|reviewers?|authors?|linter|eslint|prettier|compiler|generated|codegen|boilerplate)\b/
const ALL =
  /\b(?:all|every|any|entire|whole)\b|alle|tout|todo|tutt|wszystk|все|tüm|semua|tất cả|所有|全部|すべて|全て|모든|كل|جميع|सभी|כל/

const ARGUMENT = /\b(?:argument|parameter|param|field)\b/
const KEPT_FROM_USER =
  /\b(?:hide|conceal|keep)\b.*\bfrom (?:the |any )?(?:user|human)|\b(?:not|n't|never|without)\b.*\b(?:let|letting|allow)\b.*\b(?:user|human)s?\b.*\b(?:know|see|notice|find out)\b/
const WHEN_ASKED =
  /\b(?:when(?:ever)?|if|once) (?:(?:the |a )?user |you are |you're |anyone |someone )?(?:asks|asked)\b/
const OBEYS =
  /\b(?:do|follow|obey)\b.*\b(?:whatever|everything|what)\b.*\b(?:says?|tells?|asks?)\b|\b(?:not|n't|never) (?:follow|obey|apply|respect)\b/
const PERSUADES_USER =
  /\b(?:tell|inform|convince|persuade|instruct|urge|trick|remind) (?:the |all |every )?(?:user|human)s?\b/

type Rule = readonly [points: number, holds: (text: string) => boolean]

/** Requests for a call, and for its place among others. */
const CALL_RULES: readonly Rule[] = [
  [3, (text) => words.CALL(text) && words.OTHER_TOOL(text) && (words.FIRST(text) || people.NOT(text))],
  [3, (text) => words.CALL(text) && words.ALWAYS(text) && words.EVERY_TURN(text)],
  [2, (text) => words.CALL(text) && words.TOOL(text) && (words.FIRST(text) || words.ALWAYS(text))],
  [2, (text) => words.CALL(text) && words.THIS(text) && words.ALWAYS(text) && words.FIRST(text)],
  [2, (text) => words.CALL(text) && words.EVERY_TURN(text)],
  [
    2,
    (text) =>
      words.CALL(text) && /\b[a-z]+_[a-z_]+\b/.test(text) && (words.FIRST(text) || words.ALWAYS(text)),
  ],
]

const SECRET_RULES: readonly Rule[] = [
  [3, (text) => people.NOT(text) && people.TELL(text) && people.USER(text)],
  [3, (text) => people.SEND(text) && PATH.test(text)],
  [3, (text) => people.SEND(text) && people.SECRET(text) && !/_id\b| id\b/.test(text)],
  [
    2,
    (text) => people.SEND(text) && people.CREDENTIAL(text) && (DESTINATION.test(text) || people.USER(text)),
  ],
  [
    2,
    (text) =>
      /\b(?:silently|secretly|covertly|heimlich|en secreto|em segredo|in segreto|тайно|незаметно|gizlice|diam-diam)\b|悄悄|秘密地|偷偷|こっそり|ひそかに|몰래|سرا|चुपके|בסתר/u.test(
        text,
      ),
  ],
  [
    2,
    (text) =>
      people.SEND(text) &&
      /\b(?:message|question|prompt|chat|query|answer|reply|input)s?\b/.test(text) &&
      ARGUMENT.test(text),
  ],
  [3, (text) => KEPT_FROM_USER.test(text)],
  [1, (text) => people.SEND(text) && people.CREDENTIAL(text)],
  [1, (text) => people.SEND(text) && DESTINATION.test(text)],
]

const ACT_RULES: readonly Rule[] = [
  [3, (text) => words.IGNORE(text) && words.RULES(text) && words.PRIOR(text)],
  [3, (text) => ADDRESSED.test(text)],
  [2, (text) => words.IGNORE(text) && words.RULES(text)],
  [2, (text) => people.MODEL(text) && (words.ALWAYS(text) || people.NOT(text)) && asksAction(text)],
  [2, (text) => people.PAY_VERBS(text) && people.MONEY(text)],
  [2, (text) => SHELL.test(text)],
  [2, (text) => people.DESTROY(text) && people.FILES(text) && ALL.test(text)],
  [2, (text) => people.ALLOW(text) && people.SAFEGUARD(text)],
  [
    2,
    (text) =>
      people.RECOMMEND(text) &&
      (people.USER(text) || people.ANSWER(text) || words.ALWAYS(text) || words.THIS(text)),
  ],
  [2, (text) => people.ANSWER(text) && (words.ALWAYS(text) || people.NOT(text) || words.EVERY_TURN(text))],
  [2, (text) => words.EVERY_TURN(text) && asksAction(text)],
  [2, (text) => PERSUADES_USER.test(text)],
  [2, (text) => WHEN_ASKED.test(text)],
  [2, (text) => OBEYS.test(text)],
  [2, (text) => words.IGNORE(text) && people.USER(text)],
  [2, (text) => people.TELL(text) && people.USER(text) && people.CREDENTIAL(text)],
  [1, (text) => people.TELL(text) && people.USER(text)],
  [1, (text) => words.ALWAYS(text) || SECOND_PERSON.test(text)],
]

const RULES = [...CALL_RULES, ...SECRET_RULES, ...ACT_RULES]

const asksAction = (text: string): boolean =>
  [
    words.CALL,
    people.SEND,
    people.TELL,
    people.ANSWER,
    people.RECOMMEND,
    people.PAY_VERBS,
    people.DESTROY,
    people.ALLOW,
    words.IGNORE,
  ].some((says) => says(text))

const countPoints = (text: string): number => {
  const points = RULES.reduce((sum, [value, holds]) => (holds(text) ? sum + value : sum), 0)
  return FOR_PEOPLE.test(text) ? points - 2 : points
}

/** Joins each sentence with the next: what is asked for is often told in two. */
const pairSentences = (sentences: readonly string[]): string[] =>
  sentences.map((sentence, index) => `${sentence} ${sentences[index + 1] ?? ''}`)

/** Words of a sentence; fewer are a label. */
const MIN_WORDS = 4
const countWords = (text: string): number => text.match(/[\p{L}\p{M}']+/gu)?.length ?? 0

/** True if a text that only programs can read has words for a request. */
const asksProgram = (text: string): boolean =>
  countWords(text) >= MIN_WORDS && countPoints(text) + (asksAction(text) ? 1 : 0) > 0

const WRITTEN_FOR_PROGRAMS = new Set<HiddenWay>(['unicode_tags', 'variation_selectors', 'zero_width'])

/**
 * Returns the part of a hidden text that addresses a model or asks an action of it, or null. A comment for developers, a
 * watermark or data do neither.
 */
export function findRequest({ text, way, isSample = false }: HiddenText): string | null {
  const min = isSample ? MIN_POINTS_IN_SAMPLE : MIN_POINTS
  const asks = (pair: string) =>
    countPoints(pair) >= min || (WRITTEN_FOR_PROGRAMS.has(way) && asksProgram(pair))
  return pairSentences(splitSentences(text)).find((pair) => asks(foldWords(pair))) ?? null
}
