export type NavigationMethod = 'navigateTo' | 'redirectTo' | 'switchTab' | 'reLaunch'

export type NavigationName = NavigationMethod | 'navigateBack'

/** An error whose message, also under `errMsg`, is `<name>:fail <reason>`. */
export function navigationError(name: string, reason: string): Error {
  const errMsg = `${name}:fail ${reason}`
  return Object.assign(new Error(errMsg), { errMsg })
}
