import { Modal, type ModalProps } from '@mantine/core'
import { Suspense, useRef, useState } from 'react'
import { useText } from '../i18n/use-text.js'
import { KeepOpenContext } from './keep-dialog-open.js'
import { useKeptFocus } from './keep-focus.js'
import { PageLoader } from './page-loader.js'

export interface DialogProps extends Pick<ModalProps, 'opened' | 'onClose' | 'title' | 'children'> {
  size?: 'md' | 'lg' | 'xl'
}

/** A modal dialog. Its header has no role, because the page has a banner already. */
export function LoadedDialog({ size = 'md', opened, onClose, title, children }: DialogProps) {
  const text = useText('console')
  const [isKeptOpen, setIsKeptOpen] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  useKeptFocus(content, opened)
  return (
    <Modal.Root
      size={size}
      opened={opened}
      onClose={onClose}
      returnFocus={false}
      closeOnEscape={!isKeptOpen}
      closeOnClickOutside={!isKeptOpen}
    >
      <Modal.Overlay />
      <Modal.Content ref={content}>
        <Modal.Header role="presentation">
          <Modal.Title fw={600}>{title}</Modal.Title>
          {!isKeptOpen && <Modal.CloseButton aria-label={text('close')} />}
        </Modal.Header>
        <Modal.Body>
          <KeepOpenContext value={setIsKeptOpen}>
            <Suspense fallback={<PageLoader />}>{children}</Suspense>
          </KeepOpenContext>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
