import startProducts from '../e2e/global-setup.js'
import { findWebKit } from './engines/find-engines.js'
import { startVirtualScreen } from './engines/virtual-screen.js'

export default async function setup() {
  const stopProducts = await startProducts()
  if (process.env.BROWSER_ENGINE !== 'webkit') return stopProducts
  const screen = await startVirtualScreen(findWebKit().xvfb)
  process.env.DISPLAY = screen.display
  return async () => {
    await screen.stop()
    await stopProducts()
  }
}
