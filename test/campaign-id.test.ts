import { expect, test } from 'vitest'
import { parseLpid } from '../server/modules/campaign/lpid.js'
import { readCampaign } from '../widget/element/attributes.js'

test('element and server accept the same campaign ids', () => {
  const ids = ['a', 'Z9_-', 'x'.repeat(64), 'x'.repeat(65), ' a', 'a b', 'a.b', 'é', 'a\n', '../a', '-', '_']
  const isAccepted = (id: string) => readCampaign(id, 'https://partner.example/').lpid === id
  expect(ids.filter(isAccepted)).toEqual(ids.filter(id => parseLpid(id).lpid === id))
  expect(ids.filter(isAccepted)).toEqual(['a', 'Z9_-', 'x'.repeat(64), '-', '_'])
})
