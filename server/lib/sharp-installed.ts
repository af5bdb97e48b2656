import { isPackageInstalled } from './optional-package.js'

const MISSING_TEXT = 'the package sharp is not installed, so pictures cannot be decoded'

export const isSharpInstalled = () => isPackageInstalled('sharp')

/** Call it before a process that imports sharp starts, because such a process would only end. */
export function requireSharp(): void {
  if (!isSharpInstalled()) throw new Error(MISSING_TEXT)
}
