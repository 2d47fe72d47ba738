/** A question that only the names of an agent's tools answer, in its own words and not in theirs. */
export interface ToolQuestion {
  q: string
  handle: string
  /** Tools as a server lists them: name, or name and description. */
  tools: (string | [name: string, description: string])[]
}

/** Agents whose names and descriptions say nothing of what they do. */
export const TOOL_QUESTIONS: readonly ToolQuestion[] = [
  {
    q: 'create a GitHub issue',
    handle: 'alder',
    tools: ['github_create_issue', 'github_list_commits', 'github_merge_pull_request', 'github_search_code'],
  },
  {
    q: 'send a Slack message to a channel',
    handle: 'birch',
    tools: ['slack_post_message', 'slack_list_channels', ['conversations_add_message', 'Sends a message.']],
  },
  {
    q: 'refund a payment in Stripe',
    handle: 'cedar',
    tools: ['stripe_create_refund', 'stripe_list_payments', 'stripe_list_customers'],
  },
  {
    q: 'query a Postgres database with SQL',
    handle: 'dogwood',
    tools: [['execute_sql', 'Runs a query against the Postgres database.'], 'list_schemas', 'explain_plan'],
  },
  {
    q: 'take a screenshot of a web page',
    handle: 'elm',
    tools: ['browserTakeScreenshot', 'browserNavigate', 'browserClick', ['fetchPage', 'Reads a web page.']],
  },
  {
    q: 'book a table in a restaurant',
    handle: 'fir',
    tools: ['search_restaurants', 'bookTable', 'cancel_reservation'],
  },
  {
    q: 'translate a PDF document',
    handle: 'ginkgo',
    tools: ['translate_document', ['extract_pages', 'Extracts pages of a PDF.'], 'list_languages'],
  },
  {
    q: 'transcribe an audio recording',
    handle: 'hazel',
    tools: [['speechToText', 'Transcribes an audio recording.'], 'list_voices'],
  },
  {
    q: 'look up DNS records of a domain',
    handle: 'ivy',
    tools: ['lookup_dns_records', 'whois_domain', 'trace_route'],
  },
  {
    q: 'resize an image',
    handle: 'juniper',
    tools: ['resize_image', 'crop_image', 'convert_format'],
  },
  {
    q: 'schedule a meeting in the calendar',
    handle: 'kauri',
    tools: [
      'calendar_create_event',
      ['find_slot', 'Finds a time to schedule a meeting.'],
      'calendar_list_events',
    ],
  },
  {
    q: 'get the balance of an Ethereum wallet',
    handle: 'larch',
    tools: ['getWalletBalance', 'getGasPrice', ['callContract', 'Reads a contract on Ethereum.']],
  },
]

/** Agents whose descriptions have some words of the questions and do something else. */
export const DECOYS: readonly [handle: string, description: string][] = [
  ['repo-stars', 'Counts the stars of GitHub repositories.'],
  ['issue-news', 'Reads the latest issue of a magazine.'],
  ['slack-jokes', 'Tells a joke in Slack.'],
  ['pay-stats', 'Statistics of Stripe payments of the last quarter.'],
  ['sql-course', 'Teaches SQL in ten lessons.'],
  ['web-design', 'Designs a web page for small shops.'],
  ['menus', 'Menus of restaurants in Lisbon.'],
  ['pdf-shop', 'Sells PDF templates.'],
  ['audio-gear', 'Compares audio equipment.'],
  ['domain-sale', 'Prices of domains for sale.'],
  ['image-stock', 'Stock images of landscapes.'],
  ['calendars', 'Prints calendars with your photos.'],
  ['eth-news', 'News about Ethereum.'],
]
