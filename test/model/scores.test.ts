import { expect, test } from 'vitest'
import { DAY, daysAgo } from './given.ts'
import { rowsFrom, table } from './given_tables.ts'

const WEIGHTS =
  'category key position:integer part weight:integer prior:double kind lower:double upper:double half_life:double'

/** A transform, and its results for values or, for those of time, ages in days. */
const SCALED: [
  kind: string,
  lower: number,
  upper: number,
  half_life: number | null,
  made: [number, number][],
][] = [
  [
    'linear',
    10,
    30,
    null,
    [
      [5, 0],
      [10, 0],
      [15, 0.25],
      [30, 1],
      [40, 1],
    ],
  ],
  // A second rounding, of five digits to four, would lift these.
  [
    'linear',
    0,
    1,
    null,
    [
      [0.000146, 0.0001],
      [0.000346, 0.0003],
      [0.000546, 0.0005],
      [0.123746, 0.1237],
    ],
  ],
  [
    'log',
    1,
    99,
    null,
    [
      [0.5, 0],
      [9, 0.4114],
      [99, 1],
    ],
  ],
  [
    'log',
    0,
    99,
    null,
    [
      [-5, 0],
      [0.5, 0.088],
      [9, 0.5],
    ],
  ],
  [
    'root',
    0,
    400,
    null,
    [
      [-1, 0],
      [100, 0.5],
      [900, 1],
    ],
  ],
  [
    'tenure',
    5,
    25,
    null,
    [
      [4, 0],
      [10, 0.25],
      [30, 1],
    ],
  ],
  [
    'recency',
    2,
    12,
    5,
    [
      [1, 1],
      [7, 0.5],
      [11, 0.2872],
      [12, 0],
    ],
  ],
]

test.each(SCALED)('%s from %d to %d, with a half-life of %s, is scaled as published', async (...item) => {
  const [kind, lower, upper, half_life, made] = item
  const isTime = kind === 'tenure' || kind === 'recency'
  const given = {
    run: table('day:date', [{ day: DAY }]),
    int_agents__categories: table(
      'handle category',
      ['none', ...made.map((_, n) => `a${n}`)].map((handle) => ({ handle, category: 'service' })),
    ),
    methodology_signals: table(WEIGHTS, [{ category: 'service', key: 'k', kind, lower, upper, half_life }]),
    signals: table(
      'handle key value:double value_at:timestamp source',
      made.map(([x], n) => ({
        ...{ handle: `a${n}`, key: 'k', value: isTime ? null : x },
        value_at: isTime ? `${daysAgo(x)} 23:59:59` : null,
      })),
    ),
  }
  const rows = await rowsFrom(
    given,
    ['int_signals__scaled_values'],
    'select handle, scaled from int_signals__scaled_values order by handle',
  )
  expect(rows).toEqual([
    ...made.map(([, scaled], n) => ({ handle: `a${n}`, scaled })),
    { handle: 'none', scaled: null },
  ])
})

type Signal = [weight: number, points: number, source: string | null, value?: number]

/** Agents with their signals; one without a source is assumed. */
const scored = (agents: Record<string, Signal[]>, units: Record<string, string> = {}) => ({
  sub_scores: table(
    'handle category key position:integer weight:integer value:double points:decimal(9,4) is_assumed:boolean source',
    Object.entries(agents).flatMap(([handle, signals]) =>
      signals.map(([weight, points, source, value = 5], n) => ({
        ...{
          handle,
          category: handle.startsWith('free') ? 'developer' : 'service',
          key: `k${n}`,
          position: n,
        },
        ...{ weight, points, source, value, is_assumed: source === null },
      })),
    ),
  ),
  int_parts__weights: table(
    'handle category is_guessed:boolean points_low:double points_high:double',
    Object.entries(agents).map(([handle, signals]) => ({
      ...{ handle, category: handle.startsWith('free') ? 'developer' : 'service' },
      is_guessed: signals.some(([, , source]) => source === null),
      ...{ points_low: 12.3446, points_high: 82.3446 },
    })),
  ),
  int_intervals__vectors: table(
    'handle category vector',
    Object.keys(agents).map((handle) => ({
      ...{ handle, category: handle.startsWith('free') ? 'developer' : 'service', vector: handle },
    })),
  ),
  int_intervals__bounds: table('category target low:decimal(6,2) high:decimal(6,2)', [
    { category: 'service', target: 'near', low: 15.5, high: 40 },
    { category: 'service', target: 'above', low: 30, high: 90 },
  ]),
  methodology_signals: table(
    WEIGHTS,
    ['service', 'developer'].flatMap((category) =>
      [0, 1, 2, 3, 4].map((position) => ({ category, key: `k${position}`, position })),
    ),
  ),
  methodology_required: table('category need:integer key', [
    { category: 'service', need: 0, key: 'k0' },
    { category: 'service', need: 1, key: 'k1' },
    { category: 'service', need: 1, key: 'k9' },
    { category: 'service', need: 2, key: 'k8 that nobody has' },
  ]),
  signal_definitions: table(
    'key unit',
    ['k0', 'k1'].map((key) => ({ key, unit: units[key] ?? 'stars' })),
  ),
  methodologies: table(
    'category version min_signals:integer min_weight:integer min_sources:integer',
    ['service', 'developer'].map((category) => ({
      ...{ category, version: 'v1', min_signals: 3, min_weight: 50, min_sources: 2 },
    })),
  ),
})

test('evidence is enough with all that is required, and so many signals, weight and sources', async () => {
  const enough: Signal[] = [
    [20, 1, 'x'],
    [20, 1, 'x'],
    [10, 1, 'y'],
  ]
  const rows = await rowsFrom<{ handle: string; is_evidence_ready: boolean }>(
    scored({
      enough,
      'two signals': [
        [40, 1, 'x'],
        [10, 1, 'y'],
        [50, 1, null],
      ],
      'weight of 49': [
        [20, 1, 'x'],
        [20, 1, 'x'],
        [9, 1, 'y'],
      ],
      'one source': [
        [20, 1, 'x'],
        [20, 1, 'x'],
        [10, 1, 'x'],
      ],
      'one required of two': [
        [20, 1, 'x'],
        [10, 1, null],
        [20, 1, 'x'],
        [10, 1, 'y'],
      ],
      'free of what is required': [[10, 1, null], ...enough],
    }),
    ['scores'],
    'select handle, is_evidence_ready from scores',
  )
  const ready = rows.filter((row) => row.is_evidence_ready).map(({ handle }) => handle)
  expect(rows).toHaveLength(6)
  expect(ready.sort()).toEqual(['enough', 'free of what is required'])
})

test('zeros alone rank no agent; beside a value above 0 they count', async () => {
  const k0: Signal = [20, 1, 'x', 0]
  const k1: Signal = [20, 1, 'x', 0]
  const rest: Signal[] = [[10, 1, 'y', 7]]
  const rows = await rowsFrom<{ handle: string; is_evidence_ready: boolean }>(
    scored({ zeros: [k0, k1, ...rest], beside: [k0, [20, 1, 'x', 3], ...rest], free: [k0, k1, ...rest] }),
    ['scores'],
    'select handle, is_evidence_ready from scores where is_evidence_ready order by handle',
  )
  expect(rows.map(({ handle }) => handle)).toEqual(['beside', 'free'])
})

test('a standing of 0 is no count of 0: the last place is ranked', async () => {
  const signals: Signal[] = [
    [20, 1, 'x', 0],
    [20, 1, 'x', 0],
    [10, 1, 'y', 7],
  ]
  const ready = async (unit: string) => {
    const [row] = await rowsFrom<{ is_evidence_ready: boolean }>(
      scored({ last: signals }, { k1: unit }),
      ['scores'],
      'select is_evidence_ready from scores',
    )
    return row?.is_evidence_ready
  }
  expect(await ready('of 100')).toBe(true)
  expect(await ready('of 100 a board')).toBe(true)
  expect(await ready('votes')).toBe(false)
})

test('a score is in its interval, and that in the range that missing signals leave; none where nothing is missing', async () => {
  const signals: Signal[] = [
    [20, 10.1111, 'x'],
    [10, 2.2335, 'y'],
    [30, 7.0002, null],
    [40, 0, null],
  ]
  const [a, above, near, whole] = await rowsFrom(
    scored({ a: signals, above: signals, near: signals, whole: signals.slice(0, 2) }),
    ['scores'],
    'select * exclude (handle, category) from scores order by handle',
  )
  const all = (score_floor: number, score_low: number, score_high: number, score_ceiling: number) => ({
    ...{ score_floor, score_low, score_high, score_ceiling },
  })
  expect(whole).toMatchObject({ score: 12.34, ...all(12.34, 12.34, 12.34, 12.34) })
  expect(near).toMatchObject({ score: 19.34, ...all(12.34, 15.5, 40, 82.34) })
  // Donors that all stand above the score do not put it outside its interval; no interval is none.
  expect(above).toMatchObject(all(12.34, 19.34, 82.34, 82.34))
  expect(a).toEqual({
    methodology_version: 'v1',
    exact_score: 19.3448,
    score: 19.34,
    ...all(12.34, 19.34, 19.34, 82.34),
    observed_weight: 30,
    observed_count: 2,
    signal_count: 4,
    source_count: 2,
    missing: ['k2', 'k3'],
    is_evidence_ready: false,
  })
})
