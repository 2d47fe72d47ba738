/** One file of a release, its bytes the published ones. */
export interface ReadFile {
  bytes: Uint8Array
  sha256: string
  contentType: string
}
