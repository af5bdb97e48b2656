import type { ReactNode } from 'react'
import { MenuIcon, type MenuIconName } from '../icon/menu-icon.js'
import menuLineCss from './menu-line.css'

export const css = menuLineCss

interface Props {
  icon: MenuIconName
  text: string
  value?: string
  onPress(): void
  children?: ReactNode
}

export function MenuLine({ icon, text, value, onPress, children }: Props) {
  return (
    <li className="menu-pair">
      <button type="button" className="menu-line" onClick={onPress}>
        <MenuLabel icon={icon} text={text} value={value} />
        <MenuIcon name="forward" />
      </button>
      {children}
    </li>
  )
}

export function MenuValue({ icon, text, children }: { icon: MenuIconName; text: string; children: ReactNode }) {
  return (
    <li>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children */}
      <label className="menu-line">
        <MenuLabel icon={icon} text={text} />
        {children}
      </label>
    </li>
  )
}

function MenuLabel({ icon, text, value }: Pick<Props, 'icon' | 'text'> & { value?: string | undefined }) {
  return (
    <span className="menu-label">
      <MenuIcon name={icon} />
      <span>
        {text}
        {value !== undefined && <small>{value}</small>}
      </span>
    </span>
  )
}
