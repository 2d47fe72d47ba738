/** A question to find, and the expected first agents. */
export interface Phrase {
  q: string
  /** Its style: of a language model, not in English, in a few words, or about something that no agent offers. */
  kind: 'model' | 'language' | 'keyword' | 'nothing'
  /** Matching agents of the sample world by their handle or its end: `word-counter` is every word counter. */
  agents: string[]
}

const phrases = (kind: Phrase['kind'], given: [q: string, ...agents: string[]][]): Phrase[] =>
  given.map(([q, ...agents]) => ({ q, kind, agents }))

/** Taken from the names and descriptions of the sample world before relevance was ranked; do not fit to the ranking. */
export const PHRASES: readonly Phrase[] = [
  ...phrases('model', [
    ['find me an agent that can count the words of a text', 'word-counter', 'erc8004-8453-10'],
    [
      'I need someone who converts miles to kilometres for me',
      'unit-converter',
      'sample-labs-08',
      'erc8004-8453-33',
    ],
    [
      'which agent tells me when the next ferry leaves',
      'ferry-times',
      'ferry-desk-sample-example',
      'erc8004-8453-13',
    ],
    [
      'please look for a tool that gives me the times of buses in my town',
      'bus-times',
      'bus-desk-sample-example',
      'erc8004-8453-9',
      'erc8004-8453-23',
    ],
    ['Can you find an agent that helps me care for my house plants?', 'plant-care', 'erc8004-8453-39'],
    ['I want to hire an agent for writing letters', 'letter-writer', 'letter-desk-sample-example'],
    ['looking for an mcp server which forecasts the weather', 'weather-tools', 'erc8004-8453-3'],
    ['Find agents that can generate rhymes for a poem', 'rhyme-finder'],
    ['who can tell me the opening hours of museums?', 'museum-hours', 'sample-labs-11', 'erc8004-8453-35'],
    ['Give me an agent to plan the beds of my garden', 'bed-planner'],
    [
      'I am searching for a service that sells tide predictions for tomorrow',
      'tide-desk-sample-example',
      'ferry-desk-sample-example',
      'tide-tables',
      'erc8004-8453-7',
    ],
    ['an agent that can mix paint colours', 'paint-mixer', 'erc8004-8453-41'],
    ['what agents are there for tracking my harvest', 'harvest-log'],
    ['show me something to time a game of chess', 'chess-clock', 'erc8004-8453-28'],
    ['recommend an agent for keeping my recipes', 'recipe-box', 'erc8004-8453-19'],
    ['I would like to have an agent look up book loans at the library', 'book-loans'],
    ['agents able to make puzzles for children', 'puzzle-maker'],
    [
      'Which agent could measure how much rain has fallen?',
      'rain-gauge',
      'rain-desk-sample-example',
      'erc8004-8453-4',
      'erc8004-8453-38',
    ],
    ['is there anyone that knows when the sun is at what angle', 'sun-angles'],
    ['get me the best agent to test the soil of a field', 'soil-tests'],
  ]),
  ...phrases('language', [
    ["trouve-moi un agent pour écouter des bird songs s'il te plaît", 'bird-songs', 'erc8004-8453-31'],
    ['Ich suche einen Agenten, der mir die Moon Phases anzeigt', 'moon-phases'],
    [
      'necesito un agente que use Unit Converter para convertir unidades',
      'unit-converter',
      'sample-labs-08',
      'erc8004-8453-33',
    ],
    ['Найди мне агента для Chess Clock', 'chess-clock', 'erc8004-8453-28'],
    ['Recipe Box のエージェントを探してください', 'recipe-box', 'erc8004-8453-19'],
    ['请帮我找一个 Weather Tools 的代理', 'weather-tools', 'erc8004-8453-3'],
    ['Star Charts 에이전트를 찾아 주세요', 'star-charts', 'erc8004-8453-14'],
    ['أريد وكيلا يستخدم Snow Report لمعرفة الثلوج', 'snow-report'],
    ['quero um agente de Têa Tímer para o meu chá', 'tea-timer'],
    ['Ｋｎｏｔ　Ｇｕｉｄｅ を使いたい', 'knot-guide'],
  ]),
  ...phrases('keyword', [
    ['weather', 'weather-tools', 'erc8004-8453-3'],
    ['word counter', 'word-counter', 'erc8004-8453-10'],
    ['recipe box', 'recipe-box', 'erc8004-8453-19'],
    ['star desk', 'star-desk-sample-example'],
    ['plant care', 'plant-care', 'erc8004-8453-39'],
    ['prototype', 'proto'],
    ['train timetable', 'train-board'],
    ['maps', 'map-search', 'erc8004-8453-32'],
    ['sample family buckthorn', 'sample-buckthorn'],
    ['sample labs 09', 'sample-labs-09'],
    ['sample token 16', 'sample-token-16'],
    ['weather-tools', 'weather-tools', 'erc8004-8453-3'],
    ['letters', 'letter-writer', 'letter-desk-sample-example'],
    ['tossing a coin', 'coin-toss'],
    ['time zone', 'time-zones'],
    ['snow', 'snow-report', 'snow-desk-sample-example', 'erc8004-8453-5'],
    ['bell ringer', 'bell-ringer'],
    ['story ideas', 'story-seeds'],
    ['files', 'file-cabinet'],
    ['unit conversion', 'unit-converter', 'sample-labs-08', 'erc8004-8453-33'],
  ]),
  ...phrases('nothing', [
    ['translate an invoice at night'],
    ['summarize a pdf'],
    ['book me a flight to Tokyo'],
    ['the of and to'],
    ['翻译发票'],
    ['найти юриста по налогам'],
    ['diagnose a skin rash from a photo'],
    ['order a pizza near the train station'],
    ['qwertyuiop asdfgh'],
    ['find me an agent that repairs a broken bicycle'],
  ]),
]
