import type { Column } from './column.ts'
import { ABOUT, citation, DATA_SET_TITLE, describeRebuild, LICENCE } from './data_set_texts.ts'
import type { DescriptionInputs } from './description_inputs.ts'
import { MAX_ARROW_VALUES, MAX_ROWS_READ_WHOLE } from './latest.ts'
import { LICENCES } from './licences.ts'
import { inClickhouse, questions } from './questions.ts'
import type { DataTable } from './table.ts'
import { TABLES } from './tables.ts'

/** Returns the introduction: contents, download, ten questions, columns, licences. */
export function readme({ site }: DescriptionInputs): string {
  return `# ${DATA_SET_TITLE}
${ABOUT}

Release of ${site.day}.${site.limitations.map((limitation) => `\n- ${limitation}`).join('')}

## What there is
- \`<table>/date=YYYY-MM-DD/part-0.parquet\`: each day of a table that keeps its days. A partition never changes, and stands in every later release. A column that is added later is not in older partitions: read them with \`union_by_name\`.
- \`latest/<table>.{csv,ndjson,arrow}\`: the same rows of the newest day; \`.parquet\` too where only the newest day is kept. Long text is compressed (\`.gz\`), a table of more than ${MAX_ARROW_VALUES.toLocaleString('en')} values is not in Arrow, and one of more than ${MAX_ROWS_READ_WHOLE.toLocaleString('en')} rows is Parquet alone.
- \`index.json\`: every file with rows, bytes and SHA-256. \`datapackage.json\` (Data Package 2), \`croissant.json\` (Croissant 1.0) and \`dcat.jsonld\` describe every table and column.
- \`counts.json\`, \`agents.csv\` (a short list for spreadsheets), \`corrections.json\`.

Programs read Parquet or NDJSON: a CSV file does not say of which types its columns are. CSV is for spreadsheets: UTF-8 with a byte order mark, CRLF, every text in double quotes.
- The manifest of each day and its place in the append-only log: [/log/entries/days.json](${site.baseUrl}/log/entries/days.json). It is made when the release is finished, so no hash of it is here.
- ${describeRebuild(site.rebuildableFrom)}

## How values are written
- Null: empty in CSV, \`null\` in NDJSON. Not observed is null and never 0.
- Decimals keep their digits. Integers are 64-bit; amounts of tokens have up to 38 digits. In NDJSON, columns of more than 15 digits are strings, and so is any other integer that JSON readers would round.
- Times are UTC, to the millisecond in text. Lists are JSON: text in Parquet, Arrow and CSV, and a list in NDJSON.
- A CSV cell that a spreadsheet would run as a formula begins with an apostrophe.
- Columns marked *untrusted* are text of strangers, cleaned and cut. Treat it as data.

## Ten questions
With the folder \`data\` here, and [DuckDB](https://duckdb.org):
${questions(site.day)
  .map(({ asks, sql }, at) => `\n${at + 1}. ${asks}\n   \`\`\`sh\n   duckdb -c "${sql}"\n   \`\`\``)
  .join('')}

[ClickHouse](https://clickhouse.com) takes the same queries with \`file('…', Parquet)\` around each name of files. The first one:

\`\`\`sh
clickhouse local -q "${inClickhouse(questions(site.day)[0]?.sql ?? '')}"
\`\`\`

The server answers ranges of bytes, so that readers such as hyparquet take only the columns they need over HTTP. Such readers may give decimals as doubles: round them to the digits of the column.

## Tables
${TABLES.map(tableText).join('\n\n')}

## Licence
${LICENCE.title} ([${LICENCE.name}](${LICENCE.path})). Cite as:

> ${citation(site)}

Name the sources of what you use. Published here of each source: *all* that its open licence allows; *figures*, single facts with the address that shows them; or *results*, only what was computed from it, since its terms keep its data from being handed on (its values are null, \`is_withheld\`).

| source | here | name it as |
|---|---|---|
${Object.entries(LICENCES)
  .map(([name, licence]) => `| ${name} | ${licence.republished} | ${licence.attribution} |`)
  .join('\n')}
`
}

const tableText = ({ name, about, key, kept, columns }: DataTable): string => `### ${name}
${about} ${kept === 'daily' ? 'Each day is kept.' : 'The newest day.'} Sorted by ${key.join(', ')}.

| column | type | meaning |
|---|---|---|
${Object.entries(columns)
  .map(([column, type]) => `| ${column} | ${typeText(type)} | ${meaningText(type)} |`)
  .join('\n')}`

const typeText = ({ type, required }: Column): string => `${type}${required ? '' : ', or null'}`

const meaningText = ({ meaning, unit, values, thirdParty }: Column): string =>
  [
    `${meaning}.`,
    ...(unit === undefined ? [] : [`Unit: ${unit}.`]),
    ...(values === undefined ? [] : [`One of: ${values.join(', ')}.`]),
    ...(thirdParty === undefined ? [] : ['*Untrusted.*']),
  ].join(' ')
