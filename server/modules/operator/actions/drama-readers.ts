/** Who reads dramas in the console besides owners. */
export const dramaReaders = ['editor', 'support', 'analyst'] as const
