/** How fast an episode may play; 1 is the usual speed. */
export const rates = [0.5, 0.8, 1, 1.25, 1.5, 2] as const
export type Rate = (typeof rates)[number]

/** The rate that this is, or the usual one. */
export const toRate = (value: number): Rate => rates.find(rate => rate === value) ?? 1
