/** Missing on plain http, too. */
export const hasWebLocks = (): boolean => 'locks' in navigator

export const hasAbortTimeout = (): boolean => 'timeout' in AbortSignal
