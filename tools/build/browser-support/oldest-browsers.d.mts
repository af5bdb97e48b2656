export const esbuildTarget: string[]
export const oldestBrowsers: Record<string, string>
export const LOADER_SYNTAX: string
