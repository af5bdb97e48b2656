export type NavigationMethod = 'navigateTo' | 'redirectTo' | 'switchTab' | 'reLaunch'

export type NavigationName = NavigationMethod | 'navigateBack'

export function navigationError(name: string, reason: string): Error {
  const errMsg = `${name}:fail ${reason}`
  return Object.assign(new Error(errMsg), { errMsg })
}
