import type { HostPage } from '../environment.js'

/** Whether anything may be kept in the browser, told to the page, or told of it. */
export const isAllowed = ({ consent = 'granted' }: HostPage) => consent === 'granted'
