import { xml } from '../domain/text.ts'
import { readBasePath } from '../pages/base_path.ts'

/** An agent that may have been meant; `flagged` as `flagWords` gives it. */
export interface Suggestion {
  handle: string
  name: string
  flagged: string | null
}

/** Data of an error page; all of it is escaped here. */
export interface ErrorView {
  heading: string
  message: string
  /** Agents that may have been meant. */
  suggestions?: Suggestion[]
}

/** Said where nothing is. */
export const NOT_FOUND_TEXT =
  'There is no page at this address. It may have been mistyped, or the page may never have existed.'

/** Stands in for the page of a release while there is none. */
export const BARE_SHELL = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Assay</title>
</head>
<body>
<main>
<h1><!-- heading --></h1>
<!-- message -->
</main>
</body>
</html>
`

/** The page of an error: `shell` is `error.html` of a release, whose marks are filled. */
export function errorPage(shell: string, { heading, message, suggestions = [] }: ErrorView): string {
  const base = readBasePath(shell)
  const list = suggestionList(suggestions, ({ handle }) => `${base}/agents/${handle}`)
  const meant = list === '' ? '' : `\n<p>Did you mean:</p>\n${list}`
  return fillShell(shell, heading, `<p>${xml(message)}</p>${meant}`)
}

/** The page `error.html` of a release with a heading, and a body in HTML. */
export const fillShell = (shell: string, heading: string, body: string): string =>
  shell
    .replace(/<title>[^<]*<\/title>/, () => `<title>${xml(heading)}: Assay</title>`)
    .replace(/<link rel="canonical"[^>]*>/, '<meta name="robots" content="noindex">')
    .replace('<!-- heading -->', () => xml(heading))
    .replace('<!-- message -->', () => body)

/** Agents that may have been meant, as a list of links; empty without any. */
export function suggestionList(
  suggestions: Suggestion[],
  addressOf: (suggestion: Suggestion) => string,
): string {
  const items = suggestions.map((suggestion) => {
    const flag =
      suggestion.flagged === null ? '' : ` <strong class="flag">${xml(suggestion.flagged)}</strong>`
    return `<li><a href="${xml(addressOf(suggestion))}">${xml(suggestion.name)}</a>${flag} <code class="soft">${xml(suggestion.handle)}</code></li>`
  })
  return items.length === 0 ? '' : `<ul>\n${items.join('\n')}\n</ul>`
}
