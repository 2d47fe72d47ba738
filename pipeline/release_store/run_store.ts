import { readManifest } from '../../core/release_store/blobs.ts'
import type { Reporter, RunStore, ServedManifest } from '../run/types.ts'
import { publish, publishFetched, publishRollback } from './publish.ts'
import { type RestoreResult, restore } from './restore.ts'
import type { Store } from './store.ts'

/** The release store of one run, under the lock of its folder: restored once, published to after each of its days. */
export class BucketRunStore implements RunStore {
  #restored: RestoreResult | null = null

  readonly store: Store
  readonly output: string

  constructor(store: Store, output: string) {
    this.store = store
    this.output = output
  }

  async restore(report: Reporter): Promise<void> {
    this.#restored = await restore(this.store, this.output, report)
  }

  async served(): Promise<ServedManifest | null> {
    const release = this.#restored?.head?.pointer.release ?? null
    if (release === null) return null
    const { manifest } = await readManifest(this.store.bucket, release)
    return { manifestSha256: release.manifest_sha256, oracleKeys: manifest.about.inputs.oracle_keys ?? null }
  }

  /** `release` is the id of the run's release in its folder, which the store then serves. */
  async publish(release: string | null, report: Reporter): Promise<void> {
    if (this.#restored !== null)
      this.#restored = await publish(this.store, this.output, this.#restored, release, report)
  }

  async keepFetched(report: Reporter): Promise<void> {
    if (this.#restored !== null)
      this.#restored = await publishFetched(this.store, this.output, this.#restored, report)
  }

  async publishRollback(after: string, report: Reporter): Promise<void> {
    if (this.#restored !== null)
      this.#restored = await publishRollback(this.store, this.output, this.#restored, after, report)
  }
}
