import { xml } from '../../../core/domain/text.ts'

/** Links to a table of a page that the handler made as files: the words of `templates/take.hbs`. */
export const takeLinks = (csvUrl: string, jsonUrl: string): string =>
  `\n<p class="soft small">This table as a file: <a href="${xml(csvUrl)}">CSV</a> · <a href="${xml(jsonUrl)}">JSON</a>.</p>`
