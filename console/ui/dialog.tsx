import { Modal, type ModalProps } from '@mantine/core'
import { useText } from '../i18n/use-text.js'

interface DialogProps extends Pick<ModalProps, 'opened' | 'onClose' | 'title' | 'children'> {
  size?: 'md' | 'lg' | 'xl'
}

/** A modal dialog with a translated close button. */
export function Dialog({ size = 'md', ...props }: DialogProps) {
  const text = useText('console')
  return <Modal size={size} closeButtonProps={{ 'aria-label': text('close') }} {...props} />
}
