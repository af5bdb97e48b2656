/** Of the lines of a chart, and of the names of the days beside it. */
export const DAY_COLORS = { current: 'drama.6', yesterday: 'blue.5', lastWeek: 'gray.5' } as const
