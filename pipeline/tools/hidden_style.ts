/** Elements whose text is not shown. */
const CONCEALED_ELEMENTS = new Set([
  ...[
    'template',
    'script',
    'style',
    'noscript',
    'head',
    'title',
    'metadata',
    'desc',
    'datalist',
    'object',
    'iframe',
  ],
])

const CONCEALED_CLASSES =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-text|hidden|d-none|is-hidden|invisible|u-hidden)(?:\s|$)/i

const ZERO = String.raw`0*(?:\.\d+)?(?:px|pt|em|rem|%|vw|vh)?(?![\d.])`
const PALE = String.raw`(?:white|transparent|#fff(?:fff)?(?![0-9a-f])|#[0-9a-f]{6}00|rgba?\(255,255,255[^)]*\)|(?:rgba|hsla)\([^)]*,0?\.?0+\)|hsl\(0,0%,100%\))`

/** Declarations that take a text out of sight; white space is left out of what they are matched with. */
const CONCEALING = new RegExp(
  [
    'display:none',
    'visibility:(?:hidden|collapse)',
    'content-visibility:hidden',
    String.raw`opacity:0*(?:\.0\d*)?(?![\d.])`,
    String.raw`opacity\(0%?\)`,
    `font-size:${ZERO}`,
    String.raw`font-size:[01](?:\.\d+)?p[xt]`,
    `(?:max-)?(?:height|width):[01]?${ZERO}`,
    String.raw`(?:text-indent|left|right|top|bottom|margin(?:-left|-top)?):-\d{3,}`,
    String.raw`clip:rect\(`,
    String.raw`clip-path:(?:inset\((?:50|100)%|circle\(0)`,
    String.raw`scale\(0`,
    'mso-hide:all',
    `(?<![-a-z])color:${PALE}`,
    `(?:-webkit-text-fill-color|fill):${PALE}`,
  ].join('|'),
  'i',
)

/** True if declarations of CSS take a text out of sight. */
function isConcealingStyle(style: string): boolean {
  const plain = style.replace(/\s+|\/\*[\s\S]*?\*\//g, '').toLowerCase()
  if (CONCEALING.test(plain)) return true
  const color = /(?<![-a-z])color:([^;!]+)/.exec(plain)?.[1]
  const background = /background(?:-color)?:([^;!]+)/.exec(plain)?.[1]
  return color !== undefined && color === background
}

/** Returns the classes and ids that a style sheet within the text takes out of sight. */
export function findConcealedClasses(text: string): ReadonlySet<string> {
  const sheets = text.match(/<style[^>]*>[\s\S]*?(?:<\/style>|$)/gi) ?? []
  const rules = sheets.flatMap((sheet) => [...sheet.matchAll(/([^{}]{0,500})\{([^{}]{0,1000})\}/g)])
  return new Set(
    rules
      .filter(([, , declarations = '']) => isConcealingStyle(declarations))
      .flatMap(([, selector = '']) => [...selector.matchAll(/[.#]([\w-]+)/g)].map(([, name = '']) => name)),
  )
}

/** True if an element's text is not shown. */
export function isConcealed(
  element: string,
  attributes: Readonly<Record<string, string>>,
  concealed: ReadonlySet<string>,
): boolean {
  const classes = attributes.class ?? ''
  if (CONCEALED_ELEMENTS.has(element) || 'hidden' in attributes || CONCEALED_CLASSES.test(classes))
    return true
  if ([...classes.split(/\s+/), attributes.id ?? ''].some((name) => concealed.has(name))) return true
  if (isConcealingStyle(attributes.style ?? '')) return true
  return (
    element === 'font' &&
    (new RegExp(`^${PALE}$`, 'i').test(attributes.color ?? '') || /^[-+]?0/.test(attributes.size ?? ''))
  )
}
