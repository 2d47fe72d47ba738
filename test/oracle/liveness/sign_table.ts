/** A sign of life, or of upkeep, as it counts for an agent of some kind. */
export interface SignRule {
  days: number
  /** False of a sign that says only that the agent is maintained. */
  isLife: boolean
  isUpkeep: boolean
  /** The act, in a sentence about the agent. */
  did: string
}

const life = (days: number, did: string): SignRule => ({ days, isLife: true, isUpkeep: false, did })
const upkeep = (did: string): SignRule => ({ days: 30, isLife: false, isUpkeep: true, did })
const both = (did: string): SignRule => ({ days: 30, isLife: true, isUpkeep: true, did })

const paid = life(7, 'was paid by an independent payer')
const [pushed, released] = ['was pushed to', 'was released']

/** The signs of each kind of agent; of two at one time the first is named. */
export const SIGN_TABLE: Record<string, Record<string, SignRule>> = {
  asked: {
    address_answered: life(7, 'answered'),
    x402_paid_at: paid,
    github_pushed_at: upkeep(pushed),
    registry_updated_at: upkeep(released),
  },
  unasked: {
    x402_paid_at: paid,
    github_pushed_at: upkeep(pushed),
    registry_updated_at: upkeep(released),
  },
  unaddressed: {
    github_pushed_at: both(pushed),
    registry_updated_at: both(released),
    packages_downloaded_at: life(14, 'had 1000 downloads or more in a week'),
    x402_paid_at: paid,
  },
  model_family: {
    openrouter_served_at: life(7, 'was served on OpenRouter'),
    openrouter_used_at: life(7, 'got tokens through OpenRouter'),
    arena_voted_at: life(30, 'got new votes on an Arena board'),
    huggingface_downloaded_at: life(14, 'had 5000 downloads or more in 30 days on Hugging Face'),
    huggingface_modified_at: both('changed its weights on Hugging Face'),
    openrouter_newest_at: both('brought a new model to OpenRouter'),
  },
  developer: {
    github_pushed_at: both(pushed),
    agent_alive: life(1, 'has a live agent of its own'),
  },
  tokenized: { token_traded_at: life(30, 'was traded') },
}
