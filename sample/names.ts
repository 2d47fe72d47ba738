const list = (text: string): string[] => text.trim().split(/\s+/)

/** Invented places: the GitHub accounts `sample-…` that the servers belong to. */
export const PLACES: string[] = list(`
  orchard meadow quarry lighthouse footbridge garden valley island cottage riverbank canyon lagoon
  pasture marsh grove cove cliff dune brook hollow hillside terrace wharf barn belfry bakery
  reading-room gallery platform market-square boathouse greenhouse workshop courtyard dovecote millpond
  hedgerow observatory
`)

/** Functions of the servers: everyday matters that are no brand. */
export const THINGS: string[] = list(`
  weather-tools tide-tables account-book star-charts recipe-box bus-times seed-list bird-songs
  map-search unit-converter word-counter moon-phases book-loans rain-gauge train-board museum-hours
  plant-care river-levels chess-clock coin-toss paint-mixer knot-guide trail-finder snow-report
  soil-tests harvest-log parcel-desk bell-ringer time-zones color-names rhyme-finder shopping-list
  bed-planner tea-timer sun-angles ferry-times letter-writer puzzle-maker story-seeds file-cabinet
`)

/** Trees, one for each sample family of models. */
export const TREES: string[] = list(`
  alder beech birch buckthorn dogwood elder fir hawthorn hazel hemlock holly hornbeam larch medlar
  myrtle osier poplar quince rowan spindle spruce tamarack walnut whitebeam yew
`)

/** Converts a name to a title: `tide-tables` to `Tide Tables`. */
export const toTitle = (name: string): string =>
  name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
