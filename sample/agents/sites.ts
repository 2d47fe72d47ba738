/** Responses of a site at the path of its agent card. */
export type CardState =
  | 'ok'
  | 'legacy'
  | 'wants credentials'
  | 'missing'
  | 'a page'
  | 'broken'
  | 'elsewhere'
  | 'private'
  | 'hangs'
  | 'bad certificate'

/** A host that is declared as an agent's. */
export interface SampleSite {
  host: string
  /** Its name in addresses, in the registry of agents and among the operators: `tide-desk`. */
  slug: string
  name: string
  /** The version of the protocol that its card is written in. */
  protocol: '0.3' | '1.0'
  /** By day index, in order. */
  card: { from: number; state: CardState }[]
  /** The registration that it claims to be, by slug; null when it makes no claim. */
  proves: string | null
  /** Number of addresses at which it sells calls. */
  offers: number
  /** The payee, by name. */
  operator: string
}

const toTitle = (slug: string): string =>
  slug.replace(/(^|-)(\w)/g, (_, dash, letter) => (dash ? ' ' : '') + letter.toUpperCase())

const site = (slug: string, state: CardState, given: Partial<SampleSite> = {}): SampleSite => ({
  ...{ slug, host: `${slug}.sample.example`, name: `Sample ${toTitle(slug)}`, protocol: '0.3' },
  ...{ card: [{ from: 0, state }], proves: null, offers: 2, operator: slug },
  ...given,
})

/** All hosts of agents, one for each way in which a card is or is not there. */
export const SITES: SampleSite[] = [
  site('tide-desk', 'ok', { proves: 'tide-desk', offers: 4 }),
  site('star-desk', 'ok', { proves: 'star-desk', protocol: '1.0', offers: 3 }),
  site('bird-desk', 'legacy', { proves: 'bird-desk' }),
  site('rain-desk', 'wants credentials'),
  site('snow-desk', 'missing', { operator: 'rain-desk' }),
  site('moon-desk', 'a page'),
  site('bus-desk', 'ok', {
    card: [
      { from: 0, state: 'ok' },
      { from: 13, state: 'hangs' },
    ],
  }),
  site('seed-desk', 'broken'),
  site('ferry-desk', 'elsewhere', { protocol: '1.0' }),
  site('loop-desk', 'ok'),
  site('ring-desk', 'ok', { protocol: '1.0' }),
  site('letter-desk', 'private'),
  site('hollow-desk', 'hangs', { offers: 0 }),
  site('rusty-desk', 'bad certificate', { offers: 0 }),
  site('mimic-desk', 'ok', { name: 'Sample Tide Desk', proves: 'tide-desk', offers: 0 }),
]

/** The state of a card on a day. */
export const getCardState = ({ card }: SampleSite, day: number): CardState =>
  card.findLast(({ from }) => from <= day)?.state ?? 'missing'
