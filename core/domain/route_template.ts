/**
 * Distinguishes a route template from an address: `https://records.example/v1/company/:id` is a pattern to fill in,
 * which cannot be called. Forms: `{id}`, `[id]`, `<id>`, `%s`, also percent-encoded; `:id` and `*` as a segment. SQL
 * runs the same expressions (RE2: no look-around).
 *
 * Not templates: ports and IPv6 addresses, a colon inside a segment (`/models/gpt:free`, `/urn:isbn:1`), JSON and
 * GraphQL in a query, lists by brackets (`?filter[status]=new`), and `*` in a query, where it is a value.
 */

/** A character as it is written, or percent-encoded once or several times. */
const char = (plain: string, hex: string) => `(?:${plain}|%(?:25)*${hex})`

const OPEN = char('\\{', '7b')
const CLOSE = char('\\}', '7d')
const LEFT = char('\\[', '5b')
const RIGHT = char('\\]', '5d')
const LESS = char('<', '3c')
const MORE = char('>', '3e')
const COLON = char(':', '3a')
const STAR = char('\\*', '2a')
const BLANK = '(?:\\s|\\+|%20)*'

// Two underscores begin a field of GraphQL's own, such as `{__typename}`.
const NAME = '(?:_?[a-z0-9$][\\w$.-]*|_)'
const NAMES = `${NAME}(?:,${NAME})*`

const BRACED = `${OPEN}{1,3}${BLANK}[?&+#./;=@!|]?(?:\\.\\.\\.)?(?:${NAMES})?(?:[:*=?|][^{}"/?#]*?)?${BLANK}${CLOSE}{1,3}`
// After `/items[0]` there is an address: only a name is to be filled in.
const BRACKETED = `${LEFT}{1,2}(?:\\.\\.\\.)?[a-z_][\\w-]*${RIGHT}{1,2}`
const ANGLED = `${LESS}(?:[a-z]+${COLON})?${NAME}(?: ${NAME})*${MORE}`
const NAMED = `${COLON}[a-z_][\\w-]*`

const SCHEME = '^\\s*[a-z][a-z0-9+.-]*://'
// An IPv6 address has brackets and colons; a password has a colon before an @.
const HOST = [
  `${SCHEME}[^/?#]*(?:${BRACED}|${ANGLED}|${STAR})`,
  `${SCHEME}[^/?#@]*\\[[a-z_][\\w-]*\\]`,
  `${SCHEME}(?:[^/?#@\\[\\]]*[^/?#@\\[\\]:])?:+[a-z_][^/?#@]*(?:[/?#]|\\s*$)`,
]
const PLACE = `${SCHEME}[^?#]*|#.*`
const PATH = [
  `(?:${PLACE})(?:${BRACED}|${BRACKETED}|${ANGLED})`,
  `(?:${SCHEME}[^/?#]*/(?:[^?#]*[/.-])?|#(?:.*[/.-])?)${NAMED}(?:[/?#.,;&*+(-]|${COLON}|\\s*$)`,
  `(?:${SCHEME}[^/?#]*/(?:[^?#]*/)?|#(?:.*/)?)(?:${STAR}){1,2}(?:[a-z_]\\w*)?(?:[/?#]|\\s*$)`,
  `(?:${SCHEME}[^?#]*/|[?&;][^=&#?;]*=)%[sd](?:[/?&#]|\\s*$)`,
]
// Of a query a whole value is to be filled in, or a part of it that no other brace is around.
const VALUE = '[?&;][^=&#?;]*='
const END = '(?:[&#;]|\\s*$)'
const PLAIN = '(?:[^{}&#"%]|%(?:[0-689a-f].|7[0-9ace-f]))*'
const QUERY = [
  `${VALUE}${PLAIN}${BRACED}(?:${PLAIN}${BRACED})*${PLAIN}${END}`,
  `${VALUE}(?:${BRACKETED}|${ANGLED}|${NAMED})${END}`,
  // RFC 6570: `/search{?q,page}` is in the path; `?{query}` names no key.
  `[?&]${BRACED}${END}`,
]

/** The expressions of which one fits a route template, without regard to case. */
export const ROUTE_TEMPLATES: readonly string[] = [...HOST, ...PATH, ...QUERY]

const ALL = ROUTE_TEMPLATES.map((pattern) => new RegExp(pattern, 'i'))

/** True for an address that is a pattern to fill in and cannot be called as written. */
export const isRouteTemplate = (address: string): boolean => ALL.some((pattern) => pattern.test(address))
