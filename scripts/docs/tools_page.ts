import { ENDPOINTS } from '../../core/interface/endpoints.ts'
import { LEGACY_TOOLS } from '../../core/interface/legacy_tools.ts'
import { argumentsSchema, type ParameterJsonSchema } from '../../core/interface/parameter_schema.ts'
import { A2A, MCP } from '../../core/interface/service.ts'
import { SKILLS } from '../../core/interface/skills.ts'
import { TOOLS, type Tool } from '../../core/interface/tools.ts'
import { DATE } from '../../core/interface/value_schemas.ts'
import { markdownPage, markdownTable } from './markdown.ts'

/** The page of the tools of both tool servers, and of the skills. */
export function toolsPage(): string {
  return markdownPage(
    'Tools and skills',
    '[connect.md](../use/connect.md) says how to call them.',
    '## Tools',
    `\`POST ${MCP.path}\`. All are read-only and free.`,
    markdownTable(
      ['tool', 'title', 'what it answers, and when to use it', 'the same over REST'],
      TOOLS.map(toolRow),
    ),
    '### Arguments',
    'Numbers outside their range are clamped; null and a blank text count as not given. An unknown argument is refused with the nearest known one; unknown keys of `filters` are ignored and named in `warnings`.',
    argumentsTable(TOOLS),
    '## Legacy tools',
    `\`POST ${MCP.legacyPath}\`. They know of no category.`,
    markdownTable(
      ['tool', 'title', 'what it answers'],
      LEGACY_TOOLS.map(({ name, title, description }) => [`\`${name}\``, title, description]),
    ),
    '### Arguments of the legacy tools',
    argumentsTable(LEGACY_TOOLS),
    '## Skills',
    `\`POST ${A2A.path}\`, A2A ${A2A.versions.join(' and ')}: method \`SendMessage\` with the header \`A2A-Version: 1.0\`, else \`message/send\`.`,
    markdownTable(
      ['skill', 'name', 'what it answers', 'examples'],
      SKILLS.map(({ id, name, description, examples }) => [
        `\`${id}\``,
        name,
        description,
        examples.map((example) => `\`${example}\``).join('<br>'),
      ]),
    ),
  )
}

function toolRow({ name, title, description, endpoint }: Tool): string[] {
  const twin = ENDPOINTS.find(({ id }) => id === endpoint)
  return [
    `\`${name}\``,
    title,
    description,
    twin === undefined ? '' : [`\`${twin.path}\``, ...(twin.price === null ? [] : ['(paid)'])].join(' '),
  ]
}

function argumentsTable(tools: readonly Tool[]): string {
  const rows = tools.flatMap(({ name, arguments: given }) =>
    argumentRows(argumentsSchema(given)).map((row) => [`\`${name}\``, ...row]),
  )
  return markdownTable(['tool', 'argument', '', 'type and range', 'default', 'what'], rows)
}

/** A row for each argument, those of an object among them with its name before theirs. */
function argumentRows({ properties = {}, required = [] }: ParameterJsonSchema, within = ''): string[][] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (schema.properties !== undefined) return argumentRows(schema, `${within}${name}.`)
    return [
      [
        `\`${within}${name}\``,
        required.includes(name) ? 'required' : 'optional',
        typeText(schema),
        schema.default === undefined ? '' : `\`${JSON.stringify(schema.default)}\``,
        schema.description ?? '',
      ],
    ]
  })
}

function typeText({ type, pattern, items, ...schema }: ParameterJsonSchema): string {
  if (schema.enum !== undefined) return schema.enum.map((item) => `\`${item}\``).join(', ')
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema
  if (type === 'array' && items !== undefined)
    return `list${range(minItems, maxItems, ' of ')}: ${typeText(items)}`
  if (type === 'integer') return `integer${range(minimum, maximum, ', ')}`
  if (pattern === DATE.source) return 'date, YYYY-MM-DD'
  if (type === 'string')
    return `text${range(minLength, maxLength, ' of ')}${maxLength === undefined ? '' : ' characters'}`
  return String(type ?? '')
}

function range(from: number | undefined, to: number | undefined, before: string): string {
  if (to === undefined) return from === undefined ? '' : `${before}at least ${from}`
  return from === undefined ? `${before}at most ${to}` : `${before}${from} to ${to}`
}
