// Only codes that several files use, because each export adds to Home. Other codes stand in the file that uses them.
import type { SUCCESS_CODE } from '../../../contract/protocol/envelope.js'
import type { ErrorCode } from '../../../contract/protocol/errors.js'

export const SUCCESS = 200 satisfies typeof SUCCESS_CODE

export const SESSION_INVALID = 999 satisfies ErrorCode
export const PARAMETER_ERROR = 4001 satisfies ErrorCode
export const TOO_MANY_ATTEMPTS = 4502 satisfies ErrorCode
export const SERVER_BUSY = 5000 satisfies ErrorCode
export const MAINTENANCE = 5001 satisfies ErrorCode
