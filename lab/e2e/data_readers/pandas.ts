import { spawnSync } from 'node:child_process'
import type { TextRow } from '../../../test/artifacts/data/read_back.ts'
import { type GivenFile, inOneForm, type Reader } from './reader.ts'

/** Debian's own, which has pandas (python3-pandas) but no pyarrow: it reads the formats that are text. */
const PYTHON = '/usr/bin/python3'

const SCRIPT = `
import json, sys, pandas
given = json.load(sys.stdin)
kinds = given['kinds']
if given['format'] == 'csv':
    frame = pandas.read_csv(given['file'], dtype=str, keep_default_na=False, na_values=[''])
    rows = frame.values.tolist()
else:
    frame = pandas.read_json(given['file'], lines=True, dtype=False, convert_dates=False, precise_float=True)
    frame = frame.reindex(columns=list(kinds))
    rows = frame.values.tolist()
def cell(value):
    if isinstance(value, list): return json.dumps(value, ensure_ascii=False, separators=(',', ':'))
    if value is None or pandas.isna(value): return None
    if isinstance(value, float) and value.is_integer(): return repr(int(value)) if abs(value) < 2**53 else repr(value)
    return value if isinstance(value, str) else json.dumps(value) if isinstance(value, bool) else repr(value)
json.dump([[cell(value) for value in row] for row in rows], sys.stdout)
`

/** Null where the machine has none. */
export function pandas(): Reader | null {
  const { status, stdout } = spawnSync(PYTHON, ['-c', 'import pandas; print(pandas.__version__)'], {
    encoding: 'utf8',
  })
  if (status !== 0) return null
  return { name: `pandas ${stdout.trim()} (Debian)`, formats: ['csv', 'ndjson'], read }
}

function read({ table, format, file }: GivenFile): TextRow[] {
  const kinds = Object.fromEntries(Object.entries(table.columns).map(([name, { type }]) => [name, type]))
  const { status, stdout, stderr } = spawnSync(PYTHON, ['-c', SCRIPT], {
    ...{ input: JSON.stringify({ file, format, kinds }), encoding: 'utf8' },
    maxBuffer: 1 << 30,
  })
  if (status !== 0) throw new Error(stderr.slice(-2_000))
  const types = Object.values(table.columns).map((column) => column.type)
  return (JSON.parse(stdout) as unknown[][]).map((row) =>
    row.map((value, at) => inOneForm(value, types[at] ?? '', format)),
  )
}
