import { xml } from '../domain/text.ts'
import { readBasePath } from '../pages/base_path.ts'
import { DATA_ROWS, shortenHash } from '../pages/evidence_link.ts'
import { fillShell } from './error_page.ts'
import type { EvidenceAnswer } from './evidence_answer.ts'

/** The page of a recorded answer that is not served; `shell` is `error.html` of a release. */
export function evidencePage(shell: string, { sha256, reason, agent, read }: EvidenceAnswer): string {
  const base = readBasePath(shell)
  const link = (url: string, text: string) => `<a href="${xml(url)}" rel="nofollow">${xml(text)}</a>`
  const rows = read.map(({ name, value, unit, observed_at, source, source_url, ...row }) =>
    [
      `<li><strong>${xml(name)}</strong>: ${xml(`${value}${unit === 'time' ? '' : ` ${unit}`}`)}`,
      ...(row.transaction_url === null
        ? []
        : [link(row.transaction_url, `transaction in block ${row.block_number}`)]),
      `${source_url === null ? xml(source) : link(source_url, source)}, ${xml(observed_at ?? '')}</li>`,
    ].join('<br>'),
  )
  return fillShell(
    shell,
    `Recorded answer ${shortenHash(sha256)} about ${agent}`,
    `<p>${xml(`${reason[0]?.toUpperCase()}${reason.slice(1)}`)}.</p>
<p>SHA-256 <code>${sha256}</code></p>
<p>We read this of it for <a href="${base}/agents/${agent}">${agent}</a>. The links lead to the upstream as it is now:</p>
<ul>
${rows.join('\n')}
</ul>
<p>The same <a href="${base}${DATA_ROWS}">among the data</a>.</p>`,
  )
}
