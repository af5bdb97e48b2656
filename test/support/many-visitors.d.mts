export const manyVisitors: { VISITORS_PER_MINUTE: string; VISITORS_PER_HOUR: string }
