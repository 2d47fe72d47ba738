import type { ConnectInput } from '../../core/views/connect_row.ts'
import { MAX_SETTINGS, type SettingsInput } from '../agents/mcp_settings.ts'
import { require } from './refusal.ts'

const VARIABLE = /^[A-Za-z_]\w{0,99}$/
const HEADER = /^[A-Za-z\d](?:[A-Za-z\d-]{0,58}[A-Za-z\d])?$/

/** Variables that change how programs are found and started, and where packages come from. */
const STARTING =
  /^(?:LD_|DYLD_|NODE_OPTIONS$|NODE_PATH$|NODE_EXTRA|NODE_TLS|PYTHON|BASH_|ENV$|PATH$|PATHEXT$|SHELL$|IFS$|HOME$|COMSPEC$|NPM_CONFIG|PIP_|UV_|DOCKER_|GIT_|SSL_CERT|JAVA_TOOL|PERL5|RUBY)/i

/** Headers that belong to the connection. */
const CONNECTION =
  /^(?:host|connection|content-length|content-type|accept|transfer-encoding|upgrade|te|trailer|cookie|origin|expect|keep-alive|proxy-.*|sec-.*|mcp-.*|x-forwarded-.*)$/i

/** Returns the variables that a package takes, by name. Throws a Refusal. */
export function vetVariables(listed: readonly SettingsInput[]): ConnectInput[] {
  require(listed.length <= MAX_SETTINGS, `it lists more than ${MAX_SETTINGS} variables`)
  return distinct(
    listed.map(({ name, required, secret, is_set }, index) => {
      const which = `its variable ${index + 1}`
      require(name !== null && VARIABLE.test(name), `${which} has a name that no variable can have`)
      require(!STARTING.test(name), `${which} changes how programs are started or found`)
      return { name, required: required || is_set, secret }
    }),
  )
}

/** Returns the headers that an address takes, by name. Throws a Refusal. */
export function vetHeaders(listed: readonly SettingsInput[]): ConnectInput[] {
  require(listed.length <= MAX_SETTINGS, `it lists more than ${MAX_SETTINGS} headers`)
  return distinct(
    listed.map(({ name, required, secret, is_set, is_bearer }, index) => {
      const which = `its header ${index + 1}`
      require(name !== null && HEADER.test(name), `${which} has a name that no header can have`)
      require(!CONNECTION.test(name), `${which} belongs to the connection`)
      return { name, required: required || is_set, secret, ...(is_bearer ? { bearer: true } : {}) }
    }),
  )
}

const distinct = (inputs: ConnectInput[]): ConnectInput[] => [
  ...new Map(inputs.map((input) => [input.name, input])).values(),
]
