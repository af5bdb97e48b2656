import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openProduct } from '../../e2e/support/open-product.js'
import { zoneAt } from '../../e2e/support/zone-at.js'
import type { BrowserPage } from '../engines/engine.js'
import { inApp } from '../support/element.js'
import { prepareJourneys, runInPage } from '../support/journey.js'

// Screenshots are accepted from 8 to 24 o'clock.
const journeys = prepareJourneys(() => openProduct({ TIMEZONE: zoneAt(12) }))

/** Draws a picture that no other is like, because the server rejects repeated ones. */
async function drawScreenshot(page: BrowserPage): Promise<string> {
  const data = await runInPage(page, () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 800 })
    const context = canvas.getContext('2d')
    for (let tile = 0; context && tile < 60; tile++) {
      context.fillStyle = `hsl(${Math.random() * 360} 70% 50%)`
      context.fillRect(Math.random() * 400, Math.random() * 800, 120, 90)
    }
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  const folder = mkdtempSync(path.join(tmpdir(), 'drama-screenshot-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'share.png')
  writeFileSync(file, Buffer.from(data, 'base64'))
  return file
}

/** Keeps the field that the app opens in the document, because a driver sets files of such fields only. */
const keepFileField = (page: BrowserPage) =>
  runInPage(page, () => {
    const { click } = HTMLInputElement.prototype
    HTMLInputElement.prototype.click = function () {
      if (this.type !== 'file') return click.call(this)
      this.style.position = 'fixed'
      document.body.append(this)
      Object.assign(window, { fileField: this })
    }
  })

test('today’s reward is claimed, and counted', async () => {
  const page = await journeys.open('/pages/reward/reward')
  await inApp(page, '.check-in button').click()
  await expect.poll(() => inApp(page, '.reward-total').text()).toBe('2')
})

test('a screenshot of a share is uploaded and handed in for review', async () => {
  const page = await journeys.open('/pages/reward/whatsapp')
  await inApp(page, '.share-rules').waitFor()
  await inApp(page, 'button', { name: 'Enviar para análise' }).click()
  await inApp(page, '.picture-problem:not(:empty)').waitFor()
  await keepFileField(page)
  await inApp(page, '.page:not([hidden]) .picture-side .button').click()
  await expect.poll(() => page.evaluate('Boolean(window.fileField)')).toBe(true)
  await page.chooseFile('window.fileField', await drawScreenshot(page))
  await inApp(page, '.picture[data-state="ready"]').waitFor()
  await inApp(page, 'button', { name: 'Enviar para análise' }).click()
  await expect.poll(() => inApp(page, '.submission [data-status]').text()).toBe('Em análise')
})
