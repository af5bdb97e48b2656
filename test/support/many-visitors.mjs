/** Server settings for tests, because all their visitors come from one IP address. */
export const manyVisitors = { VISITORS_PER_MINUTE: '1000000', VISITORS_PER_HOUR: '1000000' }
