import { Rule } from './compare.ts'

/** Third-party text as it may be shown: the letters and digits of the original in their order, capped, on one line. */
export function shownText(original: string, cap: number, otherwise: string | null): Rule {
  const letters = lettersOnly(original)
  return new Rule(`${JSON.stringify(original.slice(0, cap))}, made safe`, (shown) => {
    if (typeof shown !== 'string') return shown === otherwise
    const isCut = shown.endsWith('…') && !original.trimEnd().endsWith('…')
    const kept = lettersOnly(shown)
    const isSame = isCut ? letters.startsWith(kept) && kept !== letters : kept === letters
    const isPlain =
      [...shown].length <= cap && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(shown.replace(/\u200d/g, ''))
    return (isSame && isPlain) || (letters === '' && shown === otherwise)
  })
}

/** Marks and invisible characters may go, and letters may be composed otherwise; the rest must stay. */
const lettersOnly = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]|\p{DI}/gu, '')

/** An address as it may be shown: plain http or https, without a user, at most 500 characters. */
export function shownAddress(address: string | null): string | null {
  const url = address === null || address.length > 500 ? null : URL.parse(address)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' ? url.href : null
}
