import { langs } from '../../../contract/lang.js'
import type { RequestContext } from '../../request-context.js'

const VERSION = '2.4.0'

/** Constants of the app that the client asks for at start. */
export async function getAppConfig({ config, now }: RequestContext) {
  return {
    version: VERSION,
    languages: [...langs],
    currency: config.currency,
    timezone: config.timezone,
    server_time: now.getTime()
  }
}
