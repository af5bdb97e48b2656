/** Texts for `msg`; the client translates by code. HTTP status is 200, but 429 for rate limits, 500 or 503 for 5000. */
export const errorTexts = {
  999: 'Session invalid, please sign in again',
  4001: 'Parameter error',
  4201: 'Insufficient balance',
  4202: 'Price changed, please confirm',
  4203: 'Please unlock the previous episodes before continuing',
  4204: 'Episode not available',
  4205: 'Already unlocked',
  4209: 'Spending limit reached',
  4210: 'The sponsor cannot pay for this episode now',
  4301: 'Order not found',
  4401: 'Not available now, post and upload between 08:00 and 24:00',
  4402: 'You can send WhatsApp/Facebook messages again after 1 hour',
  4403: 'You uploaded 3 times today, only 3 times per day',
  4404: 'Please enter the telegram ID',
  4405: 'Please upload the screenshot',
  4406: 'This image was already used',
  4407: 'Already rewarded / already joined',
  4408: 'Task not finished',
  4501: 'Wrong or expired code',
  4502: 'Too many attempts',
  4503: 'Sign-in by e-mail is not available',
  5000: 'Server busy',
  5001: 'Maintenance'
} as const

export type ErrorCode = keyof typeof errorTexts
