import { Modal, type ModalProps } from '@mantine/core'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useText } from '../i18n/use-text.js'
import { KeepOpenContext } from './keep-dialog-open.js'
import { useKeptFocus } from './keep-focus.js'
import { PageLoader } from './page-loader.js'

const EDITABLE = 'input:not([readonly], [type=checkbox], [type=radio]), textarea:not([readonly])'

export interface DialogProps extends Pick<ModalProps, 'opened' | 'onClose' | 'title' | 'children'> {
  size?: 'md' | 'lg' | 'xl'
}

/** A modal dialog. Its header has no role, because the page has a banner already. */
export function LoadedDialog({ size = 'md', opened, onClose, title, children }: DialogProps) {
  const text = useText('console')
  const [isKeptOpen, setIsKeptOpen] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  const cross = useRef<HTMLButtonElement>(null)
  const isTyped = useRef(false)
  const isByCross = useRef(false)
  useKeptFocus(content, opened)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time it opens or closes
  useEffect(() => {
    isTyped.current = isByCross.current = false
  }, [opened])
  /** Escape and a click outside would lose what is typed. */
  const close = () => {
    const isLoss = isTyped.current && content.current?.querySelector(EDITABLE) != null
    if (isLoss && !isByCross.current) cross.current?.focus()
    else onClose()
  }
  return (
    <Modal.Root
      size={size}
      opened={opened}
      onClose={close}
      returnFocus={false}
      closeOnEscape={!isKeptOpen}
      closeOnClickOutside={!isKeptOpen}
    >
      <Modal.Overlay />
      <Modal.Content
        ref={content}
        onInput={({ target }) => {
          isTyped.current ||= target instanceof Element && target.matches(EDITABLE)
        }}
      >
        <Modal.Header role="presentation">
          <Modal.Title fw={600}>{title}</Modal.Title>
          {!isKeptOpen && (
            <Modal.CloseButton
              ref={cross}
              aria-label={text('close')}
              onClickCapture={() => {
                isByCross.current = true
              }}
            />
          )}
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
