import a2a from './a2a.ts'
import manifest from './manifest.ts'
import mcp from './mcp.ts'
import page from './page.ts'
import proof from './proof.ts'
import type { Protocol } from './protocol.ts'
import x402 from './x402.ts'

/** Every protocol in which addresses are probed. */
export const PROTOCOLS: readonly Protocol[] = [mcp, a2a, x402, proof, page, manifest]
