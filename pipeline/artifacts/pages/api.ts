import type { PageView } from '../../../core/pages/page_view.ts'
import { htmlPage, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import type { Site } from '../site.ts'

/** The subset of an OpenAPI document that its page reads. */
export interface ApiDocument {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    responses: Record<string, Response>
    securitySchemes: Record<string, { name: string; description: string }>
  }
}

interface Operation {
  operationId: string
  description: string
  tags: string[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, Response | { $ref: string }>
  'x-payment-info'?: { price: { amount: string } }
}

interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  description: string
  schema: { type: string; enum?: string[]; default?: unknown; items?: { enum?: string[] } }
  example?: unknown
}

interface Response {
  description: string
  content?: Content
}

type Content = Record<
  string,
  { schema?: { $ref?: string }; examples?: Record<string, { summary: string; value: unknown }> }
>

/** The page of the API, generated from its description alone. */
export interface ApiView extends PageView {
  key_header: string
  key_about: string
  example_paid: string
  groups: { id: string; name: string; about: string; operations: OperationView[] }[]
}

interface OperationView {
  id: string
  method: string
  path: string
  about: string
  /** In US dollars; null if free. */
  price: string | null
  parameters: { name: string; where: string; is_required: boolean; about: string }[]
  body: ExampleView | null
  answers: { status: string; about: string; example: ExampleView | null }[]
  /** A form for a free read; null if the answer is not text. */
  form: { action: string; path: string; fields: FieldView[] } | null
}

interface ExampleView {
  about: string
  text: string
}

interface FieldView {
  name: string
  /** True if it must not be empty: a choice without an empty option never is. */
  is_required: boolean
  is_in_path: boolean
  /** True if the form sends it without a script: an empty value would be refused. */
  is_sent: boolean
  /** A typed value, or one of the options; exactly one of both is null. */
  input: { value: string } | null
  options: { value: string; text: string; is_chosen: boolean }[] | null
}

const READABLE = /^(?:application\/(?:[a-z]+\+)?(?:json|xml)|text\/plain)/

/** `/api`: every operation of `/openapi.json` by group, with a form to try those that cost nothing. */
export function apiPage(document: ApiDocument, site: Site): Artifact {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      ...operation,
    })),
  )
  const { name, description } = Object.values(document.components.securitySchemes)[0] ?? {
    name: '',
    description: '',
  }
  const shown = new Set<string>()
  const view: ApiView = {
    ...pageBase(site, {
      limitations: [],
      title: 'API reference: Assay',
      path: '/api',
      description:
        'Every address of the Assay API with its parameters, answers, errors and price, examples from this release, and a form to try each free read.',
      scripts: ['/assets/try_it.js'],
    }),
    limitations: [],
    key_header: name,
    key_about: description,
    example_paid: `curl -i '${site.baseUrl}/api/oracle/attest?metric=ghost_index'\ncurl -H '${name}: YOUR_KEY' '${site.baseUrl}/api/oracle/attest?metric=ghost_index'`,
    groups: document.tags.map((tag) => ({
      id: tag.name,
      name: tag.name,
      about: tag.description,
      operations: operations
        .filter(({ tags }) => tags.includes(tag.name))
        .map((operation) => operationView(operation, document, shown)),
    })),
  }
  return htmlPage('api.html', site.pages.fill('api', view))
}

type NamedOperation = Operation & { path: string; method: string }

/** `shown` are the answers in common whose example an earlier operation shows. */
function operationView(operation: NamedOperation, document: ApiDocument, shown: Set<string>): OperationView {
  const { operationId, method, path, description, parameters = [], requestBody } = operation
  return {
    ...{ id: operationId, method, path, about: description },
    price: operation['x-payment-info']?.price.amount ?? null,
    parameters: parameters.map((parameter) => ({
      ...{
        name: parameter.name,
        where: parameter.in,
        is_required: parameter.required,
        about: parameter.description,
      },
    })),
    body: requestBody === undefined ? null : findExample(requestBody.content),
    answers: Object.entries(operation.responses).map(([status, response]) => {
      const { description: about, content } = resolveRef(response, document)
      const isRepeated = '$ref' in response && shown.has(response.$ref)
      if ('$ref' in response) shown.add(response.$ref)
      return { status, about, example: content === undefined || isRepeated ? null : findExample(content) }
    }),
    form: canTry(operation, document) ? toForm(path, parameters) : null,
  }
}

const resolveRef = (response: Response | { $ref: string }, document: ApiDocument): Response =>
  '$ref' in response
    ? (document.components.responses[response.$ref.split('/').at(-1) ?? ''] as Response)
    : response

function findExample(content: Content): ExampleView | null {
  const [example] = Object.values(content).flatMap(({ examples }) => Object.values(examples ?? {}))
  return example === undefined
    ? null
    : { about: example.summary, text: JSON.stringify(example.value, null, 1) }
}

/** True if a form can show the answer: a free read with a known address and a text answer. */
function canTry(operation: NamedOperation, document: ApiDocument): boolean {
  const content = resolveRef(operation.responses['200'] ?? { description: '' }, document).content ?? {}
  return (
    operation.method === 'GET' &&
    operation['x-payment-info'] === undefined &&
    !operation.path.includes('{file}') &&
    Object.keys(content).some((type) => READABLE.test(type))
  )
}

/** `action` is the address that a browser without script opens, with the example's values in it. */
function toForm(path: string, parameters: Parameter[]): OperationView['form'] {
  const action = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (address, parameter) =>
        address.replace(`{${parameter.name}}`, encodeURIComponent(initialValue(parameter))),
      path,
    )
  return { action, path, fields: parameters.map(fieldView) }
}

/** Returns the initial value of a field: the default, else the example, else the first choice of a required one. */
function initialValue(parameter: Parameter): string {
  const { required, schema, example } = parameter
  const start = schema.default ?? example ?? (required ? listChoices(parameter)?.[0] : undefined)
  return start === undefined ? '' : String(start)
}

const listChoices = ({ schema }: Parameter): string[] | null =>
  schema.enum ?? (schema.type === 'boolean' ? ['true', 'false'] : null)

function fieldView(parameter: Parameter): FieldView {
  const { name, in: where, required, schema } = parameter
  const [start, choices] = [initialValue(parameter), listChoices(parameter)]
  const option = (value: string) => ({
    value,
    text: value === '' ? 'any' : value,
    is_chosen: value === start,
  })
  return {
    ...{ name, is_in_path: where === 'path' },
    is_required: required && (choices === null || start === ''),
    is_sent: where === 'query' && (required || schema.default !== undefined),
    input: choices === null ? { value: start } : null,
    options: choices === null ? null : [...(start === '' ? [''] : []), ...choices].map(option),
  }
}
