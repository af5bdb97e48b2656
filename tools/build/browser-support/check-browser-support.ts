// Checks that the oldest browsers run what is built: its syntax, and each feature that one of them lacks is in
// `optional-features.ts` and checked where it is used.
import { readFileSync } from 'node:fs'
import { findUnsupportedInScript, findUnsupportedInStyles } from './find-unsupported.js'
import { findUnsupportedInSources } from './find-unsupported-in-sources.js'
import { findOptionalFeature } from './optional-features.js'
import { findFeature, lackingBrowsers } from './support-data.js'

/** The folder of the app's checks. */
const CHECKS = 'src/dom/browser-features/'

/** Problems of a built script or style sheet. */
export function checkBuiltFile(file: string, code: string): string[] {
  try {
    const findings = file.endsWith('.css') ? findUnsupportedInStyles(code) : findUnsupportedInScript(code)
    return findings
      .filter(({ feature }) => !findOptionalFeature(feature))
      .map(({ feature, lacking }) => `${file}: ${feature} is not in ${lacking.join(', ')}`)
  } catch (error) {
    return [`${file}: ${error instanceof Error ? error.message : error}`]
  }
}

/** Problems of source files: features without a check. */
export function checkSources(
  files: readonly string[],
  options: Parameters<typeof findUnsupportedInSources>[1]
): string[] {
  return findUnsupportedInSources(files, options).flatMap(({ feature, file }) => {
    const problem = findProblem(feature, file)
    return problem ? [`${file}: ${feature} ${problem}`] : []
  })
}

function findProblem(feature: string, file: string): string | undefined {
  const optional = findOptionalFeature(feature)
  const found = findFeature(feature)
  if (!optional) return `is not in ${found ? lackingBrowsers(found).join(', ') : 'any'}`
  const { check } = optional
  if ('none' in check || file.startsWith(CHECKS)) return undefined
  if ('file' in check) return file === check.file ? undefined : `belongs to ${check.file}`
  const isChecked = new RegExp(`\\b${check.function}\\(`).test(readFileSync(file, 'utf8'))
  return isChecked ? undefined : `is used without ${check.function}()`
}
