import type { VariableName } from './variables.ts'

/** The effect of a variable that is not set, and the value that mends it: for those that change what an index has. */
export const UNSET: Partial<Record<VariableName, string>> = {
  GITHUB_TOKEN: '60 of 6,000 repositories today; a token without any scope reads them in two minutes',
  BASE_RPC_URL:
    'where the portal fails, public nodes of Base are asked, which refuse wide spans; a node of your own reads all',
  SQD_PORTAL_API_KEY:
    'the public portal is asked, whose limits all share who have your address; a portal of your own has a key',
  OPENROUTER_API_KEY: 'tokens of models and apps are not read; any key of OpenRouter reads them',
  COINGECKO_API_KEY:
    'about 5 requests a minute, shared with all who have your address; a free demo key has a limit of its own',
  LOG_KEY_FILE:
    'the index keeps no signed log, so nobody can prove later what it said; any Ed25519 key in PEM starts one',
  PUBLIC_BASE_URL:
    'published links start with http://127.0.0.1, where nobody else finds them; set the address of your site',
  RELEASE_STORE:
    'archive and releases stay in the output folder, which has to be kept from run to run; a bucket keeps them',
  PAY_TO: 'nothing can be paid; an address, a facilitator and a node sell answers',
}
