import type { ReactNode } from 'react'
import { MenuIcon, type MenuIconName } from '../icon/menu-icon.js'
import menuLineCss from './menu-line.css'

export const css = menuLineCss

interface Props {
  icon: MenuIconName
  text: string
  value?: string
  isNew?: boolean
  onPress(): void
  children?: ReactNode
}

export function MenuLine({ icon, text, value, isNew, onPress, children }: Props) {
  return (
    <li className="menu-pair">
      <button type="button" className="menu-line" onClick={onPress}>
        <MenuLabel icon={icon} text={text} value={value} isNew={isNew} />
        {children === undefined && <MenuIcon name="forward" />}
      </button>
      {children}
    </li>
  )
}

type LabelProps = Pick<Props, 'icon' | 'text'> & { value?: string | undefined; isNew?: boolean | undefined }

function MenuLabel({ icon, text, value, isNew }: LabelProps) {
  return (
    <span className="menu-label">
      <MenuIcon name={icon} />
      <span>
        {text}
        {value !== undefined && <small data-new={isNew ? '' : undefined}>{value}</small>}
      </span>
    </span>
  )
}
