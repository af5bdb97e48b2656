import startProducts from '../e2e/global-setup.js'
import { collectProcesses } from './engines/browser-processes.js'
import { findWebKit } from './engines/find-engines.js'
import { startVirtualScreen } from './engines/virtual-screen.js'

export default async function setup() {
  const stopProducts = await startProducts()
  const endProcesses = collectProcesses()
  const screen = process.env.BROWSER_ENGINE === 'webkit' ? await startVirtualScreen(findWebKit().xvfb) : undefined
  if (screen) process.env.DISPLAY = screen.display
  return async () => {
    endProcesses()
    await screen?.stop()
    await stopProducts()
  }
}
