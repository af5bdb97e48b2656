import type { HostPageInfo } from '../environment.js'

/** Whether anything may be kept in the browser, told to the page, or told of it. */
export const hasConsent = ({ consent = 'granted' }: HostPageInfo) => consent === 'granted'
