/** Thrown where a read is answered at another address of ours: a spelling of a name that leads to its one. */
export class Moved extends Error {
  override name = 'Moved'
  readonly location: string

  constructor(location: string) {
    super(`moved to ${location}`)
    this.location = location
  }
}
