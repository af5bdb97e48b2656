import switchCss from './switch.css'

export const css = switchCss

interface Props {
  label: string
  isOn: boolean | undefined
  onPress(): void
}

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
