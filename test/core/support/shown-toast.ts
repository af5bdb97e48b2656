import type { Toast } from '../../../src/core/ui/toasts.js'
import type { TestApp } from './open-test-app.js'

/** The toast on screen, after the texts of an error that happened before have been loaded. */
export async function shownToast({
  app,
  environment
}: Pick<TestApp, 'app' | 'environment'>): Promise<Toast | undefined> {
  await Promise.all([import('../../../src/core/loading/error-message.js'), app.i18n.loadPageMessages()])
  // Lets the code run that waits for the same texts.
  await new Promise(resolve => setImmediate(resolve))
  await environment.advance(10)
  return app.toasts.$toast.get()
}
