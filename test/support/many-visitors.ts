/** Settings for tests, which bring more visitors from one network address than a carrier does. */
export const manyVisitors = { VISITORS_PER_MINUTE: '1000000', VISITORS_PER_HOUR: '1000000' }
