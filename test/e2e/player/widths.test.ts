import { expect, test } from 'vitest'
import { inApp, prepareJourneys } from '../support/journey.js'
import { playAddress } from '../support/player-page.js'

const journeys = prepareJourneys()

const LONG = {
  pt: 'Você prometeu que nunca contaria a ninguém o que aconteceu naquela noite de inverno.',
  'zh-cn': '你答应过我，永远不会把那个冬夜发生的事情告诉任何人，你怎么可以这样对我？'
}
const MIN_GAP_PX = 4

test.each([
  ['pt', 320],
  ['pt', 390],
  ['pt', 412],
  ['pt', 1280],
  ['zh-cn', 360]
] as const)(
  'a long caption, as large as there are, leaves the words beside it alone (%s, %i px)',
  async (lang, width) => {
    const page = await journeys.open(playAddress(2), { viewport: { width, height: 844 } }, async opened => {
      await opened.addInitScript(value => {
        localStorage.setItem('drama_lang', value)
        localStorage.setItem('drama_caption_size', 'l')
      }, lang)
      await opened.route('**/captions/*.vtt', route =>
        route.fulfill({ body: `WEBVTT\n\n00:00.000 --> 00:59.000\n${LONG[lang]}\n`, contentType: 'text/vtt' })
      )
    })
    await inApp(page, '.captions span').waitFor()
    await inApp(page, '.rail-favorite').waitFor()
    const gap = await inApp(page, '.player-bottom').evaluate(bottom => {
      const plate = bottom.querySelector('.captions span')?.getBoundingClientRect()
      const labels = [...bottom.querySelectorAll('.rail button > span:not(.visually-hidden)')]
      // The list of episodes beside a wide player takes the place of its button.
      const words = labels
        .filter(label => label.checkVisibility())
        .map(word => {
          const range = document.createRange()
          range.selectNodeContents(word)
          return range.getBoundingClientRect().left
        })
      return words.length > 2 && plate ? Math.min(...words) - plate.right : Number.NaN
    })
    expect(gap).toBeGreaterThan(MIN_GAP_PX)
  }
)

test('of a hundred ranges of episodes the one that is on is in sight', async () => {
  const page = await journeys.open(playAddress(2744), {}, async opened => {
    await opened.route('**/drama/episodes*', async route => {
      const answer = await (await route.fetch()).json()
      const list = [...Array(3000)].map((_, index) => ({ ...answer.data.list[0], id: `e_${index}`, no: index + 1 }))
      await route.fulfill({ json: { ...answer, data: { ...answer.data, list } } })
    })
    await opened.route('**/drama/play', async route => {
      const requestBody = route.request().postDataJSON()
      const answer = await (await route.fetch({ postData: JSON.stringify({ ...requestBody, episode_no: 2 }) })).json()
      const episode = { ...answer.data.episode, no: requestBody.episode_no }
      await route.fulfill({ json: { ...answer, data: { ...answer.data, episode } } })
    })
  })
  await inApp(page, '.episode-bar').click()
  const pressed = inApp(page, '.episode-list-ranges [aria-pressed="true"]')
  await pressed.waitFor()
  expect(await pressed.textContent()).toBe('2731–2760')
  const isInSight = await pressed.evaluate(button => {
    const bar = button.parentElement?.getBoundingClientRect()
    const { left, right } = button.getBoundingClientRect()
    return bar !== undefined && left >= bar.left && right <= bar.right
  })
  expect(isInSight).toBe(true)
})
