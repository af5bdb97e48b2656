export const buildTests: string[]
export const otherTests: Record<string, string[]>
export function listTestsOf(file: string): string[]
