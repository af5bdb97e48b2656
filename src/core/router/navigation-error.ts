export type NavigationKind = 'navigateTo' | 'redirectTo' | 'switchTab' | 'reLaunch'

export type NavigationName = NavigationKind | 'navigateBack'

/** An error whose message, also under `errMsg`, is `<name>:fail <reason>`. */
export function refusal(name: string, reason: string): Error {
  const errMsg = `${name}:fail ${reason}`
  return Object.assign(new Error(errMsg), { errMsg })
}
