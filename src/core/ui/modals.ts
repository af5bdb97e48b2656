import { atom, type ReadableAtom } from 'nanostores'

export interface ModalOptions {
  title?: string
  content?: string
  showCancel?: boolean
  cancelText?: string
  confirmText?: string
}

export interface ModalAnswer {
  confirm: boolean
  cancel: boolean
}

export interface Modal extends ModalOptions {
  id: number
  title: string
  content: string
  showCancel: boolean
}

export interface Modals {
  $modal: ReadableAtom<Modal | undefined>
  /** Resolves with `cancel` if the app ends first. Never rejects. */
  show(options?: ModalOptions): Promise<ModalAnswer>
  answer(choice: 'confirm' | 'cancel'): void
}

export function createModals(signal: AbortSignal): Modals {
  const $modal = atom<Modal | undefined>()
  let queue: { modal: Modal; resolve: (answer: ModalAnswer) => void }[] = []
  let lastId = 0

  function answer(choice: 'confirm' | 'cancel') {
    const [answered, ...rest] = queue
    queue = rest
    $modal.set(rest[0]?.modal)
    answered?.resolve({ confirm: choice === 'confirm', cancel: choice === 'cancel' })
  }

  signal.addEventListener('abort', () => {
    while (queue.length > 0) answer('cancel')
  })

  return {
    $modal,
    show({ title = '', content = '', showCancel = true, ...texts } = {}) {
      if (signal.aborted) return Promise.resolve({ confirm: false, cancel: true })
      return new Promise(resolve => {
        queue = [...queue, { modal: { ...texts, id: ++lastId, title, content, showCancel }, resolve }]
        $modal.set(queue[0]?.modal)
      })
    },
    answer
  }
}
