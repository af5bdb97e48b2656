export const hasVibration = (): boolean => 'vibrate' in navigator
