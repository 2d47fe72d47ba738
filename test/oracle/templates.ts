/**
 * True if an address is a pattern to fill in: a name in braces, brackets or angles, written or percent-encoded, or a
 * segment of its path that is `*` or begins with a colon. In a query a bracket is a filter, JSON has braces,
 * and what stands in angles or behind a colon is to be filled in as a value alone.
 */
export function isTemplate(address: string): boolean {
  const plain = unescaped(address)
  const [place = '', ...rest] = plain.split('?')
  const path = place.replace(/^[a-z][a-z\d+.-]*:\/\//i, '')
  if (/\{[^{}"]*\}|\[[a-z_.][^\]]*\]|<[^<>]+>/i.test(path)) return true
  if (path.split('/').some((segment, at) => at > 0 && /^(?::[a-z_][\w-]*|\*{1,2}|%[sd])$/i.test(segment)))
    return true
  return /(?:(?:^|[&;=])\{+[\w$.,-]+\}+|=(?::[a-z_]\w*|<[^<>]+>))(?:[&;#]|$)/i.test(rest.join('?'))
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replace(/%25(?=[\da-f]{2})/gi, '%'))
  } catch {
    return text
  }
}
