import { createBroadcast } from '../../../widget/environment/broadcast.js'
import { openChannel } from '../../../widget/environment/channel.js'
import { expect } from '../support/expect.js'
import { eventually } from '../support/until.js'

it("the browser's own channel forgets who listened when its signal comes", async () => {
  const lifetime = new AbortController()
  const open = () => createBroadcast(openChannel(), () => true, lifetime.signal)
  const [one, other] = [open(), open()]
  const page = new AbortController()
  const received = { byPage: [] as unknown[], byApp: [] as unknown[] }
  other.listen(message => received.byPage.push(message), page.signal)
  other.listen(message => received.byApp.push(message))
  one.post('first')
  await eventually(() => received, { byPage: ['first'], byApp: ['first'] })
  page.abort()
  one.post('second')
  await eventually(() => received.byApp, ['first', 'second'])
  expect(received.byPage).toEqual(['first'])
  lifetime.abort()
})
