// Only codes that several files use, because each export adds to Home. Other codes stand in the file that uses them.
import type { SUCCESS_CODE as ContractSuccessCode } from '../../../contract/protocol/envelope.js'
import type { ErrorCode } from '../../../contract/protocol/errors.js'

export const SUCCESS_CODE = 200 satisfies typeof ContractSuccessCode

export const SESSION_INVALID_CODE = 999 satisfies ErrorCode
export const PARAMETER_ERROR_CODE = 4001 satisfies ErrorCode
export const TOO_MANY_ATTEMPTS_CODE = 4502 satisfies ErrorCode
export const SERVER_BUSY_CODE = 5000 satisfies ErrorCode
export const MAINTENANCE_CODE = 5001 satisfies ErrorCode

/** Status of a request that was not sent, because the same one is pending. */
export const PREVENTED_STATUS = -9998
