import type { CapturedScreen } from './capture-screen.js'

const SERIOUS = /^\w+: (serious|critical) /

const sumOf = ({ shifts }: CapturedScreen) => shifts.reduce((sum, { value }) => sum + value, 0)
const seriousOf = ({ violations }: CapturedScreen) => violations.filter(text => SERIOUS.test(text))

export const hasFault = (screen: CapturedScreen): boolean =>
  screen.failure !== undefined || sumOf(screen) > 0 || seriousOf(screen).length > 0

/** A line for each screen, then what is wrong with those at fault. */
export function formatReport(screens: readonly CapturedScreen[]): string {
  const head = `${'screen'.padEnd(26)}${'lang'.padEnd(9)}${'width'.padStart(5)}     CLS  axe`
  const lines = screens.map(screen => {
    const { name, language, width, violations, failure } = screen
    const start = `${name.padEnd(26)}${language.padEnd(9)}${String(width).padStart(5)}`
    return failure === undefined
      ? `${start}${sumOf(screen).toFixed(4).padStart(8)}${String(violations.length).padStart(5)}`
      : `${start}  no picture: ${failure}`
  })
  const details = screens.flatMap(({ name, language, width, shifts, violations }) => [
    ...shifts.map(
      ({ value, moved }) => `${name} ${language} ${width}: shift ${value.toFixed(4)} of ${moved.join(', ')}`
    ),
    ...violations.map(text => `${name} ${language} ${width}: ${text}`)
  ])
  return [head, ...lines, ...(details.length === 0 ? [] : ['', ...details])].join('\n')
}
