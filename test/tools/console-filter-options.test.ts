import { expect, test } from 'vitest'
import { filterUntilFound } from '../../console/ui/filter-options.js'

const options = ['Coração de gelo', 'A herdeira', 'Segredo da herança'].map((label, index) => ({
  value: `d_${index}`,
  label,
  disabled: false
}))
const find = (isAnswered: boolean, search: string) => filterUntilFound(isAnswered)({ options, search, limit: 20 })

test('until the server answers, a select shows only the known options whose labels have what is typed', () => {
  expect(find(false, 'herança')).toEqual([options[2]])
  expect(find(false, ' CORACAO ')).toEqual([options[0]])
  expect(find(false, 'zebra')).toEqual([])
})

test('what the server found by a cast or an id is shown although the label has other words', () => {
  expect(find(true, 'd_1')).toEqual(options)
})
