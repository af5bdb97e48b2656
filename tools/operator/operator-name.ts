import { userInfo } from 'node:os'
import { OPERATOR_NAME_PATTERN } from '../../server/modules/operator/operator-name.js'
import { createUsageError } from '../cli/cli-error.js'

/** For the header X-Operator, which holds ASCII only. In a container the user may have no name. */
export function readOperatorHeader({ OPERATOR_NAME: name = '' }: NodeJS.ProcessEnv): string {
  if (name !== '' && !OPERATOR_NAME_PATTERN.test(name))
    throw createUsageError('invalid_setting', 'OPERATOR_NAME: 1 to 64 letters, digits, spaces and _ . @ -')
  return encodeURIComponent(name === '' ? readUserName() : name)
}

function readUserName(): string {
  try {
    const { username } = userInfo()
    return OPERATOR_NAME_PATTERN.test(username) ? username : 'operator'
  } catch {
    return 'operator'
  }
}
