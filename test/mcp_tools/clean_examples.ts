import { base64, base64url, bits, codes, entities, hex, percent, tool, withParameter } from './writers.ts'

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Forty tools that look like those with a hidden or a visible instruction, and have none. */
export const CLEAN: readonly [what: string, tool: Record<string, unknown>][] = [
  // Markup in tools that are about markup.
  [
    'comment in a sample of HTML',
    tool('Converts HTML to text, e.g. `<div><!-- navigation --><a href="/">Home</a></div>`.'),
  ],
  [
    'comment to fill in',
    tool('Renders a template such as <html><body><!-- insert your content here --></body></html>.'),
  ],
  [
    'comment of a generator',
    tool('Lists issues. <!-- This description is generated: do not edit it by hand. -->'),
  ],
  ['marker of a registry', tool('Lists issues. <!-- mcp-name: io.github.sample/issues -->')],
  [
    'comment of WordPress',
    withParameter({ type: 'string', default: '<!-- wp:paragraph --><p>Hello</p><!-- /wp:paragraph -->' }),
  ],
  [
    'hidden element of a sample',
    tool('Checks pages: `<div style="display:none">Loading…</div>` is skipped.'),
  ],
  [
    'hidden field of a form',
    withParameter({
      type: 'string',
      examples: [
        '<form><input type="hidden" name="csrf" value="a8f1c2d3e4f5a6b7"><button>Send</button></form>',
      ],
    }),
  ],
  [
    'preview text of a mail',
    withParameter({
      type: 'string',
      default: '<div style="display:none;max-height:0">Your order has been shipped</div><h1>Thank you</h1>',
    }),
  ],
  [
    'text for screen readers',
    tool('Builds buttons: <button><span class="sr-only">Close the dialog</span>×</button>'),
  ],
  [
    'comment of a schema',
    tool('Books a room.', {
      inputSchema: { type: 'object', $comment: 'Kept in step with the OpenAPI document of the service.' },
    }),
  ],
  ['comment of Markdown', tool('Formats Markdown.\n\n[//]: # (markdownlint-disable MD033)\n')],
  [
    'generics of a language',
    tool('Returns Promise<Array<User>> for a Map<string, Tool>; a < b and b > c hold.'),
  ],
  // Encoded samples.
  ['picture in base64', withParameter({ type: 'string', description: 'PNG in base64', examples: [PNG] })],
  ['data address of a picture', withParameter({ type: 'string', default: `data:image/png;base64,${PNG}` })],
  [
    'JSON in base64',
    withParameter({
      type: 'string',
      description: `Cursor, e.g. ${base64('{"offset":200,"limit":50,"sort":"name"}')}`,
    }),
  ],
  [
    'greeting in base64',
    tool(`Decodes base64: ${base64('Hello, World! This is a test.')} becomes a greeting.`),
  ],
  [
    'token of a session',
    withParameter({
      type: 'string',
      examples: [
        `${base64url('{"alg":"HS256","typ":"JWT"}')}.${base64url('{"sub":"1234567890","name":"Jo Sample","iat":1516239022}')}.c2lnbmF0dXJl`,
      ],
    }),
  ],
  [
    'mail in base64url',
    withParameter({
      type: 'string',
      description: `Raw message, e.g. ${base64url('To: jo@mail.example\nSubject: Lunch\n\nHi Jo, shall we meet at noon on Friday?')}`,
    }),
  ],
  [
    'basic authorization',
    withParameter({ type: 'string', examples: [`Basic ${base64('sample-user:sample-password')}`] }),
  ],
  [
    'hash in hex',
    withParameter({ type: 'string', description: 'Commit, e.g. 9fceb02d0ae598e95dc970b74767f19372d61af8' }),
  ],
  [
    'call data in hex',
    withParameter({
      type: 'string',
      examples: [`0xa9059cbb${'0'.repeat(24)}5aaeb6053f3e94c9b9a09f33669435e7ef1beaed${'0'.repeat(60)}2710`],
    }),
  ],
  ['hello in hex', tool(`Converts hex such as ${hex('Hello from the sample server')} to text.`)],
  [
    'query in per cent',
    withParameter({
      type: 'string',
      default: `https://maps.example/search?q=${percent('Zürich Hauptbahnhof, Gleis 3')}`,
    }),
  ],
  ['entities of a name', tool(`Unescapes ${entities('Café Münster')} and the like.`)],
  ['codes of letters', tool(`Returns codes of characters: ${codes('Hello, sample')}.`)],
  [
    'identifiers',
    withParameter({
      enum: ['3f2504e0-4f89-11d3-9a0c-0305e82c3301', '01ARZ3NDEKTSV4RRFFQ69G5FAV', 'us-east-1_AbCdEfGhI'],
    }),
  ],
  // Characters of scripts and emoji.
  [
    'emoji with joiners',
    tool('Family 👨‍👩‍👧‍👦, technologist 👩🏽‍💻, heart ❤️‍🔥 and keycaps 1️⃣ 2️⃣ are counted as one.'),
  ],
  ['flags of regions', tool('Results for 🏴󠁧󠁢󠁥󠁮󠁧󠁿, 🏴󠁧󠁢󠁳󠁣󠁴󠁿 and 🏴󠁧󠁢󠁷󠁬󠁳󠁿.')],
  ['Persian', tool('این ابزار آب‌وهوای شهرها را نشان می‌دهد و پیش‌بینی‌ها را می‌خواند.')],
  [
    'Hebrew with marks of direction',
    tool('\u200fמחפש ספרים לפי שם (ISBN \u200e978-3-16\u200e) ומחזיר רשימה.\u200f'),
  ],
  ['Arabic', tool('استخدم هذه الأداة للبحث عن الرحلات الجوية بين مدينتين.')],
  ['Hindi', tool('यह टूल शहर के मौसम की जानकारी देता है। क्\u200dष और र्\u200dय सही दिखते हैं।')],
  [
    'Khmer and Thai with breaks',
    tool('ស្វែងរក\u200bសៀវភៅ\u200bតាម\u200bឈ្មោះ ค้นหา\u200bหนังสือ\u200bตาม\u200bชื่อ'),
  ],
  [
    'byte order mark and soft hyphens',
    tool('\ufeffBerechnet Donau\u00addampf\u00adschiff\u00adfahrts\u00adpreise.'),
  ],
  ['watermark', tool(`Lists films.${bits('(c) 2026 Sample Films Ltd')}`)],
  // Honest documentation.
  [
    'when to use',
    tool(
      'Use this tool to search flights. Use it when the user asks for prices; call get_airports first if a code is unknown.',
    ),
  ],
  [
    'a step before',
    tool(
      'Returns documents. You must call `resolve_library` before `get_docs` to obtain a valid library id.',
    ),
  ],
  [
    'consent',
    tool(
      'Deletes a file for good. Always ask the user for confirmation before calling this tool. Never share your API key.',
    ),
  ],
  [
    'about attacks',
    tool(
      'Detects prompt injection: scans a text for phrases such as "ignore all previous instructions" or "do not tell the user".',
    ),
  ],
  [
    'prompts and keys',
    withParameter(
      {
        type: 'string',
        default: 'You are a helpful assistant.',
        description: 'System prompt of the model. The API key must be sent in the header X-Api-Key.',
      },
      'system_prompt',
    ),
  ],
]
