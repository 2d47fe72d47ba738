import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { textAt } from '../kit/json.ts'
import type { Repository } from './claims.ts'
import type { Reading } from './readers/reading.ts'

const SEED = join(import.meta.dirname, '../../sql/seeds/seed_mcp__repositories.csv')
/** More servers than these in one repository, and its stars are for none of them. */
const MAX_SERVERS = 2

/** Human verdicts on repositories, by their own text. */
const verdicts = new Map(
  readFileSync(SEED, 'utf8')
    .split('\n')
    .slice(1)
    .map((line): [string, boolean] => [line.split(',')[0] ?? '', line.split(',')[1] === 'true']),
)

/** True if the code of an account that signed a server in is for this server, and not for many servers or a product. */
export function isOwnCode(
  name: string,
  server: Reading,
  { name: path, folder }: Repository,
  repository: Reading,
  servers: number,
): boolean {
  if (servers > MAX_SERVERS || !name.toLowerCase().startsWith('io.github.')) return false
  const isFolder = /[^/]/.test(textAt(server.item, 'server', 'repository', 'subfolder') || folder)
  const mentionsServer = (text: string | null): boolean => {
    const words = (text ?? '').toLowerCase().split(/[^a-z]+/)
    const isNamed = words.includes('mcp') || words.includes('mcps')
    return isNamed || /model[ -]?context[ -]?protocol/i.test(text ?? '')
  }
  const [, title = ''] = path.split('/')
  const isSaid =
    mentionsServer(title) || (!isFolder && mentionsServer(textAt(repository.item, 'description')))
  return verdicts.get(path) ?? isSaid
}
