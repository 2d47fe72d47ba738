import { Ajv } from 'ajv'
import { parse as parseToml } from 'smol-toml'
import type { ClientSettings } from '../../core/connect/mcp_clients.ts'
import { CLIENT_SCHEMAS } from './client_schemas.ts'

const ajv = new Ajv()
const CHECKS = new Map(
  Object.entries(CLIENT_SCHEMAS).map(([client, schema]) => [client, ajv.compile(schema)]),
)

/** Returns what is wrong with the form of a settings file; null where nothing is, or the client has none. */
export function findFault({
  client,
  language,
  text,
}: Pick<ClientSettings, 'client' | 'language' | 'text'>): string | null {
  const check = CHECKS.get(client)
  if (check === undefined) return null
  const parsed: unknown = language === 'toml' ? parseToml(text) : JSON.parse(text)
  return check(parsed) ? null : `${client}: ${ajv.errorsText(check.errors)}`
}
