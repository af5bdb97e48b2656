/** Business error codes and their English texts; the client translates by code. HTTP status stays 200 for all of them. */
export const errorTexts = {
  999: 'Session invalid, please sign in again',
  4001: 'Parameter error',
  4201: 'Insufficient balance',
  4202: 'Price changed, please confirm',
  4203: 'Please unlock the previous episodes before continuing',
  4204: 'Episode not available',
  4205: 'Already unlocked',
  4209: 'Spending limit reached',
  4502: 'Too many attempts',
  5000: 'Server busy',
  5001: 'Maintenance'
} as const

export type ErrorCode = keyof typeof errorTexts
