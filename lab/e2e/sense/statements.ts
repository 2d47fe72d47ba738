import type { Statement } from './judge.ts'
import { amongFirst, isAlive, isNotAlive, leads, mayBePaid } from './kinds.ts'

const FAMILIES = [
  ['Claude', 'claude'],
  ['GPT', 'gpt'],
  ['Gemini', 'gemini'],
  ['Grok', 'grok'],
  ['Llama', 'llama'],
  ['Kimi', 'kimi'],
  ['GLM', 'glm'],
  ['Mistral', 'mistral'],
  ['DeepSeek', 'deepseek'],
  ['Qwen', 'qwen'],
] as const

/** Servers that most people who use any have heard of. */
const SERVERS = [
  ['Playwright', 'io.github.microsoft/playwright', 10],
  ['GitHub', 'io.github.github/github', 10],
  ['the toolbox for databases', 'io.github.googleapis/genai-toolbox', 15],
  ['Firecrawl', 'io.github.mendableai/firecrawl', 15],
  ['Notion', 'io.github.makenotion/notion', 20],
  ['Azure', 'io.github.Azure/azure', 20],
  ['Grafana', 'io.github.grafana/grafana', 20],
  ['Terraform', 'io.github.hashicorp/terraform', 25],
  ['MongoDB', 'io.github.mongodb-js/mongodb', 25],
] as const

const DEVELOPERS = [
  ['OpenAI', 'openai'],
  ['Anthropic', 'anthropic'],
  ['Google', 'google'],
  ['Microsoft', 'microsoft'],
  ['Meta', 'meta'],
  ['Hugging Face', 'hugging-face'],
  ['LangChain', 'langchain'],
] as const

/** Reference servers whose repository was archived in May 2025. */
const ARCHIVED = [
  ['Google Drive', 'io.github.modelcontextprotocol/google-drive'],
  ['PostgreSQL', 'io.github.modelcontextprotocol/postgresql'],
  ['Slack', 'io.github.modelcontextprotocol/slack'],
] as const

/** Sellers that hundreds of wallets pay. */
const MAX_PAID_PLACE = 7

const RULES: Statement[] = [
  {
    area: 'advice',
    text: 'No agent with payments in a circle may be paid without care.',
    broken: `select handle as why from flags join trust using (handle)
      where flag = 'wash_trade' and flags.severity <> 'minor' and (verdict = 'proceed' or per_transaction > 0)`,
  },
  {
    area: 'advice',
    text: 'No agent with any sign of payments in a circle is told `proceed`.',
    broken: `select handle as why from flags join trust using (handle) where flag = 'wash_trade' and verdict = 'proceed'`,
  },
  {
    area: 'advice',
    text: 'No impersonator is told `proceed` or given a limit.',
    broken: `select handle as why from flags join trust using (handle)
      where flag = 'impersonation' and flags.severity <> 'minor' and (verdict = 'proceed' or per_transaction > 0)`,
  },
  {
    area: 'advice',
    text: 'No agent with a critical flag is anything but rejected.',
    broken: `select handle || ' ' || verdict as why from flags join trust using (handle)
      where flags.severity = 'critical' and verdict <> 'reject'`,
  },
  {
    area: 'advice',
    text: 'Nobody who is not alive is told `proceed`.',
    broken: `select handle as why from agents join trust using (handle)
      where verdict = 'proceed' and coalesce(liveness, 'unknown') <> 'alive'`,
  },
  {
    area: 'advice',
    text: 'Nobody without a rank has a limit of a dollar or more.',
    broken: `select handle as why from agents join trust using (handle) where tier = 'indexed' and per_transaction >= 1`,
  },
  {
    area: 'advice',
    text: 'Nobody may be paid more than 50 USD at once.',
    broken: 'select handle as why from trust where per_transaction > 50',
  },
  {
    area: 'advice',
    text: 'No model family has a limit: nobody pays one by x402.',
    broken: `select handle as why from agents join trust using (handle)
      where primary_category = 'model_family' and per_transaction > 0`,
  },
  {
    area: 'advice',
    text: 'No token has a limit.',
    broken: `select handle as why from agents join trust using (handle)
      where primary_category = 'tokenized' and per_transaction > 0`,
  },
  {
    area: 'advice',
    text: 'At least six of ten ranked services without a flag may be paid.',
    broken: `select round(100 * share) || ' % may be paid' as why
      from (
        select avg((verdict = 'proceed' and per_transaction > 0)::int) as share
        from agents join trust using (handle)
        where primary_category = 'service' and tier = 'evidence_ranked' and handle not in (select handle from flags)
      ) where share < 0.6`,
  },
  {
    area: 'services',
    text: 'The first ten services by rank are alive.',
    broken: `select handle || ' is ' || coalesce(liveness, 'unknown') as why from agents
      where primary_category = 'service' and rank <= 10 and coalesce(liveness, 'unknown') <> 'alive'`,
  },
  {
    area: 'services',
    text: 'No service with payments in a circle is among the first ten.',
    broken: `select handle as why from agents join flags using (handle)
      where primary_category = 'service' and rank <= 10 and flag = 'wash_trade'`,
  },
  {
    area: 'services',
    text: 'A listed service that was never asked and never paid is not called alive.',
    broken: `select handle as why from agents
      where primary_category = 'service' and liveness = 'alive' and last_activity is null and last_probe_ok_at is null`,
  },
  {
    area: 'names',
    text: 'Nobody flagged as an impersonator has a better rank than whom it imitates.',
    broken: `select flags.handle || ' before ' || other.handle as why
      from flags
      join agents using (handle)
      join agents as other on list_contains(from_json(flags.related, '["varchar"]'), other.handle)
      where flag = 'impersonation' and agents.primary_category = other.primary_category
        and agents.rank < coalesce(other.rank, 1000000)`,
  },
  {
    area: 'names',
    text: 'No reference server of the Model Context Protocol is rejected as an impersonator.',
    broken: `select named.handle as why from named join flags using (handle) join trust using (handle)
      where starts_with(record, 'mcp_registry:io.github.modelcontextprotocol/') and flag = 'impersonation'
        and verdict = 'reject'`,
  },
  {
    area: 'names',
    text: 'No family or developer of the catalogue is called an impersonator.',
    broken: `select named.handle as why from named join flags using (handle)
      where starts_with(record, 'catalog:') and flag = 'impersonation'`,
  },
  {
    area: 'names',
    text: 'No family or developer of the catalogue is rejected.',
    broken: `select named.handle as why from named join trust using (handle)
      where starts_with(record, 'catalog:') and verdict = 'reject'`,
  },
  {
    area: 'ranks',
    text: 'The first twenty MCP servers have no flag above minor.',
    broken: `select handle || ' ' || flag as why from agents join flags using (handle)
      where primary_category = 'mcp_server' and rank <= 20 and severity <> 'minor'`,
  },
  {
    area: 'ranks',
    text: 'The first twenty tokens are traded.',
    broken: `select handle as why from agents
      where primary_category = 'tokenized' and rank <= 20 and coalesce(liveness, 'unknown') <> 'alive'`,
  },
]

const PAID = Array.from({ length: MAX_PAID_PLACE }, (_, n) => mayBePaid(n + 1))

export const STATEMENTS: readonly Statement[] = [
  ...FAMILIES.map(([name, family]) => isAlive('families', name, `catalog:family/${family}`)),
  amongFirst(
    'families',
    'Claude, GPT and Gemini',
    5,
    ['claude', 'gpt', 'gemini'].map((id) => `catalog:family/${id}`),
  ),
  leads('families', 'Claude', 'catalog:family/claude', 'DALL-E', 'catalog:family/dall-e'),
  leads('families', 'GPT', 'catalog:family/gpt', 'GPT-OSS', 'catalog:family/gpt-oss'),
  ...SERVERS.map(([name, key, place]) => amongFirst('servers', name, place, [`mcp_registry:${key}`])),
  ...SERVERS.slice(0, 2).map(([name, key]) => isAlive('servers', name, `mcp_registry:${key}`)),
  ...ARCHIVED.map(([name, key]) =>
    isNotAlive('servers', `The archived server for ${name}`, `mcp_registry:${key}`),
  ),
  ...DEVELOPERS.map(([name, key]) => isAlive('developers', name, `catalog:developer/${key}`)),
  ...PAID,
  ...RULES,
]
