export const hasSystemShare = (): boolean => 'share' in navigator
