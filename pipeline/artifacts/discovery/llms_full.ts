import type { Endpoint } from '../../../core/interface/endpoint.ts'
import { ENDPOINTS } from '../../../core/interface/endpoints.ts'
import { argumentsSchema } from '../../../core/interface/parameter_schema.ts'
import { ruleText } from '../../../core/interface/rules.ts'
import { SKILLS } from '../../../core/interface/skills.ts'
import { TOOLS } from '../../../core/interface/tools.ts'
import type { ReleaseInfo } from '../../../core/views/release_info.ts'
import { evidenceText, type Methodology, RANK_TEXT, scoreText } from '../../model/methodology.ts'
import { llmsTxt } from './llms_txt.ts'
import { openapiPath } from './operation.ts'
import { describeOperation } from './operation_description.ts'

/**
 * `/llms-full.txt`: llms.txt, then every parameter, tool, skill and methodology in words, for clients that read one
 * document instead of many. It has no third-party text.
 */
export function llmsFullTxt(info: ReleaseInfo, methodologies: readonly Methodology[]): string {
  const documented = ENDPOINTS.filter(({ contentType }) => !contentType.startsWith('text/html'))
  return [
    llmsTxt(info).trimEnd(),
    ['## Every endpoint', ...documented.map(endpointText)].join('\n\n'),
    ['## Every MCP tool', ...TOOLS.map(toolText)].join('\n\n'),
    ['## Every A2A skill', ...SKILLS.map(skillText)].join('\n\n'),
    ['## How scores are made', RANK_TEXT, ...methodologies.map(methodologyText)].join('\n\n'),
  ]
    .join('\n\n')
    .concat('\n')
}

const formatBlock = (title: string, ...parts: (string | string[])[]): string =>
  [`### ${title}`, ...parts.map((part) => (typeof part === 'string' ? part : bullets(part)))]
    .filter((part) => part !== '')
    .join('\n\n')

const bullets = (lines: string[]): string => lines.map((line) => `- ${line}`).join('\n')

function endpointText(endpoint: Endpoint): string {
  const { method, answer, body, errors } = endpoint
  const facts = [
    ...(body === null
      ? []
      : [`body: JSON, the schema ${body.schema} of /openapi.json, at most ${body.maxBytes} bytes`]),
    ...(answer === null ? [] : [`answer: JSON, the schema ${answer} of /openapi.json`]),
    ...(errors.length === 0 ? [] : [`other statuses: ${errors.join(', ')}`]),
  ]
  return formatBlock(`${method} ${openapiPath(endpoint)}`, describeOperation(endpoint), [
    ...endpoint.parameters.map(parameterLine),
    ...facts,
  ])
}

const parameterLine = (parameter: Endpoint['parameters'][number]): string =>
  `\`${parameter.name}\` (${parameter.in}${parameter.isRequired ? ', required' : ''}): ${parameter.description} It must be ${ruleText(parameter.rule)}.`

function toolText({ name, description, endpoint, arguments: given }: (typeof TOOLS)[number]): string {
  const { properties = {} } = argumentsSchema(given)
  const twin = ENDPOINTS.find(({ id }) => id === endpoint)
  return formatBlock(name, description, [
    ...Object.entries(properties).map(([argument, schema]) => `\`${argument}\`: ${describeSchema(schema)}`),
    ...(twin === undefined ? [] : [`same facts over REST: ${twin.method} ${openapiPath(twin)}`]),
  ])
}

const describeSchema = (schema: unknown): string => {
  const {
    type,
    description,
    enum: values,
  } = schema as { type?: string; description?: string; enum?: string[] }
  return [
    description ?? type ?? 'any value',
    ...(values === undefined ? [] : [`one of ${values.join(', ')}`]),
  ].join('; ')
}

const skillText = ({ id, description, examples }: (typeof SKILLS)[number]): string =>
  formatBlock(
    id,
    description,
    examples.map((example) => `for example: ${example}`),
  )

function methodologyText(methodology: Methodology): string {
  const { name, version, description, signals, limitations } = methodology
  return formatBlock(
    `${name}, ${version}`,
    description,
    signals.map(({ key, weight, why: reason }) => `\`${key}\`, weight ${weight}: ${reason}`),
    scoreText(methodology),
    evidenceText(methodology),
    limitations,
  )
}
