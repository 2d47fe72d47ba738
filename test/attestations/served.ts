import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type LocalService, localService } from '../kit/local_service.ts'
import { sampleOutput } from '../sample_output.ts'

/** The sample, served on this machine, and the attestations that its oracle sells. */
export interface ServedSample {
  url: string
  /** The text of an attestation, by its query, e.g. `metric=ghost_index`. */
  attestation(query: string): Promise<string>
  close(): Promise<void>
}

/** Serves the sample. */
export async function servedSample(): Promise<ServedSample> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-served-'))
  const service: LocalService = await localService({ output: await sampleOutput(), folder })
  return {
    url: service.url,
    async attestation(query) {
      const response = await fetch(`${service.url}/api/oracle/attest?${query}`, {
        headers: { 'x-api-key': service.proKey },
      })
      if (response.status !== 200) throw new Error(`${query}: ${response.status} ${await response.text()}`)
      return response.text()
    },
    async close() {
      await service.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** The output of a bash script run in a folder; rejects if it fails. */
export async function bash(script: string, cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd, timeout: 110_000 })
  return stdout
}
