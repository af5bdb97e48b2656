import { describe, expect, test } from 'vitest'
import { createModals, type ModalAnswer } from '../../../src/core/ui/modals.js'

const confirmed = { confirm: true, cancel: false }
const cancelled = { confirm: false, cancel: true }

function openModals() {
  const app = new AbortController()
  const modals = createModals(app.signal)
  return { modals, app, shown: () => modals.$modal.get() }
}

describe('a modal', () => {
  test('can be cancelled unless it says otherwise, and leaves its texts to the viewer’s language', () => {
    const { modals, shown } = openModals()
    void modals.show({ title: 'Leave?' })
    expect(shown()).toMatchObject({ title: 'Leave?', content: '', showCancel: true })
    expect(shown()?.confirmText).toBeUndefined()
    expect(shown()?.cancelText).toBeUndefined()
    modals.answer('cancel')
    void modals.show({ showCancel: false, confirmText: 'Sure' })
    expect(shown()).toMatchObject({ showCancel: false, confirmText: 'Sure' })
  })

  test('answers once with what the viewer chose, and is gone', async () => {
    const { modals, shown } = openModals()
    const yes = modals.show()
    modals.answer('confirm')
    expect(shown()).toBeUndefined()
    modals.answer('cancel')
    expect(await yes).toEqual(confirmed)
    const no = modals.show()
    modals.answer('cancel')
    expect(await no).toEqual(cancelled)
  })

  test('waits for the one before it', async () => {
    const { modals, shown } = openModals()
    const answers: [string, ModalAnswer][] = []
    for (const title of ['one', 'two', 'three']) {
      void modals.show({ title }).then(answer => answers.push([title, answer]))
    }
    const seen: (string | undefined)[] = []
    for (const choice of ['confirm', 'cancel', 'confirm'] as const) {
      seen.push(shown()?.title)
      modals.answer(choice)
    }
    await Promise.resolve()
    expect(seen).toEqual(['one', 'two', 'three'])
    expect(shown()).toBeUndefined()
    expect(answers).toEqual([
      ['one', confirmed],
      ['two', cancelled],
      ['three', confirmed]
    ])
  })

  test('two with the same texts are two', () => {
    const { modals, shown } = openModals()
    void modals.show({ title: 'Again?' })
    void modals.show({ title: 'Again?' })
    const first = shown()?.id
    modals.answer('confirm')
    expect(shown()?.title).toBe('Again?')
    expect(shown()?.id).not.toBe(first)
  })

  test('that nobody answers is cancelled by the end of the app, and so is one after it', async () => {
    const { modals, app, shown } = openModals()
    const open = [modals.show({ title: 'one' }), modals.show({ title: 'two' })]
    app.abort()
    expect(await Promise.all(open)).toEqual([cancelled, cancelled])
    expect(await modals.show({ title: 'late' })).toEqual(cancelled)
    expect(shown()).toBeUndefined()
  })
})
