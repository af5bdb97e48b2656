import { expect, test } from 'vitest'
import { makeFakePath } from '../../tools/fake-ffmpeg.js'
import { openConsole } from '../support/console.js'
import { inApp, prepareJourneys } from '../support/journey.js'
import { openProduct } from '../support/open-product.js'

const key = 'key of the publishing journey'
const journeys = prepareJourneys(async () => openProduct({ OPERATOR_KEY: key, PATH: await makeFakePath() }))

const film = (name: string) => ({ name, mimeType: 'video/quicktime', buffer: Buffer.from(name) })

test('an editor publishes a drama from files of a camera, and a viewer watches it', async () => {
  const page = await openConsole(journeys, 'editor', { key })
  await page.getByRole('link', { name: 'Dramas', exact: true }).click()
  await page.getByRole('link', { name: 'Novo drama' }).click()
  await page.getByRole('heading', { level: 1, name: 'Novo drama' }).waitFor()
  await page.getByRole('textbox', { name: /^Título/ }).fill('A Última Maré')
  await page.getByRole('textbox', { name: /^Título/ }).press('Tab')
  await page.getByRole('button', { name: 'Criar rascunho' }).click()
  await page.getByRole('heading', { level: 1, name: 'A Última Maré' }).waitFor()

  await page.getByRole('tab', { name: 'Episódios', exact: true }).click()
  await page.getByRole('link', { name: 'Adicionar episódios' }).click()
  await page.getByRole('button', { name: 'Escolher arquivos' }).and(page.locator(':enabled')).waitFor()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([film('IMG_0001.MOV'), film('IMG_0002.MOV')])
  await page.getByRole('button', { name: 'Processar 2 arquivos' }).click()
  await page.getByText('Os episódios estão no drama.', { exact: false }).waitFor({ timeout: 60_000 })

  const detail = async () => (await fetch(`${journeys.origin}/drama/detail?drama_id=d_a-ultima-mare`)).json()
  expect((await detail()).code).toBe(4204)

  await page.getByRole('link', { name: 'Abrir o drama' }).click()
  const publish = page.getByRole('button', { name: 'Publicar agora' })
  await publish.and(page.locator(':enabled')).waitFor({ timeout: 30_000 })
  await publish.click()
  await page.getByText('Publicado', { exact: true }).first().waitFor()
  expect((await detail()).data.drama).toMatchObject({ title: 'A Última Maré', episode_count: 2 })

  const viewer = await journeys.open('/?drama=d_a-ultima-mare&ep=1')
  const seconds = () =>
    inApp(viewer, 'video').evaluateAll(list =>
      Math.max(0, ...list.map(video => (video as HTMLVideoElement).currentTime))
    )
  await expect.poll(seconds, { timeout: 20_000 }).toBeGreaterThan(0.5)
})
