/** The form of llms.txt (llmstxt.org, 2026-04-29): one title, a summary, paragraphs, then lists of links by heading. */
export const LLMS_TXT = { name: 'llms.txt', published: '2026-04-29', findFaults }

const ITEM = /^- \[[^\]]+\]\(https?:\/\/[^\s)]+\)(?:: \S.*|;? .*)?$/

/** Returns the lines that do not fit the form. */
function findFaults(document: string): string[] {
  const [title = '', empty, summary = '', ...rest] = document.trimEnd().split('\n')
  const faults: string[] = []
  if (!/^# \S/.test(title)) faults.push(`no title: ${title}`)
  if (empty !== '' || !/^> \S/.test(summary)) faults.push(`no summary: ${summary}`)
  let isInSection = false
  for (const line of rest) {
    if (/^#{1}\s|^#{3,}/.test(line)) faults.push(`another heading: ${line}`)
    else if (line.startsWith('## ')) isInSection = true
    else if (isInSection && line !== '' && !ITEM.test(line)) faults.push(`no link: ${line}`)
  }
  return faults
}
