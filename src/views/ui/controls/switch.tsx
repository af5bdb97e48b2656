import switchCss from './switch.css'

export const css = switchCss

interface Props {
  /** What it turns on and off, for who cannot see it. */
  label: string
  /** Undefined while that is on its way: then it does nothing. */
  isOn: boolean | undefined
  onPress(): void
}

/** Who presses it says what becomes of it: it moves when `isOn` does. */
export function Switch({ label, isOn, onPress }: Props) {
  return (
    <button
      type="button"
      className="switch"
      role="switch"
      aria-label={label}
      aria-checked={isOn === true}
      aria-disabled={isOn === undefined}
      onClick={() => isOn !== undefined && onPress()}
    >
      <i />
    </button>
  )
}
