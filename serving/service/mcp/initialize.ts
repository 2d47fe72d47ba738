import { MCP, SERVICE_NAME, SERVICE_VERSION } from '../../../core/interface/service.ts'
import type { ReleaseInfo } from '../../../core/views/release_info.ts'
import type { RpcMethod } from '../rpc/method.ts'

const DATA_NOTES: Record<ReleaseInfo['world'], string | null> = {
  live: null,
  replay: 'The data is a replay of recorded test data.',
  sample: 'All agents and figures are made-up sample data.',
}

/**
 * `initialize`: a served version is accepted, any other is answered with the newest, since clients drop a server that
 * offers one too old for them. `instructions` says what the tools are for.
 */
export function initialize(instructions: string): RpcMethod {
  return async ({ protocolVersion }, { release }) => {
    const info = await release.info()
    return JSON.stringify({
      protocolVersion: isKnown(protocolVersion) ? protocolVersion : MCP.newestVersion,
      capabilities: { tools: {} },
      serverInfo: {
        name: SERVICE_NAME,
        title: SERVICE_NAME,
        version: SERVICE_VERSION,
        websiteUrl: `${info.base_url}/`,
      },
      instructions: addDataNote(instructions, info),
    })
  }
}

/** Returns the instructions with a sentence on the data, where that is not of real agents. */
export function addDataNote(instructions: string, { world }: ReleaseInfo): string {
  const note = DATA_NOTES[world]
  return note === null ? instructions : `${instructions} ${note}`
}

/** True if clients may use this version of the protocol with `initialize`. */
export const isKnown = (version: unknown): boolean =>
  (MCP.protocolVersions as readonly unknown[]).includes(version)
