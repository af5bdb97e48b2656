import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { makeFakePath, makeFolder } from '../../tools/fake-ffmpeg.js'
import { callOperator, openConsole, runConsoleAxe } from '../support/console.js'
import { type Journeys, PHONE, prepareJourneys } from '../support/journey.js'
import { openProduct } from '../support/open-product.js'
import { takeScreenshot } from '../support/screenshots.js'

const OPERATOR_KEY = 'key of the upload journeys'

const file = (name: string, content: string) => ({ name, mimeType: 'video/mp4', buffer: Buffer.from(content) })

/** Of a new draft. */
async function openUploads(journeys: Journeys, dramaId: string, options: Parameters<typeof openConsole>[2] = {}) {
  const draft = { slug: dramaId.slice(2), title: dramaId, lang: 'pt' }
  await callOperator(journeys.origin, 'POST drama_create', draft, OPERATOR_KEY)
  const page = await openConsole(journeys, 'editor', { key: OPERATOR_KEY, ...options })
  await page.goto(`${journeys.origin}/console/dramas/upload?id=${dramaId}`)
  await page.getByRole('button', { name: 'Escolher arquivos' }).and(page.locator(':enabled')).waitFor()
  return page
}

const choose = (page: Page, files: ReturnType<typeof file>[]) =>
  page.locator('input[type=file]').first().setInputFiles(files)
const numberOf = (page: Page, name: string) => page.getByRole('textbox', { name: `Número do episódio de ${name}` })
const processButton = (page: Page, count: number) =>
  page.getByRole('button', { name: `Processar ${count} ${count === 1 ? 'arquivo' : 'arquivos'}` })

describe('with ffmpeg', () => {
  const journeys = prepareJourneys(async () => openProduct({ OPERATOR_KEY, PATH: await makeFakePath() }))

  test('an editor uploads episodes over a connection that breaks, corrects their numbers and has them made', async () => {
    const page = await openUploads(journeys, 'd_journey-one')
    let broken = 0
    await page.route('**/console/api/uploads/up_*', route => {
      if (route.request().method() !== 'PATCH' || broken >= 2) return route.continue()
      broken++
      return route.abort('connectionreset')
    })
    await choose(page, [
      file('EP 07 final.mov', 'seven'),
      file('<img src=x onerror=alert(1)> 8.mp4', 'eight'),
      file('trailer.mp4', 'trailer'),
      file('notes.txt', 'notes')
    ])
    await page.getByText('notes.txt').waitFor()
    await page.getByText('Não é um vídeo nem uma legenda', { exact: false }).waitFor()
    await expect.poll(() => page.getByText('Enviado', { exact: true }).count(), { timeout: 15_000 }).toBe(3)
    expect(broken).toBe(2)
    expect(await numberOf(page, 'EP 07 final.mov').inputValue()).toBe('7')
    expect(await numberOf(page, '<img src=x onerror=alert(1)> 8.mp4').inputValue()).toBe('8')
    expect(await page.locator('img[src=x]').count()).toBe(0)
    await page.getByText('1 arquivo sem número fica de fora.').waitFor()
    const trailer = numberOf(page, 'trailer.mp4')
    await trailer.fill('7')
    await trailer.press('Enter')
    await page.getByText('Outro arquivo tem este número.').waitFor()
    expect(await trailer.inputValue()).toBe('7')
    expect(await runConsoleAxe(page)).toEqual([])
    await takeScreenshot(page, 'console-uploads')
    await trailer.fill('1')
    await trailer.press('Enter')
    await processButton(page, 3).click()
    await page.getByText('Os episódios estão no drama.', { exact: false }).waitFor({ timeout: 60_000 })
    await page.getByText('3 de 3 episódios').waitFor()
    await page.getByText('Ainda não há arquivos.').waitFor()
    await page.getByRole('button', { name: 'Mostrar registro' }).click()
    await page
      .getByRole('log')
      .getByText(/^Episódio 7 pronto: EP 07 final\.mov/)
      .waitFor()
    const { list } = await callOperator(journeys.origin, 'GET ingest_list', { drama_id: 'd_journey-one' }, OPERATOR_KEY)
    expect(list).toMatchObject([{ state: 'done', episodes_done: 3 }])
    // Nobody has chosen what an upload makes up, so it is neither shown to viewers nor offered.
    const show = async () =>
      (await callOperator(journeys.origin, 'GET drama_show', { id: 'd_journey-one' }, OPERATOR_KEY)).drama
    await expect.poll(async () => (await show()).has_films, { timeout: 20_000 }).toBe(true)
    const empty = { is_finished: false, age_rating: null, sort: null }
    expect(await show()).toMatchObject({ ...empty, package: empty, edited: expect.arrayContaining(['title.pt']) })
    await page.goto(`${journeys.origin}/console/dramas/edit?id=d_journey-one`)
    await page.getByLabel('Título · Português').waitFor()
    expect(await page.getByRole('button', { name: /^Usar o valor importado/ }).count()).toBe(0)
    await page.getByRole('tab', { name: 'Configurações', exact: true }).click()
    expect(await page.getByRole('switch', { name: 'Concluído' }).isChecked()).toBe(false)
    expect(await page.getByLabel('Posição no Início').inputValue()).toBe('')
    await page.getByText('Vazio: depois de todos os outros', { exact: false }).waitFor()
  })

  test('a broken film is named in the page and in Today; without it the job runs again, on a phone in the dark', async () => {
    const page = await openUploads(journeys, 'd_journey-two', { viewport: PHONE, colorScheme: 'dark' })
    await choose(page, [file('1.mp4', 'one'), file('2.mp4', 'broken')])
    await processButton(page, 2).click()
    await page.getByText('2.mp4 está com defeito ou não é um vídeo.', { exact: true }).waitFor({ timeout: 60_000 })
    const raw = page.getByText('2.mp4: broken or not a video', { exact: false })
    expect(await raw.isVisible()).toBe(false)
    await page.getByText('Texto original').click()
    await raw.waitFor()
    expect(await runConsoleAxe(page)).toEqual([])
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(PHONE.width)
    const today = await page.context().newPage()
    await today.goto(`${journeys.origin}/console/today`)
    await today.getByRole('link', { name: '1 drama com falha no processamento' }).click()
    await today.getByRole('link', { name: 'd_journey-two' }).waitFor()
    expect(await runConsoleAxe(today)).toEqual([])
    await today.close()
    await page.getByRole('button', { name: 'Remover este arquivo' }).click()
    // What is wrong with a file that is gone is no longer said.
    await page.getByText('O arquivo que não pôde ser processado foi removido.').waitFor()
    expect(await page.getByText('está com defeito ou não é um vídeo').count()).toBe(0)
    await page.getByText('2.mp4', { exact: true }).waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: 'Tentar de novo' }).count()).toBe(0)
    await processButton(page, 1).click()
    await page.getByText('Os episódios estão no drama.', { exact: false }).waitFor({ timeout: 60_000 })
  })

  test('files that are dropped are uploaded, one is paused and goes on after the page is opened again', async () => {
    const page = await openUploads(journeys, 'd_journey-three')
    const held = new Map<string, () => void>()
    await page.route('**/console/api/uploads/up_*', async route => {
      if (route.request().method() === 'PATCH')
        await new Promise<void>(resolve => held.set(route.request().url(), resolve))
      await route.continue().catch(() => undefined)
    })
    const dropped = await page.evaluateHandle(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['four'], '4.mp4', { type: 'video/mp4', lastModified: 1 }))
      return transfer
    })
    const area = page.getByText('Solte aqui vídeos, legendas ou uma pasta inteira')
    await area.dispatchEvent('drop', { dataTransfer: dropped })
    await expect.poll(() => held.size, { timeout: 15_000 }).toBe(1)
    await page.getByRole('button', { name: 'Pausar 4.mp4' }).click()
    await page.getByText('Pausado em 0%', { exact: false }).waitFor()
    for (const release of held.values()) release()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.reload()
    await page.getByText('Escolha o mesmo arquivo para continuar.', { exact: false }).waitFor()
    const [address] = held.keys()
    const resumed = page.waitForRequest(request => request.method() === 'HEAD')
    const again = await page.evaluateHandle(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['four'], '4.mp4', { type: 'video/mp4', lastModified: 1 }))
      return transfer
    })
    await page.getByRole('button', { name: 'Escolher arquivos' }).and(page.locator(':enabled')).waitFor()
    await area.dispatchEvent('drop', { dataTransfer: again })
    expect((await resumed).url()).toBe(address)
    await page.getByText('Enviado', { exact: true }).waitFor()
    expect(await page.getByRole('listitem').filter({ hasText: '4.mp4' }).count()).toBe(1)
  })

  test('a folder that is dropped, and one that is chosen, is uploaded with all files in it by the numbers of their names', async () => {
    const folder = await makeFolder()
    await mkdir(join(folder, 'Temporada 1'))
    for (const name of ['EP 02.mp4', 'EP 01.mp4', '.DS_Store', join('Temporada 1', 'EP 10.mp4')])
      await writeFile(join(folder, name), `film ${name}`)
    const page = await openUploads(journeys, 'd_journey-four')
    const area = page.getByText('Solte aqui vídeos, legendas ou uma pasta inteira')
    await page.getByRole('button', { name: 'Escolher pasta' }).and(page.locator(':enabled')).waitFor()
    const { x, y } = (await area.boundingBox()) ?? { x: 0, y: 0 }
    const session = await page.context().newCDPSession(page)
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', {
        type,
        x: x + 5,
        y: y + 5,
        data: { items: [], files: [folder], dragOperationsMask: 1 }
      })
    for (const [name, no] of [
      ['EP 01.mp4', '1'],
      ['EP 02.mp4', '2'],
      ['EP 10.mp4', '10']
    ] as const)
      await expect.poll(() => numberOf(page, name).inputValue()).toBe(no)
    expect(await page.getByText('.DS_Store').count()).toBe(0)
    const other = await makeFolder()
    await writeFile(join(other, 'EP 11.mp4'), 'eleven')
    await writeFile(join(other, 'leia-me.txt'), 'read me')
    await page.locator('input[webkitdirectory]').setInputFiles(other)
    await expect.poll(() => numberOf(page, 'EP 11.mp4').inputValue()).toBe('11')
    await page.getByText('leia-me.txt').waitFor()
  })
})

describe('without ffmpeg', () => {
  const journeys = prepareJourneys(async () => openProduct({ OPERATOR_KEY, PATH: await makeFolder() }))

  test('the page says what to install before anything is uploaded', async () => {
    const page = await openUploads(journeys, 'd_journey-four')
    await page.getByText('instale o ffmpeg 5 ou mais novo', { exact: false }).waitFor()
    await choose(page, [file('1.mp4', 'one')])
    await page.getByText('Enviado', { exact: true }).waitFor()
    expect(await processButton(page, 1).isDisabled()).toBe(true)
  })
})
