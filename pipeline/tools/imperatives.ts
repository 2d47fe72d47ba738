import { isEnglishOrder } from './english_orders.ts'
import * as words from './lexicon.ts'
import * as people from './lexicon_people.ts'
import { splitSentences } from './sentences.ts'
import { foldWords } from './words.ts'

const FOREIGN =
  /[^ -~]|\b(?:el|la|los|las|que|una|del|para|le|les|des|et|du|pour|cet|cette|der|die|das|und|den|dem|ein|eine|nicht|immer|dieses|alle|il|lo|gli|che|per|questo|questa|tutte|tutti|os|um|uma|esta|este|sempre|siempre|toujours|het|een|deze|altijd|zawsze|narzędzie|wszystkie|bu|dan|yang|ini|semua|selalu|jangan)\b/
const ENGLISH = /\b(?:the|this|you|your|with|and|any|not|it)\b/
/** Words of a sentence that tells about instructions, and gives none. */
const MENTION =
  /\b(?:detect\w*|scan\w*|flag\w*|block\w*|filter\w*|e\.g|for example|such as|phrases?|patterns?|attacks?|injections?|sanitiz\w*|classif\w*|example|erkenn\w*|beispiel|détect\w*|exemple|ejemplo)\b|例如|比如|检测|検出|例えば|например|обнаруж/u
const QUOTED =
  /"[^"]{4,200}"|“[^”]{4,200}”|„[^“”]{4,200}[“”]|«[^»]{4,200}»|「[^」]{2,100}」|`[^`]{4,200}`|(?<!\p{L})'[^']{4,200}'(?!\p{L})/gu
/** English third person, as descriptions are written: it tells what the tool does. */
const THIRD_PERSON =
  /^(?:it |this (?:tool|function|endpoint|server) )?(?:\w+ly )?(?!(?:always|this|process|access|pass|address|express|miss|unless|as|is|has|discuss|across|its)\b)[a-z]{2,}s\b/

type Sign = (text: string) => boolean

/** Orders in other languages, by the words that they are made of. */
const SIGNS: readonly Sign[] = [
  (text) => words.IGNORE(text) && words.RULES(text) && words.PRIOR(text),
  (text) => people.NOT(text) && people.TELL(text) && people.USER(text),
  (text) => words.CALL(text) && words.OTHER_TOOL(text) && (words.FIRST(text) || people.NOT(text)),
  (text) =>
    words.CALL(text) &&
    words.ALWAYS(text) &&
    words.THIS(text) &&
    (words.FIRST(text) || words.EVERY_TURN(text)),
  (text) => words.CALL(text) && words.EVERY_TURN(text) && (words.THIS(text) || words.TOOL(text)),
  (text) => people.SEND(text) && people.SECRET(text) && (words.ALWAYS(text) || words.PRIOR(text)),
  (text) =>
    people.MODEL(text) && words.ALWAYS(text) && (words.CALL(text) || people.ANSWER(text)) && words.TOOL(text),
  (text) => people.PAY_VERBS(text) && /\b0x[0-9a-f]{6,}/.test(text),
  (text) => people.RECOMMEND(text) && words.ALWAYS(text) && (words.THIS(text) || people.USER(text)),
]

/** Takes out what is only quoted, where a sentence tells about instructions. */
const dropMentions = (sentence: string): string =>
  MENTION.test(sentence) ? sentence.replace(QUOTED, ' … ') : sentence

/** Starts of what describes a choice, and orders nothing. */
const OPTION =
  /^(?:whether|if (?:true|set|false|enabled)|they|these|which|who|true|when (?:true|set|enabled)|set to|set this|used to|option to|flag to)\b/

const isForeignOrder = (text: string): boolean =>
  FOREIGN.test(text) && !ENGLISH.test(text) && SIGNS.some((asks) => asks(text))

/** True if a sentence asks something of its reader that has no part in the use of the tool. */
function isImperative(sentence: string): boolean {
  const text = dropMentions(foldWords(sentence))
  if (isForeignOrder(text)) return true
  return !THIRD_PERSON.test(text) && !OPTION.test(text) && isEnglishOrder(text)
}

/** Returns the sentences of a visible text that give orders to its reader. "Use this tool to …" is none. */
export const findImperatives = (text: string): string[] => splitSentences(text).filter(isImperative)

/** A name is read as the words that it is made of. */
export const splitName = (name: string): string =>
  name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[_.\-/]+/g, ' ')
