/** The reason for which a check could not be made; never an error's own words, since a replay must say the same. */
export const UNMADE = {
  unread: 'the chain could not be read',
  noNode: 'no node of this chain is named in chains.csv',
  noAnswer: 'no node answers, or the requests of the day are used up',
  refused: 'its nodes refuse the call',
  noHistory: 'its nodes keep no state of that block: name one of your own that does',
  noContract: 'its nodes do not know the contract',
  noOwners: 'its nodes know no owner of ids that are registered',
  endless: 'its nodes name owners without end',
} as const

type UnmadeReason = (typeof UNMADE)[keyof typeof UNMADE]

/** A check that could not be made: nothing follows about what it would have found. */
export class CheckUnmade extends Error {
  readonly reason: UnmadeReason

  constructor(reason: UnmadeReason) {
    super(reason)
    this.reason = reason
  }
}
