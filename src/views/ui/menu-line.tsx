import type { ReactNode } from 'react'
import { MenuIcon, type MenuIconName } from './menu-icon.js'
import menuLineCss from './menu-line.css'

export const css = menuLineCss

interface Props {
  icon: MenuIconName
  text: string
  onPress(): void
}

/** A line of a menu that leads somewhere. */
export function MenuLine({ icon, text, onPress }: Props) {
  return (
    <li>
      <button type="button" className="menu-line" onClick={onPress}>
        <MenuLabel icon={icon} text={text} />
        <MenuIcon name="forward" />
      </button>
    </li>
  )
}

/** A line of a menu that shows, or lets choose, a value. */
export function MenuValue({ icon, text, children }: { icon: MenuIconName; text: string; children: ReactNode }) {
  return (
    <li>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: where there is one it is among the children */}
      <label className="menu-line">
        <MenuLabel icon={icon} text={text} />
        {children}
      </label>
    </li>
  )
}

function MenuLabel({ icon, text }: { icon: MenuIconName; text: string }) {
  return (
    <span className="menu-label">
      <MenuIcon name={icon} />
      {text}
    </span>
  )
}
