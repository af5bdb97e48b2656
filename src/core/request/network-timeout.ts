/** Time in ms after which the platform gives up on a request, an upload or a download. */
export const NETWORK_TIMEOUT = 60_000
