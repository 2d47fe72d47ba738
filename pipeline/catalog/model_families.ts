import type { ModelFamily } from './catalog.ts'

type ReleaseInfo = Pick<ModelFamily, 'arena' | 'openrouter' | 'huggingface' | 'source_urls'>

const family = (
  id: string,
  name: string,
  provider: string,
  organization: string | null,
  info: ReleaseInfo,
): ModelFamily => ({ id, name, provider, organization, ...info })

/**
 * The model families of the real world. A line with a name and version numbers of its own is a family of its
 * own: GPT Image beside GPT, Qwen-Image beside Qwen, and the o-series beside GPT, because OpenAI named and
 * numbered its reasoning models apart and ended that line with GPT-5. A model that carries the family's number
 * stays in it (Gemini 3 Pro Image is Gemini). A fine-tune belongs to the line it is named for, whatever its
 * base: Hermes 4 on Llama is Hermes, R1 distilled into Llama is DeepSeek.
 *
 * Patterns name what is the family's own instead of excluding what is not, since SQL has no look-around.
 */
export const modelFamilies: ModelFamily[] = [
  family('claude', 'Claude', 'Anthropic', 'anthropic', {
    arena: ['^claude-'],
    openrouter: ['^anthropic/claude-'],
    source_urls: ['https://www.anthropic.com/claude', 'https://openrouter.ai/anthropic'],
  }),
  family('gpt', 'GPT', 'OpenAI', 'openai', {
    arena: ['^(?:api-)?gpt-\\d', '^chatgpt-\\d'],
    openrouter: ['^openai/(?:chat)?gpt-\\d', '^openai/gpt-(?:audio|chat|realtime)'],
    source_urls: ['https://platform.openai.com/docs/models', 'https://openrouter.ai/openai'],
  }),
  family('openai-o', 'OpenAI o-series', 'OpenAI', 'openai', {
    arena: ['^o\\d(?:-|$)'],
    openrouter: ['^openai/o\\d', '^openai/codex-mini'],
    source_urls: ['https://platform.openai.com/docs/models', 'https://openrouter.ai/openai'],
  }),
  family('gpt-oss', 'gpt-oss', 'OpenAI', 'openai', {
    arena: ['^gpt-oss-'],
    openrouter: ['^openai/gpt-oss-'],
    huggingface: ['^openai/gpt-oss-'],
    source_urls: ['https://github.com/openai/gpt-oss', 'https://huggingface.co/openai'],
  }),
  family('gpt-image', 'GPT Image', 'OpenAI', 'openai', {
    arena: ['^(?:chat)?gpt-image-'],
    openrouter: ['^openai/gpt-image-'],
    source_urls: ['https://platform.openai.com/docs/models', 'https://arena.ai/leaderboard/text-to-image'],
  }),
  family('dall-e', 'DALL·E', 'OpenAI', 'openai', {
    arena: ['^dall-?e-'],
    openrouter: [],
    source_urls: ['https://platform.openai.com/docs/models', 'https://arena.ai/leaderboard/text-to-image'],
  }),
  family('sora', 'Sora', 'OpenAI', 'openai', {
    arena: ['^sora(?:-\\d|$)'],
    openrouter: ['^openai/sora-'],
    source_urls: ['https://openai.com/sora', 'https://arena.ai/leaderboard/text-to-video'],
  }),
  family('gemini', 'Gemini', 'Google', 'google', {
    arena: ['^gemini-', '^nano-banana'],
    openrouter: ['^google/gemini-'],
    source_urls: ['https://deepmind.google/models/gemini/', 'https://openrouter.ai/google'],
  }),
  family('gemma', 'Gemma', 'Google', 'google', {
    arena: ['^gemma-'],
    openrouter: ['^google/gemma-'],
    huggingface: ['^google/gemma-'],
    source_urls: ['https://ai.google.dev/gemma', 'https://huggingface.co/google'],
  }),
  family('veo', 'Veo', 'Google', 'google', {
    arena: ['^veo-?\\d'],
    openrouter: ['^google/veo-'],
    source_urls: ['https://deepmind.google/models/veo/', 'https://arena.ai/leaderboard/text-to-video'],
  }),
  family('imagen', 'Imagen', 'Google', 'google', {
    arena: ['^imagen-'],
    openrouter: ['^google/imagen-'],
    source_urls: ['https://deepmind.google/models/imagen/', 'https://arena.ai/leaderboard/text-to-image'],
  }),
  // Leaderboard names carry no vendor, and others' fine-tunes of Llama stand there too (llama-3.1-nemotron-70b):
  // so a size or one of Meta's own model names must follow the version.
  family('llama', 'Llama', 'Meta', 'meta', {
    arena: [
      '^(?:meta-|code)?llama-(?:\\d+(?:\\.\\d+)?-)?(?:vision-)?\\d+b(?:-|$)',
      '^(?:meta-)?llama-\\d+(?:\\.\\d+)?-(?:maverick|scout|behemoth)',
    ],
    openrouter: ['^meta-llama/(?:meta-|code)?llama-'],
    huggingface: ['^meta-llama/(?:meta-|code)?llama-'],
    source_urls: ['https://www.llama.com', 'https://huggingface.co/meta-llama'],
  }),
  family('muse', 'Muse', 'Meta', 'meta', {
    arena: ['^muse-'],
    openrouter: ['^meta/muse-'],
    source_urls: ['https://ai.meta.com', 'https://openrouter.ai/meta'],
  }),
  family('grok', 'Grok', 'xAI', 'xai', {
    arena: ['^(?:early-)?grok-(?:\\d|beta|build|code|vision)'],
    openrouter: ['^x-ai/grok-(?:\\d|beta|build|code|vision)'],
    huggingface: ['^xai-org/grok-'],
    source_urls: ['https://docs.x.ai', 'https://openrouter.ai/x-ai'],
  }),
  family('grok-imagine', 'Grok Imagine', 'xAI', 'xai', {
    arena: ['^grok-imagine'],
    openrouter: ['^x-ai/grok-imagine'],
    source_urls: ['https://docs.x.ai', 'https://arena.ai/leaderboard/text-to-video'],
  }),
  family('deepseek', 'DeepSeek', 'DeepSeek', 'deepseek-ai', {
    arena: ['^deepseek-'],
    openrouter: ['^deepseek/deepseek-'],
    huggingface: ['^deepseek-ai/deepseek-'],
    source_urls: ['https://www.deepseek.com', 'https://huggingface.co/deepseek-ai'],
  }),
  family('qwen', 'Qwen', 'Alibaba', 'alibaba', {
    arena: ['^qwen-?\\d', '^qwen-(?:coder|flash|long|max|omni|plus|turbo|vl)', '^q[vw]q-'],
    openrouter: [
      '^qwen/qwen-?\\d',
      '^qwen/qwen-(?:coder|flash|long|max|omni|plus|turbo|vl)',
      '^qwen/q[vw]q-',
    ],
    huggingface: ['^Qwen/(?:Code)?Qwen-?\\d', '^Qwen/Qwen-(?:Audio|VL)', '^Qwen/Q[vw]Q-'],
    source_urls: ['https://qwen.ai', 'https://huggingface.co/Qwen'],
  }),
  family('qwen-image', 'Qwen-Image', 'Alibaba', 'alibaba', {
    arena: ['^qwen-image'],
    openrouter: ['^qwen/qwen-image'],
    huggingface: ['^Qwen/Qwen-Image'],
    source_urls: ['https://github.com/QwenLM/Qwen-Image', 'https://huggingface.co/Qwen'],
  }),
  family('wan', 'Wan', 'Alibaba', 'alibaba', {
    arena: ['^wan-?v?\\d'],
    openrouter: ['^alibaba/wan-?\\d'],
    huggingface: ['^Wan-AI/Wan-?\\d'],
    source_urls: ['https://github.com/Wan-Video', 'https://huggingface.co/Wan-AI'],
  }),
  family('z-image', 'Z-Image', 'Alibaba', 'alibaba', {
    arena: ['^z-image'],
    openrouter: [],
    huggingface: ['^Tongyi-MAI/Z-Image'],
    source_urls: ['https://github.com/Tongyi-MAI/Z-Image', 'https://huggingface.co/Tongyi-MAI'],
  }),
  family('happyhorse', 'HappyHorse', 'Alibaba', 'alibaba', {
    arena: ['^happyhorse-'],
    openrouter: [],
    source_urls: ['https://arena.ai/leaderboard/text-to-video', 'https://arena.ai/leaderboard/video-edit'],
  }),
  family('tongyi-deepresearch', 'Tongyi DeepResearch', 'Alibaba', 'alibaba', {
    arena: ['^tongyi-deepresearch'],
    openrouter: ['^alibaba/tongyi-deepresearch'],
    huggingface: ['^Alibaba-NLP/Tongyi-DeepResearch'],
    source_urls: ['https://github.com/Alibaba-NLP/DeepResearch', 'https://huggingface.co/Alibaba-NLP'],
  }),
  family('glm', 'GLM', 'Z.ai', 'z-ai', {
    arena: ['^glm-z?\\d', '^chatglm'],
    openrouter: ['^(?:z-ai|thudm)/glm-z?\\d'],
    huggingface: ['^zai-org/(?:chat)?glm-?z?\\d'],
    source_urls: ['https://z.ai', 'https://huggingface.co/zai-org'],
  }),
  family('glm-image', 'GLM-Image', 'Z.ai', 'z-ai', {
    arena: ['^glm-image'],
    openrouter: ['^z-ai/glm-image'],
    huggingface: ['^zai-org/GLM-Image'],
    source_urls: ['https://github.com/zai-org/GLM-Image', 'https://huggingface.co/zai-org'],
  }),
  family('kimi', 'Kimi', 'Moonshot AI', 'moonshot-ai', {
    arena: ['^kimi-'],
    openrouter: ['^moonshotai/kimi-'],
    huggingface: ['^moonshotai/Kimi-'],
    source_urls: ['https://www.moonshot.ai', 'https://huggingface.co/moonshotai'],
  }),
  family('minimax', 'MiniMax', 'MiniMax', 'minimax-ai', {
    arena: ['^minimax-'],
    openrouter: ['^minimax/minimax-'],
    huggingface: ['^MiniMaxAI/MiniMax-'],
    source_urls: ['https://www.minimax.io', 'https://huggingface.co/MiniMaxAI'],
  }),
  family('hailuo', 'Hailuo', 'MiniMax', 'minimax-ai', {
    arena: ['^hailuo-'],
    openrouter: ['^minimax/hailuo-'],
    source_urls: ['https://hailuoai.video', 'https://arena.ai/leaderboard/text-to-video'],
  }),
  family('mistral', 'Mistral', 'Mistral AI', 'mistral-ai', {
    arena: ['^(?:codestral|devstral|magistral|mathstral|ministral|mistral|mixtral|pixtral|voxtral)-'],
    openrouter: [
      '^mistralai/(?:codestral|devstral|magistral|mathstral|ministral|mistral|mixtral|pixtral|voxtral)-',
    ],
    huggingface: [
      '^mistralai/(?:codestral|devstral|magistral|mathstral|ministral|mistral|mixtral|pixtral|voxtral)-',
    ],
    source_urls: ['https://docs.mistral.ai', 'https://huggingface.co/mistralai'],
  }),
  family('cohere-command', 'Command', 'Cohere', 'cohere', {
    arena: ['^(?:c4ai-)?command-'],
    openrouter: ['^cohere/command'],
    huggingface: ['^CohereLabs/(?:c4ai-)?command-'],
    source_urls: ['https://docs.cohere.com', 'https://huggingface.co/CohereLabs'],
  }),
  family('cohere-aya', 'Aya', 'Cohere', 'cohere', {
    arena: ['^(?:c4ai-)?aya-'],
    openrouter: ['^cohere/aya-'],
    huggingface: ['^CohereLabs/(?:c4ai-)?aya-'],
    source_urls: ['https://docs.cohere.com', 'https://huggingface.co/CohereLabs'],
  }),
  family('cohere-north', 'North', 'Cohere', 'cohere', {
    arena: [],
    openrouter: ['^cohere/north-'],
    huggingface: ['^CohereLabs/North-'],
    source_urls: ['https://openrouter.ai/cohere', 'https://cohere.com', 'https://huggingface.co/CohereLabs'],
  }),
  family('amazon-nova', 'Amazon Nova', 'Amazon', 'amazon', {
    arena: ['^amazon[-.]nova-', '^nova-(?:\\d|canvas|lite|micro|premier|pro|reel|sonic)'],
    openrouter: ['^amazon/nova-'],
    source_urls: ['https://aws.amazon.com/nova/', 'https://openrouter.ai/amazon'],
  }),
  family('ernie', 'ERNIE', 'Baidu', 'baidu', {
    arena: ['^ernie-'],
    openrouter: ['^baidu/ernie-'],
    huggingface: ['^baidu/ERNIE-'],
    source_urls: ['https://github.com/PaddlePaddle/ERNIE', 'https://huggingface.co/baidu'],
  }),
  family('hunyuan', 'Hunyuan', 'Tencent', 'tencent', {
    arena: ['^hunyuan-(?:\\d|a\\d|large|lite|standard|t\\d|turbo|vision)', '^hy-?\\d'],
    openrouter: ['^tencent/hunyuan-(?:\\d|a\\d|large|lite|standard|t\\d|turbo|vision)', '^tencent/hy-?\\d'],
    huggingface: ['^tencent/(?:tencent-)?hunyuan-(?:\\d|a\\d|large)', '^tencent/hy\\d(?:-|$)'],
    source_urls: ['https://github.com/Tencent-Hunyuan', 'https://huggingface.co/tencent'],
  }),
  family('hunyuan-image', 'Hunyuan Image', 'Tencent', 'tencent', {
    arena: ['^hunyuan-image-'],
    openrouter: ['^tencent/hunyuan-?image-'],
    huggingface: ['^tencent/HunyuanImage-'],
    source_urls: ['https://github.com/Tencent-Hunyuan/HunyuanImage-3.0', 'https://huggingface.co/tencent'],
  }),
  family('hunyuan-video', 'Hunyuan Video', 'Tencent', 'tencent', {
    arena: ['^hunyuan-video-'],
    openrouter: ['^tencent/hunyuan-?video-'],
    huggingface: ['^tencent/HunyuanVideo(?:-\\d|-I2V|$)'],
    source_urls: ['https://github.com/Tencent-Hunyuan/HunyuanVideo-1.5', 'https://huggingface.co/tencent'],
  }),
  family('bytedance-seed', 'Seed', 'ByteDance', 'bytedance', {
    arena: ['^(?:dola-)?seed-(?:\\d|oss)', '^doubao-(?:\\d|lite|pro|seed-)'],
    openrouter: ['^bytedance(?:-seed)?/(?:doubao-)?seed-'],
    huggingface: ['^ByteDance-Seed/Seed-(?:\\d|coder|oss)'],
    source_urls: ['https://seed.bytedance.com', 'https://huggingface.co/ByteDance-Seed'],
  }),
  family('seedream', 'Seedream', 'ByteDance', 'bytedance', {
    arena: ['^seedream-'],
    openrouter: ['^bytedance(?:-seed)?/seedream-'],
    source_urls: ['https://seed.bytedance.com', 'https://arena.ai/leaderboard/text-to-image'],
  }),
  family('seededit', 'SeedEdit', 'ByteDance', 'bytedance', {
    arena: ['^seededit-'],
    openrouter: [],
    source_urls: ['https://seed.bytedance.com', 'https://arena.ai/leaderboard/image-edit'],
  }),
  family('seedance', 'Seedance', 'ByteDance', 'bytedance', {
    arena: ['^(?:dreamina-)?seedance-'],
    openrouter: ['^bytedance(?:-seed)?/seedance-'],
    source_urls: ['https://seed.bytedance.com', 'https://arena.ai/leaderboard/text-to-video'],
  }),
  family('bagel', 'BAGEL', 'ByteDance', 'bytedance', {
    arena: ['^bagel(?:-|$)'],
    openrouter: [],
    huggingface: ['^ByteDance-Seed/BAGEL-'],
    source_urls: ['https://github.com/ByteDance-Seed/Bagel', 'https://arena.ai/leaderboard/image-edit'],
  }),
  family('mimo', 'MiMo', 'Xiaomi', 'xiaomi', {
    arena: ['^mimo-'],
    openrouter: ['^xiaomi/mimo-'],
    huggingface: ['^XiaomiMiMo/MiMo-'],
    source_urls: ['https://github.com/XiaomiMiMo', 'https://huggingface.co/XiaomiMiMo'],
  }),
  family('longcat', 'LongCat', 'Meituan', 'meituan', {
    arena: ['^longcat-'],
    openrouter: ['^meituan/longcat-'],
    huggingface: ['^meituan-longcat/LongCat-'],
    source_urls: ['https://github.com/meituan-longcat', 'https://huggingface.co/meituan-longcat'],
  }),
  family('stepfun-step', 'Step', 'StepFun', 'stepfun', {
    arena: ['^step-(?:\\d|r\\d)'],
    openrouter: ['^stepfun(?:-ai)?/step-?(?:\\d|r\\d)'],
    huggingface: ['^stepfun-ai/step-(?:\\d|r\\d)', '^stepfun-ai/step3'],
    source_urls: ['https://www.stepfun.com', 'https://huggingface.co/stepfun-ai'],
  }),
  family('step1x', 'Step1X', 'StepFun', 'stepfun', {
    arena: ['^step1x-'],
    openrouter: [],
    huggingface: ['^stepfun-ai/Step1X-'],
    source_urls: ['https://github.com/stepfun-ai/Step1X-Edit', 'https://huggingface.co/stepfun-ai'],
  }),
  family('phi', 'Phi', 'Microsoft', 'microsoft', {
    arena: ['^phi-\\d'],
    openrouter: ['^microsoft/phi-\\d'],
    huggingface: ['^microsoft/phi-\\d'],
    source_urls: ['https://huggingface.co/microsoft', 'https://openrouter.ai/microsoft'],
  }),
  family('mai', 'MAI', 'Microsoft', 'microsoft', {
    arena: ['^mai-(?:\\d|ds)'],
    openrouter: ['^microsoft/mai-(?:\\d|ds)'],
    huggingface: ['^microsoft/MAI-DS'],
    source_urls: ['https://microsoft.ai', 'https://openrouter.ai/microsoft'],
  }),
  family('mai-image', 'MAI Image', 'Microsoft', 'microsoft', {
    arena: ['^mai-image-'],
    openrouter: ['^microsoft/mai-image-'],
    source_urls: ['https://microsoft.ai', 'https://arena.ai/leaderboard/text-to-image'],
  }),
  family('nemotron', 'Nemotron', 'NVIDIA', 'nvidia', {
    arena: ['^(?:nvidia-)?(?:llama-[\\d.]+-)?nemotron-'],
    openrouter: ['^nvidia/(?:nvidia-)?(?:llama-[\\d.]+-)?nemotron-'],
    huggingface: ['^nvidia/(?:nvidia-)?(?:llama-[\\d._]+-)?nemotron-'],
    source_urls: ['https://developer.nvidia.com/nemotron', 'https://huggingface.co/nvidia'],
  }),
  family('jamba', 'Jamba', 'AI21 Labs', 'ai21-labs', {
    arena: ['^(?:ai21-)?jamba-'],
    openrouter: ['^ai21/jamba-'],
    huggingface: ['^ai21labs/(?:ai21-)?jamba-'],
    source_urls: ['https://www.ai21.com', 'https://huggingface.co/ai21labs'],
  }),
  family('granite', 'Granite', 'IBM', 'ibm', {
    arena: ['^(?:ibm-)?granite-'],
    openrouter: ['^ibm-granite/granite-'],
    huggingface: ['^ibm-granite/granite-'],
    source_urls: ['https://www.ibm.com/granite', 'https://huggingface.co/ibm-granite'],
  }),
  family('olmo', 'OLMo', 'Ai2', 'ai2', {
    arena: ['^olmo-'],
    openrouter: ['^allenai/olmo-'],
    huggingface: ['^allenai/OLMo-'],
    source_urls: ['https://allenai.org/olmo', 'https://huggingface.co/allenai'],
  }),
  family('molmo', 'Molmo', 'Ai2', 'ai2', {
    arena: ['^molmo-'],
    openrouter: ['^allenai/molmo-'],
    huggingface: ['^allenai/Molmo\\d?-'],
    source_urls: ['https://allenai.org/molmo', 'https://huggingface.co/allenai'],
  }),
  family('tulu', 'Tülu', 'Ai2', 'ai2', {
    arena: ['^(?:llama-[\\d.]+-)?tulu-'],
    openrouter: ['^allenai/(?:llama-[\\d.]+-)?tulu-'],
    huggingface: ['^allenai/(?:llama-[\\d.]+-)?tulu-'],
    source_urls: ['https://allenai.org/tulu', 'https://huggingface.co/allenai'],
  }),
  family('hermes', 'Hermes', 'Nous Research', 'nous-research', {
    arena: ['^(?:deep|nous-)?hermes-'],
    openrouter: ['^nousresearch/(?:deep|nous-)?hermes-'],
    huggingface: ['^NousResearch/(?:deep|nous-)?hermes-'],
    source_urls: ['https://nousresearch.com', 'https://huggingface.co/NousResearch'],
  }),
  family('sonar', 'Sonar', 'Perplexity', 'perplexity', {
    arena: ['^(?:ppl-)?sonar(?:-|$)'],
    openrouter: ['^perplexity/sonar'],
    source_urls: ['https://docs.perplexity.ai', 'https://openrouter.ai/perplexity'],
  }),
  family('flux', 'FLUX', 'Black Forest Labs', 'black-forest-labs', {
    arena: ['^flux[-.]'],
    openrouter: ['^black-forest-labs/flux'],
    huggingface: ['^black-forest-labs/FLUX[-.]'],
    source_urls: ['https://bfl.ai', 'https://huggingface.co/black-forest-labs'],
  }),
  family('stable-diffusion', 'Stable Diffusion', 'Stability AI', 'stability-ai', {
    arena: ['^stable-diffusion-', '^sd(?:xl|3)'],
    openrouter: [],
    huggingface: ['^stabilityai/stable-diffusion-', '^stabilityai/sdxl-'],
    source_urls: ['https://stability.ai', 'https://huggingface.co/stabilityai'],
  }),
  family('ideogram', 'Ideogram', 'Ideogram', null, {
    arena: ['^ideogram-'],
    openrouter: [],
    huggingface: ['^ideogram-ai/ideogram-\\d'],
    source_urls: [
      'https://ideogram.ai',
      'https://arena.ai/leaderboard/text-to-image',
      'https://huggingface.co/ideogram-ai',
    ],
  }),
  family('recraft', 'Recraft', 'Recraft', 'recraft-ai', {
    arena: ['^recraft-'],
    openrouter: [],
    source_urls: ['https://www.recraft.ai', 'https://arena.ai/leaderboard/text-to-image'],
  }),
  family('reve', 'Reve', 'Reve', null, {
    arena: ['^reve-'],
    openrouter: [],
    source_urls: ['https://arena.ai/leaderboard/image-edit', 'https://arena.ai/leaderboard/text-to-image'],
  }),
  family('kling', 'Kling', 'Kuaishou', 'kuaishou', {
    arena: ['^kling-'],
    openrouter: [],
    source_urls: ['https://klingai.com', 'https://arena.ai/leaderboard/text-to-video'],
  }),
  family('kat-coder', 'KAT-Coder', 'Kuaishou', 'kuaishou', {
    arena: ['^kat-coder-'],
    openrouter: ['^kwaipilot/kat-coder-'],
    huggingface: ['^Kwaipilot/KAT-Coder-'],
    source_urls: ['https://huggingface.co/Kwaipilot', 'https://openrouter.ai/kwaipilot'],
  }),
  family('runway-gen', 'Runway Gen', 'Runway', 'runwayml', {
    arena: ['^runway-gen-?\\d', '^gen-?\\d-'],
    openrouter: [],
    source_urls: ['https://runwayml.com', 'https://arena.ai/leaderboard/text-to-video'],
  }),
  family('luma-ray', 'Luma Ray', 'Luma AI', 'luma-ai', {
    arena: ['^(?:luma-)?ray-?\\d'],
    openrouter: [],
    source_urls: ['https://lumalabs.ai', 'https://arena.ai/leaderboard/text-to-video'],
  }),
  family('luma-photon', 'Luma Photon', 'Luma AI', 'luma-ai', {
    arena: ['^(?:luma-)?photon(?:-|$)'],
    openrouter: [],
    source_urls: ['https://lumalabs.ai', 'https://arena.ai/leaderboard/text-to-image'],
  }),
  family('pika', 'Pika', 'Pika', null, {
    arena: ['^pika-'],
    openrouter: [],
    source_urls: ['https://pika.art', 'https://arena.ai/leaderboard/text-to-video'],
  }),
  family('vidu', 'Vidu', 'Shengshu', null, {
    arena: ['^vidu-'],
    openrouter: [],
    source_urls: ['https://www.vidu.com', 'https://arena.ai/leaderboard/image-to-video'],
  }),
  family('pixverse', 'PixVerse', 'PixVerse', 'pixverse-ai', {
    arena: ['^pixverse-'],
    openrouter: [],
    source_urls: ['https://pixverse.ai', 'https://arena.ai/leaderboard/text-to-video'],
  }),
  family('kandinsky', 'Kandinsky', 'Kandinsky Lab', null, {
    arena: ['^kandinsky-'],
    openrouter: [],
    huggingface: ['^kandinskylab/Kandinsky-'],
    source_urls: [
      'https://github.com/kandinskylab',
      'https://arena.ai/leaderboard/text-to-video',
      'https://huggingface.co/kandinskylab',
    ],
  }),
  family('ltx', 'LTX', 'Lightricks', 'lightricks', {
    arena: ['^ltx-'],
    openrouter: [],
    huggingface: ['^Lightricks/LTX-'],
    source_urls: ['https://github.com/Lightricks/LTX-2', 'https://huggingface.co/Lightricks'],
  }),
  family('mochi', 'Mochi', 'Genmo', 'genmo', {
    arena: ['^mochi-'],
    openrouter: [],
    huggingface: ['^genmo/mochi-'],
    source_urls: ['https://github.com/genmoai/mochi', 'https://huggingface.co/genmo'],
  }),
  family('leonardo-lucid', 'Lucid', 'Leonardo.Ai', null, {
    arena: ['^lucid-'],
    openrouter: [],
    source_urls: ['https://leonardo.ai', 'https://arena.ai/leaderboard/text-to-image'],
  }),
  family('p-image', 'P-Image', 'Pruna AI', 'pruna-ai', {
    arena: ['^p-image'],
    openrouter: [],
    source_urls: ['https://www.pruna.ai', 'https://arena.ai/leaderboard/text-to-image'],
  }),
  family('p-video', 'P-Video', 'Pruna AI', 'pruna-ai', {
    arena: ['^p-video'],
    openrouter: [],
    source_urls: ['https://www.pruna.ai', 'https://arena.ai/leaderboard/text-to-video'],
  }),
  family('mercury', 'Mercury', 'Inception', null, {
    arena: ['^mercury(?:-|$)'],
    openrouter: ['^inception/mercury'],
    source_urls: ['https://www.inceptionlabs.ai', 'https://openrouter.ai/inception'],
  }),
  family('palmyra', 'Palmyra', 'Writer', 'writer', {
    arena: ['^palmyra-'],
    openrouter: ['^writer/palmyra-'],
    huggingface: ['^Writer/palmyra-'],
    source_urls: ['https://writer.com', 'https://huggingface.co/Writer'],
  }),
  family('reka', 'Reka', 'Reka AI', 'reka-ai', {
    arena: ['^reka-'],
    openrouter: ['^rekaai/reka-'],
    huggingface: ['^RekaAI/reka-'],
    source_urls: ['https://reka.ai', 'https://huggingface.co/RekaAI'],
  }),
  family('aion', 'Aion', 'AionLabs', null, {
    arena: ['^aion-'],
    openrouter: ['^aion-labs/aion-'],
    huggingface: ['^aion-labs/Aion-'],
    source_urls: ['https://openrouter.ai/aion-labs', 'https://huggingface.co/aion-labs'],
  }),
  family('inflection', 'Inflection', 'Inflection AI', null, {
    arena: ['^inflection-'],
    openrouter: ['^inflection/inflection-'],
    source_urls: ['https://inflection.ai', 'https://openrouter.ai/inflection'],
  }),
  family('lfm', 'LFM', 'Liquid AI', 'liquid-ai', {
    arena: ['^lfm-?\\d'],
    openrouter: ['^liquid/lfm-?\\d'],
    huggingface: ['^LiquidAI/LFM-?\\d'],
    source_urls: ['https://www.liquid.ai', 'https://huggingface.co/LiquidAI'],
  }),
  family('diffbot-llm', 'Diffbot LLM', 'Diffbot', 'diffbot', {
    arena: ['^diffbot-'],
    openrouter: [],
    huggingface: ['^diffbot/llama-[\\d.]+-diffbot-'],
    source_urls: ['https://github.com/diffbot/diffbot-llm-inference', 'https://arena.ai/leaderboard/search'],
  }),
  family('solar', 'Solar', 'Upstage', 'upstage', {
    arena: ['^solar-(?:\\d|mini|open|pro)'],
    openrouter: ['^upstage/solar-'],
    huggingface: ['^upstage/solar-'],
    source_urls: ['https://www.upstage.ai', 'https://huggingface.co/upstage'],
  }),
  family('trinity', 'Trinity', 'Arcee AI', 'arcee-ai', {
    arena: ['^trinity-'],
    openrouter: ['^arcee-ai/trinity-'],
    huggingface: ['^arcee-ai/Trinity-'],
    source_urls: ['https://www.arcee.ai', 'https://huggingface.co/arcee-ai'],
  }),
  family('virtuoso', 'Virtuoso', 'Arcee AI', 'arcee-ai', {
    arena: ['^virtuoso-'],
    openrouter: ['^arcee-ai/virtuoso-'],
    huggingface: ['^arcee-ai/Virtuoso-'],
    source_urls: ['https://www.arcee.ai', 'https://huggingface.co/arcee-ai'],
  }),
  family('laguna', 'Laguna', 'Poolside', 'poolside', {
    arena: ['^laguna-'],
    openrouter: ['^poolside/laguna-'],
    huggingface: ['^poolside/Laguna-'],
    source_urls: ['https://poolside.ai', 'https://openrouter.ai/poolside', 'https://huggingface.co/poolside'],
  }),
  family('ling', 'Ling', 'inclusionAI', 'inclusionai', {
    arena: ['^ling-(?:\\d|coder|flash|lite|mini|plus)'],
    openrouter: ['^inclusionai/ling-'],
    huggingface: ['^inclusionAI/Ling-'],
    source_urls: ['https://github.com/inclusionAI', 'https://huggingface.co/inclusionAI'],
  }),
  family('ring', 'Ring', 'inclusionAI', 'inclusionai', {
    arena: ['^ring-(?:\\d|flash|lite|mini)'],
    openrouter: ['^inclusionai/ring-'],
    huggingface: ['^inclusionAI/Ring-'],
    source_urls: ['https://github.com/inclusionAI', 'https://huggingface.co/inclusionAI'],
  }),
  family('fugu', 'Fugu', 'Sakana AI', 'sakana-ai', {
    arena: ['^(?:sakana-)?fugu-'],
    openrouter: ['^sakana/(?:sakana-)?fugu'],
    source_urls: ['https://github.com/SakanaAI/fugu', 'https://openrouter.ai/sakana'],
  }),
  family('namazu', 'Namazu', 'Sakana AI', 'sakana-ai', {
    arena: ['^(?:sakana-)?namazu'],
    openrouter: ['^sakana/(?:sakana-)?namazu'],
    source_urls: ['https://sakana.ai', 'https://openrouter.ai/sakana'],
  }),
  family('inkling', 'Inkling', 'Thinking Machines', 'thinking-machines', {
    arena: ['^inkling(?:-|$)'],
    openrouter: ['^thinkingmachines/inkling'],
    huggingface: ['^thinkingmachines/Inkling(?:-|$)'],
    source_urls: [
      'https://thinkingmachines.ai',
      'https://openrouter.ai/thinkingmachines',
      'https://huggingface.co/thinkingmachines',
    ],
  }),
  family('nex', 'Nex', 'Nex AGI', null, {
    arena: ['^nex-n\\d'],
    openrouter: ['^nex-agi/(?:deepseek-v[\\d.]+-)?nex-n\\d'],
    huggingface: ['^nex-agi/(?:deepseek-v[\\d.]+-)?nex-n\\d'],
    source_urls: ['https://github.com/nex-agi', 'https://openrouter.ai/nex-agi'],
  }),
  family('dots', 'dots', 'Dots Studio', null, {
    arena: [],
    openrouter: ['^dots-studio/dots-?\\d'],
    huggingface: ['^dots-studio/dots-?\\d'],
    source_urls: ['https://openrouter.ai/dots-studio', 'https://huggingface.co/dots-studio'],
  }),
  family('intellect', 'INTELLECT', 'Prime Intellect', 'prime-intellect', {
    arena: ['^intellect-\\d'],
    openrouter: ['^prime-intellect/intellect-'],
    huggingface: ['^PrimeIntellect/INTELLECT-'],
    source_urls: ['https://www.primeintellect.ai', 'https://huggingface.co/PrimeIntellect'],
  }),
  family('cogito', 'Cogito', 'Deep Cogito', null, {
    arena: ['^cogito-'],
    openrouter: ['^deepcogito/cogito-'],
    huggingface: ['^deepcogito/cogito-'],
    source_urls: ['https://www.deepcogito.com', 'https://huggingface.co/deepcogito'],
  }),
  family('relace', 'Relace', 'Relace', null, {
    arena: [],
    openrouter: ['^relace/relace-'],
    source_urls: ['https://openrouter.ai/relace'],
  }),
  family('morph', 'Morph', 'Morph', null, {
    arena: [],
    openrouter: ['^morph/morph-'],
    source_urls: ['https://openrouter.ai/morph'],
  }),
  family('internvl', 'InternVL', 'Shanghai AI Laboratory', 'shanghai-ai-lab', {
    arena: ['^internvl'],
    openrouter: ['^opengvlab/internvl'],
    huggingface: ['^OpenGVLab/InternVL'],
    source_urls: ['https://github.com/OpenGVLab/InternVL', 'https://huggingface.co/OpenGVLab'],
  }),
  family('r1t-chimera', 'R1T Chimera', 'TNG', null, {
    arena: [],
    openrouter: ['^tngtech/(?:deepseek-|tng-)?r1t\\d?-chimera'],
    huggingface: ['^tngtech/(?:deepseek-)?(?:tng-)?r1t\\d?-chimera'],
    source_urls: ['https://huggingface.co/tngtech', 'https://openrouter.ai/tngtech'],
  }),
]
