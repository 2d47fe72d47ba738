import { ENDPOINTS } from '../../../core/interface/endpoints.ts'
import type { AttackTargets } from './attack_targets.ts'
import type { AttackedService } from './attacked_service.ts'
import { RawClient } from './raw_client.ts'
import { encodeRequest } from './request_text.ts'

/**
 * Requests every paid answer with a valid key, the only way to get it, and compares it. Shows that the attack looks for
 * the paid contents; a sold answer must not open its address to others.
 */
export async function buyAll(service: AttackedService, { paid }: AttackTargets): Promise<string[]> {
  const client = new RawClient(service.port)
  const wrong: string[] = []
  for (const { target, body, id } of paid) {
    const headers = [['X-API-Key', service.keys.valid]] as const
    const { replies } = await client.ask(encodeRequest({ method: 'GET', target, headers, label: id }))
    if (replies[0]?.status !== 200 || replies[0].body !== body)
      wrong.push(`${target} with a valid key: status ${replies[0]?.status}, another answer`)
  }
  client.close()
  return wrong
}

const PRICED = new Set(ENDPOINTS.filter(({ price }) => price !== null).map(({ id }) => id))

/** Checks the service's own metrics of paid endpoints: successes only where a key opened them. */
export async function checkPaidMetrics(port: number, opened: number): Promise<string[]> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const rows = text.matchAll(/^assay_http_requests_total\{endpoint="(\w+)",status="(\d+)"\} (\d+)$/gm)
  let successes = 0
  let quotes = 0
  for (const [, id = '', status, count] of rows) {
    if (!PRICED.has(id)) continue
    // A read of an address written otherwise is led to the right one, and gets nothing there.
    if (Number(status) < 400 && status !== '308') successes += Number(count)
    if (status === '402') quotes += Number(count)
  }
  return [
    ...(successes === opened ? [] : [`${successes} successes at paid endpoints, and ${opened} were opened`]),
    ...(quotes > 0 ? [] : ['no quote was counted: the attack reached no paid endpoint']),
  ]
}
