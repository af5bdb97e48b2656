import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { ComponentPropsWithRef, ComponentType } from 'react'

interface MenuButtonProps extends ActionIconProps, Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> {
  label: string
  icon: ComponentType<{ size?: number }>
}

/** A button of the header, also while the menu behind it loads. */
export const MenuButton = ({ label, icon: Icon, ...button }: MenuButtonProps) => (
  <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} {...button}>
    <Icon size={20} />
  </ActionIcon>
)
