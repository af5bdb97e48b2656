import { userInfo } from 'node:os'
import { createUsageError } from '../cli/cli-error.js'

/** As the server accepts it. */
const NAME_PATTERN = /^[\p{L}\p{M}\p{N}_ .@-]{1,64}$/u

/** For the header X-Operator, which holds ASCII only. In a container the user may have no name. */
export function readOperatorHeader({ OPERATOR_NAME: name = '' }: NodeJS.ProcessEnv): string {
  if (name !== '' && !NAME_PATTERN.test(name))
    throw createUsageError('invalid_setting', 'OPERATOR_NAME: 1 to 64 letters, digits, spaces and _ . @ -')
  return encodeURIComponent(name === '' ? readUserName() : name)
}

function readUserName(): string {
  try {
    const { username } = userInfo()
    return NAME_PATTERN.test(username) ? username : 'operator'
  } catch {
    return 'operator'
  }
}
