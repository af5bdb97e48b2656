import { fingers, restoreMedia } from '../support/devtools.js'
import type { Lab, LabOptions, openLab } from './entry.js'

const address: string = JSON.parse(document.getElementById('build')?.textContent ?? '{}').lab
const opened: Lab[] = []

export async function open(scene: Parameters<typeof openLab>[0], options?: LabOptions): Promise<Lab> {
  const module: { openLab: typeof openLab } = await import(address)
  const lab = await module.openLab(scene, options)
  opened.push(lab)
  return lab
}

export const find = <Found extends HTMLElement>({ root }: Lab, selector: string) =>
  root.querySelector<Found>(selector) ?? undefined

export const focused = ({ root }: Lab) => {
  const element = root.activeElement
  return element ? element.getAttribute('aria-label') || element.textContent || element.localName : undefined
}

afterEach(async () => {
  await fingers.takeAway()
  for (const lab of opened.splice(0)) lab.close()
  await restoreMedia()
})
