import type { Developer } from './catalog.ts'
import { elsewhere } from './elsewhere.ts'

/** Repositories that count, by the account that holds them. An empty list ties the account's agents to its owner. */
type Accounts = Record<string, string[]>

/** The facts about an organisation can be read on its website and on its accounts. */
const developer = (id: string, name: string, website: string, accounts: Accounts): Developer => {
  const github = Object.keys(accounts)
  const repositories = github.flatMap((account) =>
    (accounts[account] ?? []).map((name) => `${account}/${name}`),
  )
  const info = elsewhere[id] ?? {}
  const source_urls = [
    website,
    ...github.map((account) => `https://github.com/${account}`),
    ...(info.huggingface ?? []).map((account) => `https://huggingface.co/${account}`),
  ]
  return { id, name, website, github, repositories, ...info, source_urls }
}

/**
 * Organisations of the real world that make models, agents, frameworks for them or MCP servers, with about
 * six at most of their AI-related repositories. A project that moved stands with the organisation that holds it now:
 * goose with the Agentic AI Foundation, not with Block. An organisation without public code is not listed.
 */
export const developers: Developer[] = [
  // Makers of models
  developer('openai', 'OpenAI', 'https://openai.com', {
    openai: ['codex', 'gpt-oss', 'openai-agents-js', 'openai-agents-python', 'symphony', 'whisper'],
  }),
  developer('anthropic', 'Anthropic', 'https://www.anthropic.com', {
    anthropics: [
      'anthropic-sdk-python',
      'claude-agent-sdk-python',
      'claude-code',
      'claude-code-action',
      'skills',
    ],
  }),
  developer('google', 'Google', 'https://ai.google', {
    google: ['adk-python'],
    'google-gemini': ['gemini-cli'],
    'google-ai-edge': ['gallery', 'mediapipe'],
    googleapis: ['mcp-toolbox'],
    GoogleCloudPlatform: ['cloud-run-mcp'],
    ChromeDevTools: ['chrome-devtools-mcp'],
  }),
  developer('meta', 'Meta', 'https://ai.meta.com', {
    facebookresearch: ['faiss', 'segment-anything'],
    'meta-llama': ['llama', 'llama-cookbook', 'llama-models'],
  }),
  developer('mistral-ai', 'Mistral AI', 'https://mistral.ai', {
    mistralai: ['client-python', 'mistral-common', 'mistral-inference', 'mistral-vibe'],
  }),
  developer('xai', 'xAI', 'https://x.ai', {
    'xai-org': ['grok-1', 'grok-prompts', 'xai-cookbook', 'xai-sdk-python'],
  }),
  developer('deepseek-ai', 'DeepSeek', 'https://www.deepseek.com', {
    'deepseek-ai': ['DeepEP', 'DeepSeek-OCR', 'DeepSeek-R1', 'DeepSeek-V3', 'FlashMLA'],
  }),
  developer('alibaba', 'Alibaba', 'https://www.alibabacloud.com', {
    alibaba: [],
    'Alibaba-NLP': ['DeepResearch'],
    aliyun: ['alibabacloud-adb-mysql-mcp-server'],
    QwenLM: ['Qwen-Agent', 'qwen-code', 'Qwen3'],
    'Tongyi-MAI': [],
    'Wan-Video': ['Wan2.2'],
  }),
  developer('moonshot-ai', 'Moonshot AI', 'https://www.moonshot.ai', {
    MoonshotAI: ['Kimi-Audio', 'kimi-cli', 'kimi-code', 'Kimi-K2'],
  }),
  developer('z-ai', 'Z.ai', 'https://z.ai', {
    'zai-org': ['CogVideo', 'GLM-4.5', 'GLM-5', 'GLM-V', 'Open-AutoGLM'],
  }),
  developer('minimax-ai', 'MiniMax', 'https://www.minimax.io', {
    'MiniMax-AI': ['Mini-Agent', 'MiniMax-M2', 'MiniMax-MCP', 'skills'],
  }),
  developer('bytedance', 'ByteDance', 'https://www.bytedance.com', {
    bytedance: ['deer-flow', 'trae-agent', 'UI-TARS-desktop'],
    'ByteDance-Seed': ['Bagel', 'seed-oss'],
    'coze-dev': ['coze-studio'],
  }),
  developer('tencent', 'Tencent', 'https://www.tencent.com', {
    Tencent: ['cos-mcp', 'ncnn'],
    'Tencent-Hunyuan': ['HunyuanImage-3.0', 'HunyuanVideo-1.5'],
    TencentEdgeOne: ['edgeone-pages-mcp'],
  }),
  developer('baidu', 'Baidu', 'https://www.baidu.com', {
    'baidu-maps': ['mcp'],
    baidubce: ['app-builder'],
    PaddlePaddle: ['ERNIE', 'FastDeploy', 'Paddle', 'PaddleOCR'],
  }),
  developer('xiaomi', 'Xiaomi', 'https://www.mi.com', {
    XiaomiMiMo: ['MiMo', 'MiMo-Code', 'MiMo-Embodied'],
  }),
  developer('meituan', 'Meituan', 'https://www.meituan.com', {
    'meituan-longcat': ['LongCat-Flash-Chat', 'LongCat-Flash-Omni', 'LongCat-Video'],
  }),
  developer('stepfun', 'StepFun', 'https://www.stepfun.com', {
    'stepfun-ai': ['gelab-zero', 'Step-3.5-Flash', 'Step-Audio2', 'Step1X-Edit'],
  }),
  developer('cohere', 'Cohere', 'https://cohere.com', {
    'cohere-ai': ['cohere-python', 'cohere-toolkit', 'north-mcp-python-sdk'],
  }),
  developer('ai21-labs', 'AI21 Labs', 'https://www.ai21.com', {
    AI21Labs: ['ai21-python', 'ai21-tokenizer'],
  }),
  developer('ibm', 'IBM', 'https://www.ibm.com', {
    IBM: ['mcp-context-forge', 'wxflows'],
    'ibm-granite': ['granite-4.0-language-models'],
  }),
  developer('ai2', 'Allen Institute for AI', 'https://allenai.org', {
    allenai: ['OLMo', 'OLMo-core', 'olmocr', 'open-instruct'],
  }),
  developer('nous-research', 'Nous Research', 'https://nousresearch.com', {
    NousResearch: ['atropos', 'hermes-agent', 'Hermes-Function-Calling'],
  }),
  developer('perplexity', 'Perplexity', 'https://www.perplexity.ai', {
    perplexityai: ['modelcontextprotocol', 'perplexity-py', 'pplx-garden'],
    'ppl-ai': [],
  }),
  developer('nvidia', 'NVIDIA', 'https://www.nvidia.com', {
    NVIDIA: ['Megatron-LM', 'NeMo-Agent-Toolkit', 'TensorRT-LLM'],
    'NVIDIA-NeMo': ['Guardrails', 'RL'],
  }),
  developer('microsoft', 'Microsoft', 'https://www.microsoft.com', {
    microsoft: ['agent-framework', 'autogen', 'markitdown', 'mcp', 'playwright-mcp', 'semantic-kernel'],
    Azure: [],
  }),
  developer('amazon', 'Amazon', 'https://aws.amazon.com', {
    aws: [],
    awslabs: ['mcp'],
    'strands-agents': ['sdk-python', 'sdk-typescript', 'tools'],
  }),
  developer('apple', 'Apple', 'https://machinelearning.apple.com', {
    apple: ['coremltools'],
    'ml-explore': ['mlx', 'mlx-examples', 'mlx-lm'],
  }),
  developer('black-forest-labs', 'Black Forest Labs', 'https://bfl.ai', {
    'black-forest-labs': ['flux', 'flux2'],
  }),
  developer('stability-ai', 'Stability AI', 'https://stability.ai', {
    'Stability-AI': ['generative-models', 'stable-audio-tools', 'stablediffusion'],
  }),
  developer('kuaishou', 'Kuaishou', 'https://www.kuaishou.com', {
    Kwaipilot: ['KAT-Coder-Agent', 'SWE-Compass'],
    KlingAIResearch: ['LivePortrait'],
    KwaiVGI: [],
  }),
  developer('runwayml', 'Runway', 'https://runwayml.com', {
    runwayml: ['runway-api-mcp-server', 'sdk-node', 'sdk-python', 'skills'],
  }),
  developer('luma-ai', 'Luma AI', 'https://lumalabs.ai', {
    lumalabs: ['luma-api-mcp', 'lumaai-node', 'lumaai-python'],
  }),
  developer('pixverse-ai', 'PixVerse', 'https://pixverse.ai', {
    PixVerseAI: ['cli', 'PixVerse-MCP', 'skills'],
  }),
  developer('recraft-ai', 'Recraft', 'https://www.recraft.ai', {
    'recraft-ai': ['ComfyUI-RecraftAI', 'mcp-recraft-server'],
  }),
  developer('lightricks', 'Lightricks', 'https://www.lightricks.com', {
    Lightricks: ['ComfyUI-LTXVideo', 'LTX-2', 'LTX-Desktop', 'LTX-Video'],
  }),
  developer('genmo', 'Genmo', 'https://www.genmo.ai', {
    genmoai: ['mochi'],
  }),
  developer('pruna-ai', 'Pruna AI', 'https://www.pruna.ai', {
    PrunaAI: ['ComfyUI_pruna', 'pruna', 'pruna-skills'],
  }),
  developer('elevenlabs', 'ElevenLabs', 'https://elevenlabs.io', {
    elevenlabs: ['elevenlabs-js', 'elevenlabs-mcp', 'elevenlabs-python'],
  }),
  developer('writer', 'Writer', 'https://writer.com', {
    writer: ['writer-framework'],
  }),
  developer('reka-ai', 'Reka AI', 'https://reka.ai', {
    'reka-ai': ['reka-mcp', 'reka-sdk-python', 'reka-vibe-eval', 'rekaquant'],
  }),
  developer('liquid-ai', 'Liquid AI', 'https://www.liquid.ai', {
    Liquid4All: ['cookbook', 'leap-finetune', 'LeapSDK-Examples'],
  }),
  developer('diffbot', 'Diffbot', 'https://www.diffbot.com', {
    diffbot: ['diffbot-llm-inference', 'diffbot-mcp', 'diffbot-skills'],
  }),
  developer('upstage', 'Upstage', 'https://www.upstage.ai', {
    UpstageAI: ['cookbook', 'dataverse', 'evalverse', 'mcp-upstage-server'],
  }),
  developer('arcee-ai', 'Arcee AI', 'https://www.arcee.ai', {
    'arcee-ai': ['DistillKit', 'EvolKit', 'mergekit'],
  }),
  developer('poolside', 'Poolside', 'https://poolside.ai', {
    poolsideai: ['bridge-sdk', 'pool', 'skills'],
  }),
  developer('inclusionai', 'inclusionAI (Ant Group)', 'https://www.antgroup.com', {
    inclusionAI: ['AReaL', 'AWorld', 'Ling', 'Ming', 'Ring'],
  }),
  developer('sakana-ai', 'Sakana AI', 'https://sakana.ai', {
    SakanaAI: ['AI-Scientist', 'AI-Scientist-v2', 'continuous-thought-machines', 'fugu', 'ShinkaEvolve'],
  }),
  developer('thinking-machines', 'Thinking Machines Lab', 'https://thinkingmachines.ai', {
    'thinking-machines-lab': ['batch_invariant_ops', 'tinker-cookbook'],
  }),
  developer('prime-intellect', 'Prime Intellect', 'https://www.primeintellect.ai', {
    'PrimeIntellect-ai': ['prime', 'prime-rl', 'verifiers'],
  }),
  developer('shanghai-ai-lab', 'Shanghai AI Laboratory', 'https://www.shlab.org.cn', {
    InternLM: ['InternLM', 'lmdeploy'],
    opendatalab: ['MinerU'],
    OpenGVLab: ['InternVL'],
  }),

  // Protocols and foundations
  developer('agentic-ai-foundation', 'Agentic AI Foundation', 'https://aaif.io', {
    aaif: [],
    'aaif-goose': ['goose'],
    modelcontextprotocol: ['inspector', 'python-sdk', 'registry', 'servers', 'typescript-sdk'],
  }),
  developer('a2a-project', 'A2A Project', 'https://a2a-protocol.org', {
    a2aproject: ['A2A', 'a2a-js', 'a2a-python', 'a2a-samples'],
  }),
  developer('pytorch', 'PyTorch', 'https://pytorch.org', {
    pytorch: ['ao', 'executorch', 'pytorch', 'torchtitan', 'vision'],
  }),

  // Makers of agents
  developer('openhands', 'OpenHands', 'https://openhands.dev', {
    OpenHands: ['OpenHands', 'OpenHands-CLI', 'software-agent-sdk'],
  }),
  developer('cline', 'Cline', 'https://cline.bot', {
    cline: ['cline', 'mcp-marketplace'],
  }),
  developer('roo-code', 'Roo Code', 'https://roocode.com', {
    RooCodeInc: ['Roo-Code'],
  }),
  developer('kilo-code', 'Kilo Code', 'https://kilo.ai', {
    'Kilo-Org': ['cloud', 'kilo-marketplace', 'kilocode'],
  }),
  developer('continue', 'Continue', 'https://www.continue.dev', {
    continuedev: ['continue'],
  }),
  developer('anomaly', 'Anomaly (OpenCode)', 'https://opencode.ai', {
    anomalyco: ['models.dev', 'opencode'],
  }),
  developer('openclaw', 'OpenClaw', 'https://openclaw.ai', {
    openclaw: ['openclaw'],
  }),
  developer('browser-use', 'Browser Use', 'https://browser-use.com', {
    'browser-use': ['browser-harness', 'browser-use', 'web-ui', 'workflow-use'],
  }),
  developer('browserbase', 'Browserbase', 'https://www.browserbase.com', {
    browserbase: ['mcp-server-browserbase', 'stagehand'],
  }),
  developer('skyvern', 'Skyvern', 'https://www.skyvern.com', {
    'Skyvern-AI': ['skyvern'],
  }),
  developer('cua', 'Cua', 'https://cua.ai', {
    trycua: ['cua'],
  }),
  developer('open-interpreter', 'Open Interpreter', 'https://www.openinterpreter.com', {
    openinterpreter: ['01', 'open-interpreter'],
  }),
  developer('autogpt', 'AutoGPT', 'https://agpt.co', {
    'Significant-Gravitas': ['AutoGPT'],
  }),
  developer('qodo', 'Qodo', 'https://www.qodo.ai', {
    'qodo-ai': ['agents', 'qodo-cover', 'qodo-skills'],
  }),
  developer('tabbyml', 'TabbyML', 'https://www.tabbyml.com', {
    TabbyML: ['tabby'],
  }),
  developer('zed', 'Zed Industries', 'https://zed.dev', {
    'zed-industries': ['codex-acp', 'zed'],
  }),
  developer('jetbrains', 'JetBrains', 'https://www.jetbrains.com', {
    JetBrains: ['koog', 'mcp-jetbrains'],
  }),
  developer('github', 'GitHub', 'https://github.com', {
    github: ['copilot.vim', 'github-mcp-server', 'spec-kit'],
  }),

  // Makers of frameworks
  developer('langchain', 'LangChain', 'https://www.langchain.com', {
    'langchain-ai': [
      'deepagents',
      'langchain',
      'langchain-mcp-adapters',
      'langgraph',
      'open-swe',
      'open_deep_research',
    ],
  }),
  developer('llamaindex', 'LlamaIndex', 'https://www.llamaindex.ai', {
    'run-llama': ['llama_index', 'LlamaIndexTS', 'semtools', 'workflows-py'],
  }),
  developer('crewai', 'CrewAI', 'https://www.crewai.com', {
    crewAIInc: ['crewAI', 'crewAI-examples', 'crewAI-tools'],
  }),
  developer('hugging-face', 'Hugging Face', 'https://huggingface.co', {
    huggingface: [
      'diffusers',
      'hf-mcp-server',
      'smolagents',
      'text-generation-inference',
      'transformers',
      'trl',
    ],
  }),
  developer('pydantic', 'Pydantic', 'https://pydantic.dev', {
    pydantic: ['logfire', 'logfire-mcp', 'pydantic-ai'],
  }),
  developer('prefect', 'Prefect', 'https://www.prefect.io', {
    PrefectHQ: ['fastmcp', 'marvin', 'prefect', 'prefect-mcp-server'],
  }),
  developer('mastra', 'Mastra', 'https://mastra.ai', {
    'mastra-ai': ['mastra'],
  }),
  developer('agno', 'Agno', 'https://www.agno.com', {
    'agno-agi': ['agent-ui', 'agno'],
  }),
  developer('deepset', 'deepset', 'https://www.deepset.ai', {
    'deepset-ai': ['hayhooks', 'haystack'],
  }),
  developer('camel-ai', 'CAMEL-AI', 'https://www.camel-ai.org', {
    'camel-ai': ['camel', 'oasis', 'owl'],
  }),
  developer('letta', 'Letta', 'https://www.letta.com', {
    'letta-ai': ['letta', 'letta-code'],
  }),
  developer('mem0', 'Mem0', 'https://mem0.ai', {
    mem0ai: ['mem0', 'mem0-mcp'],
  }),
  developer('zep', 'Zep', 'https://www.getzep.com', {
    getzep: ['graphiti', 'zep'],
  }),
  developer('cognee', 'Cognee', 'https://www.cognee.ai', {
    topoteretes: ['cognee'],
  }),
  developer('composio', 'Composio', 'https://composio.dev', {
    ComposioHQ: ['agent-orchestrator', 'awesome-claude-skills', 'composio'],
  }),
  developer('e2b', 'E2B', 'https://e2b.dev', {
    'e2b-dev': ['code-interpreter', 'E2B', 'mcp-server'],
  }),
  developer('daytona', 'Daytona', 'https://www.daytona.io', {
    daytonaio: ['daytona'],
  }),
  developer('litellm', 'LiteLLM', 'https://www.litellm.ai', {
    BerriAI: ['litellm'],
  }),
  developer('portkey', 'Portkey', 'https://portkey.ai', {
    'Portkey-AI': ['gateway', 'portkey-python-sdk'],
  }),
  developer('openrouter', 'OpenRouter', 'https://openrouter.ai', {
    OpenRouterTeam: ['ai-sdk-provider', 'skills', 'typescript-agent', 'typescript-sdk'],
  }),
  developer('langfuse', 'Langfuse', 'https://langfuse.com', {
    langfuse: ['langfuse', 'mcp-server-langfuse'],
  }),
  developer('arize', 'Arize AI', 'https://arize.com', {
    'Arize-ai': ['openinference', 'phoenix', 'text-to-graphql-mcp'],
  }),
  developer('comet', 'Comet', 'https://www.comet.com', {
    'comet-ml': ['opik', 'opik-mcp'],
  }),

  // Makers of platforms and tools that run models and agents
  developer('n8n', 'n8n', 'https://n8n.io', {
    'n8n-io': ['n8n', 'self-hosted-ai-starter-kit', 'skills'],
  }),
  developer('dify', 'Dify', 'https://dify.ai', {
    langgenius: ['dify', 'dify-official-plugins', 'dify-plugin-daemon', 'dify-sandbox'],
  }),
  developer('flowise', 'Flowise', 'https://flowiseai.com', {
    FlowiseAI: ['Flowise'],
  }),
  developer('langflow', 'Langflow', 'https://www.langflow.org', {
    'langflow-ai': ['langflow'],
  }),
  developer('windmill', 'Windmill', 'https://www.windmill.dev', {
    'windmill-labs': ['windmill'],
  }),
  developer('kestra', 'Kestra', 'https://kestra.io', {
    'kestra-io': ['kestra'],
  }),
  developer('infiniflow', 'InfiniFlow', 'https://ragflow.io', {
    infiniflow: ['infinity', 'ragflow'],
  }),
  developer('unstructured', 'Unstructured', 'https://unstructured.io', {
    'Unstructured-IO': ['UNS-MCP', 'unstructured'],
  }),
  developer('ollama', 'Ollama', 'https://ollama.com', {
    ollama: ['ollama', 'ollama-js', 'ollama-python'],
  }),
  developer('vllm', 'vLLM', 'https://vllm.ai', {
    'vllm-project': ['guidellm', 'llm-compressor', 'production-stack', 'semantic-router', 'vllm'],
  }),
  developer('ggml', 'ggml', 'https://ggml.ai', {
    'ggml-org': ['ggml', 'llama.cpp', 'llama.vscode', 'whisper.cpp'],
  }),
  developer('open-webui', 'Open WebUI', 'https://openwebui.com', {
    'open-webui': ['mcpo', 'open-webui', 'pipelines'],
  }),
  developer('jan', 'Jan', 'https://jan.ai', {
    janhq: ['jan'],
  }),
  developer('mintplex-labs', 'Mintplex Labs', 'https://anythingllm.com', {
    'Mintplex-Labs': ['anything-llm'],
  }),
  developer('lobehub', 'LobeHub', 'https://lobehub.com', {
    lobehub: ['lobehub'],
  }),
  developer('nomic', 'Nomic', 'https://www.nomic.ai', {
    'nomic-ai': ['gpt4all', 'nomic'],
  }),
  developer('unsloth', 'Unsloth', 'https://unsloth.ai', {
    unslothai: ['notebooks', 'unsloth'],
  }),
  developer('comfy-org', 'Comfy Org', 'https://www.comfy.org', {
    'Comfy-Org': ['ComfyUI', 'ComfyUI-Manager', 'ComfyUI_frontend'],
  }),
  developer('ultralytics', 'Ultralytics', 'https://www.ultralytics.com', {
    ultralytics: ['ultralytics', 'yolov5'],
  }),
  developer('vercel', 'Vercel', 'https://vercel.com', {
    vercel: ['ai', 'mcp-handler', 'next-devtools-mcp'],
    'vercel-labs': ['agent-browser', 'skills'],
  }),
  developer('cloudflare', 'Cloudflare', 'https://www.cloudflare.com', {
    cloudflare: ['agents', 'mcp', 'mcp-server-cloudflare', 'workers-mcp'],
  }),
  developer('docker', 'Docker', 'https://www.docker.com', {
    docker: ['docker-agent', 'mcp-gateway', 'mcp-registry'],
  }),

  // Makers of MCP servers and of what agents reach through them
  developer('pulsemcp', 'PulseMCP', 'https://www.pulsemcp.com', {
    pulsemcp: ['agentic-engineering', 'air', 'mcp-servers'],
  }),
  developer('smithery', 'Smithery', 'https://smithery.ai', {
    'smithery-ai': ['cli', 'mcp-obsidian', 'sdk'],
  }),
  developer('stacklok', 'Stacklok', 'https://stacklok.com', {
    stacklok: ['toolhive'],
    StacklokLabs: ['gofetch', 'mcp-optimizer', 'mkp', 'ocireg-mcp', 'osv-mcp'],
  }),
  developer('klavis-ai', 'Klavis AI', 'https://www.klavis.ai', {
    'Klavis-AI': ['klavis'],
  }),
  developer('firecrawl', 'Firecrawl', 'https://www.firecrawl.dev', {
    firecrawl: ['firecrawl', 'firecrawl-mcp-server', 'open-lovable'],
    mendableai: [],
  }),
  developer('tavily', 'Tavily', 'https://www.tavily.com', {
    'tavily-ai': ['tavily-mcp', 'tavily-python'],
  }),
  developer('exa', 'Exa', 'https://exa.ai', {
    'exa-labs': ['exa-mcp-server', 'exa-py', 'websets-mcp-server'],
  }),
  developer('apify', 'Apify', 'https://apify.com', {
    apify: ['apify-mcp-server', 'crawlee', 'mcp-server-rag-web-browser', 'mcpc'],
  }),
  developer('bright-data', 'Bright Data', 'https://brightdata.com', {
    brightdata: ['brightdata-mcp'],
  }),
  developer('tinyfish', 'TinyFish', 'https://www.tinyfish.ai', {
    'tinyfish-io': ['agentql-mcp'],
  }),
  developer('upstash', 'Upstash', 'https://upstash.com', {
    upstash: ['context7'],
  }),
  developer('21st-dev', '21st.dev', 'https://21st.dev', {
    '21st-dev': ['magic-mcp'],
  }),
  developer('graphlit', 'Graphlit', 'https://www.graphlit.com', {
    graphlit: ['graphlit-mcp-server'],
  }),
  developer('grafana-labs', 'Grafana Labs', 'https://grafana.com', {
    grafana: ['mcp-grafana', 'mcp-k6'],
  }),
  developer('elastic', 'Elastic', 'https://www.elastic.co', {
    elastic: ['elasticsearch', 'elasticsearch-labs', 'mcp-server-elasticsearch'],
  }),
  developer('mongodb', 'MongoDB', 'https://www.mongodb.com', {
    mongodb: [],
    'mongodb-js': ['mongodb-mcp-server'],
  }),
  developer('redis', 'Redis', 'https://redis.io', {
    redis: ['agent-memory-server', 'mcp-redis', 'redis-vl-python'],
  }),
  developer('neo4j', 'Neo4j', 'https://neo4j.com', {
    neo4j: ['mcp', 'neo4j-graphrag-python'],
    'neo4j-contrib': ['mcp-neo4j'],
  }),
  developer('chroma', 'Chroma', 'https://www.trychroma.com', {
    'chroma-core': ['chroma', 'chroma-mcp', 'context-rot'],
  }),
  developer('qdrant', 'Qdrant', 'https://qdrant.tech', {
    qdrant: ['fastembed', 'mcp-server-qdrant', 'qdrant'],
  }),
  developer('zilliz', 'Zilliz', 'https://zilliz.com', {
    'milvus-io': ['milvus'],
    zilliztech: ['claude-context', 'deep-searcher', 'GPTCache', 'mcp-server-milvus'],
  }),
  developer('weaviate', 'Weaviate', 'https://weaviate.io', {
    weaviate: ['elysia', 'Verba', 'weaviate'],
  }),
  developer('pinecone', 'Pinecone', 'https://www.pinecone.io', {
    'pinecone-io': ['assistant-mcp', 'pinecone-mcp', 'pinecone-python-client'],
  }),
  developer('clickhouse', 'ClickHouse', 'https://clickhouse.com', {
    ClickHouse: ['mcp-clickhouse'],
  }),
  developer('datastax', 'DataStax', 'https://www.datastax.com', {
    datastax: ['astra-db-mcp'],
  }),
  developer('dolthub', 'DoltHub', 'https://www.dolthub.com', {
    dolthub: ['dolt-mcp'],
  }),
  developer('neon', 'Neon', 'https://neon.com', {
    neondatabase: ['add-mcp', 'appdotbuild-agent'],
    'neondatabase-labs': ['mcp-server-neon'],
  }),
  developer('supabase', 'Supabase', 'https://supabase.com', {
    supabase: ['agent-skills', 'mcp', 'supabase'],
    'supabase-community': [],
  }),
  developer('heroku', 'Heroku', 'https://www.heroku.com', {
    heroku: ['heroku-mcp-server', 'mcp-remote-auth-proxy'],
  }),
  developer('hashicorp', 'HashiCorp', 'https://www.hashicorp.com', {
    hashicorp: ['terraform-mcp-server'],
  }),
  developer('sentry', 'Sentry', 'https://sentry.io', {
    getsentry: ['seer', 'sentry-mcp', 'XcodeBuildMCP'],
  }),
  developer('semgrep', 'Semgrep', 'https://semgrep.dev', {
    semgrep: ['semgrep'],
  }),
  developer('sonar-source', 'Sonar', 'https://www.sonarsource.com', {
    SonarSource: ['sonarqube-mcp-server'],
  }),
  developer('crowdstrike', 'CrowdStrike', 'https://www.crowdstrike.com', {
    CrowdStrike: ['falcon-mcp'],
  }),
  developer('circleci', 'CircleCI', 'https://circleci.com', {
    'CircleCI-Public': ['mcp-server-circleci'],
  }),
  developer('buildkite', 'Buildkite', 'https://buildkite.com', {
    buildkite: ['buildkite-mcp-server'],
  }),
  developer('launchdarkly', 'LaunchDarkly', 'https://launchdarkly.com', {
    launchdarkly: ['mcp-server'],
  }),
  developer('pagerduty', 'PagerDuty', 'https://www.pagerduty.com', {
    PagerDuty: ['pagerduty-mcp-server'],
  }),
  developer('apollo-graphql', 'Apollo GraphQL', 'https://www.apollographql.com', {
    apollographql: ['apollo-mcp-server'],
  }),
  developer('postman', 'Postman', 'https://www.postman.com', {
    postmanlabs: ['postman-mcp-server'],
  }),
  developer('notion', 'Notion', 'https://www.notion.com', {
    makenotion: ['notion-mcp-server'],
  }),
  developer('atlassian', 'Atlassian', 'https://www.atlassian.com', {
    atlassian: ['atlassian-mcp-server'],
  }),
  developer('monday-com', 'monday.com', 'https://monday.com', {
    mondaycom: ['mcp'],
  }),
  developer('box', 'Box', 'https://www.box.com', {
    box: [],
    'box-community': ['mcp-server-box'],
  }),
  developer('stripe', 'Stripe', 'https://stripe.com', {
    stripe: ['agent-toolkit', 'link-cli'],
  }),
  developer('paypal', 'PayPal', 'https://www.paypal.com', {
    paypal: ['agent-toolkit'],
  }),
  developer('block', 'Block', 'https://block.xyz', {
    block: ['vscode-mcp'],
    square: ['square-mcp-server'],
  }),
  developer('shopify', 'Shopify', 'https://www.shopify.com', {
    Shopify: ['dev-mcp'],
  }),
]
