import { refusedPath } from './check_path.ts'
import { FILES_END, FILES_START, keyOfLine, type ReleaseInputs } from './manifest.ts'

/** The manifest's line for one file. The key holds nothing that JSON escapes: paths.ts sees to it. */
export function manifestLine(key: string, sha256: string, bytes: number, contentType: string): string {
  return `"${key}":["${sha256}",${bytes},${JSON.stringify(contentType)}]`
}

/** The manifest's text, its lines sorted. Two lines about one file throw RunFailed. */
export function renderManifest(about: ReleaseInputs, lines: string[]): string {
  const { date, world, base_url, code, inputs, counts, layout = 'files', static_host } = about
  const head = [
    '{"format":1',
    `"layout":${JSON.stringify(layout)}`,
    `"date":${JSON.stringify(date)}`,
    `"world":${JSON.stringify(world)}`,
    `"base_url":${JSON.stringify(base_url)}`,
    ...(static_host ? ['"static_host":true'] : []),
    `"code":${JSON.stringify({ version: code.version, sha256: code.sha256 })}`,
    `"inputs":${sortedObject(inputs)}`,
    `"counts":${sortedObject(counts)}`,
  ].join(',\n')
  return `${head},\n${FILES_START}${sortedLines(lines).join(',\n')}${FILES_END}`
}

function sortedLines(lines: string[]): string[] {
  const sorted = lines.toSorted()
  let last = ''
  for (const line of sorted) {
    const key = keyOfLine(line)
    if (key === last) throw refusedPath(key, 'it was already written in this release')
    last = key
  }
  return sorted
}

function sortedObject(record: Record<string, unknown>): string {
  const parts = Object.keys(record)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${JSON.stringify(record[key])}`)
  return `{${parts.join(',')}}`
}
