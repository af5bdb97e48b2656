import type { ReactNode } from 'react'

export function Button({
  onPress,
  children,
  kind = 'primary'
}: {
  onPress(): void
  children: ReactNode
  kind?: 'primary' | 'quiet'
}) {
  return (
    <button type="button" className={`button ${kind}`} part="button" onClick={onPress}>
      {children}
    </button>
  )
}
