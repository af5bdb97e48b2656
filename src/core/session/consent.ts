import type { HostPageInfo } from '../environment.js'

export const hasConsent = ({ consent = 'granted' }: HostPageInfo) => consent === 'granted'
