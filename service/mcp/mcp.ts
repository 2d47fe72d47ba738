import type { RpcInterface } from '../rpc/method.ts'

/** The tool server of the interface: 14 tools. */
export const mcp: RpcInterface = {
  methods: {},
  window: () => ({ name: 'mcp', limit: { requests: 60, seconds: 60 } }),
}

/** The legacy tool server: 4 tools. */
export const legacyMcp: RpcInterface = mcp
