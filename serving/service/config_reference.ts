import { BUCKET_VARIABLES } from '../../core/bucket/settings.ts'
import { VARIABLES } from './config_variables.ts'

/** The variables of the command line that the service is started with (cli/settings.ts). */
const OF_THE_COMMAND = [
  ['`HOST`', '`0.0.0.0`', '127.0.0.1', 'The address to listen on.'],
  ['`PORT`', '`8080`', '8787', 'The port to listen on; 0 takes a free one.'],
  [
    '`PUBLIC_BASE_URL`',
    '`https://assay.example`',
    'http:// with host and port',
    'What published links start with. With https the service sends Strict-Transport-Security.',
  ],
]

/** The table of the reference page about the service's environment. */
export const CONFIGURATION = {
  head: ['variable', 'example', 'when it is not set', 'what'],
  rows: (): string[][] => [
    ...OF_THE_COMMAND,
    ...Object.entries({ ...BUCKET_VARIABLES, ...VARIABLES }).map(([name, { example, otherwise, what }]) => [
      `\`${name}\``,
      `\`${example}\``,
      otherwise,
      what,
    ]),
  ],
}
