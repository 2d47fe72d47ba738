import { fillIn } from '../../core/connect/words.ts'
import { MAX_SETTINGS, type SettingsArgument } from '../agents/mcp_settings.ts'
import { judgeUrl } from '../http/guard/judge.ts'
import { require } from './refusal.ts'

const FLAG = /^--?[a-z\d][\w-]{0,60}$/i
/** A word that no shell reads as anything but itself; a percent sign and a tilde it does. */
const PLAIN = /^[\w./:@,=+-]{1,200}$/
const HINT = /^[a-z][\w-]{0,39}$/i
/** The place in a publisher's value where the user is to fill something in. */
const BLANK = /\{([a-z][\w-]{0,39})\}/gi

/** Options that make a program run or open something else. */
const GRAVE = new Set(
  (
    'node-options eval print require import loader experimental-loader inspect inspect-brk ' +
    'privileged cap-add volume mount device security-opt pid ipc userns'
  ).split(' '),
)

/**
 * Returns the arguments that a package needs, as words: literals of its publisher that are plain words, and blanks. An
 * argument that is neither required nor set is left out. Throws a Refusal.
 */
export function vetArguments(listed: readonly SettingsArgument[], isImage: boolean): string[] {
  require(listed.length <= MAX_SETTINGS, `it lists more than ${MAX_SETTINGS} arguments`)
  return listed.flatMap((argument, index) => vetArgument(argument, `its argument ${index + 1}`, isImage))
}

function vetArgument(argument: SettingsArgument, which: string, isImage: boolean): string[] {
  const { type, name, value, hint, required, is_set } = argument
  require(!is_set || value !== null, `${which} has a value that is secret or too long`)
  if (type === 'positional') {
    if (is_set) return [vetValue(value ?? '', which, isImage)]
    return required ? [fillIn(plainHint(hint))] : []
  }
  require(type === 'named', `${which} is neither positional nor named`)
  require(name !== null && FLAG.test(name), `${which} has a name that is not an option`)
  const bare = name.replace(/^-+/, '')
  require(!GRAVE.has(bare.toLowerCase()), `${which} is an option that can run or open something else`)
  if (!(is_set || required)) return []
  // A flag that switches something on has no value, or repeats its name.
  if (value === name) return [name]
  const word = is_set ? vetValue(value ?? '', which, isImage) : fillIn(plainHint(hint ?? bare))
  return name.startsWith('--') ? [`${name}=${word}`] : [name, word]
}

const plainHint = (hint: string | null): string => (hint !== null && HINT.test(hint) ? hint : 'value')

function vetValue(value: string, which: string, isImage: boolean): string {
  require(!value.startsWith('-'), `${which} begins with a dash, so that a program can take it for an option`)
  require(PLAIN.test(
    value.replace(BLANK, 'blank'),
  ), `${which} has characters that a shell or a terminal can act on, or is too long`)
  if (value.includes('://'))
    require(isPublicAddress(value), `${which} has an address that is not public https`)
  require(isImage ||
    !/^(?:\/|[a-z]:)/i.test(value) ||
    value.includes('://'), `${which} is a path on your machine that its publisher chose`)
  return value.replace(BLANK, (_, name: string) => fillIn(name))
}

const isPublicAddress = (value: string): boolean =>
  value.startsWith('https://') && !value.includes('{') && judgeUrl(value) !== null
