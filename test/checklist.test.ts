import { describe, expect, test } from 'vitest'
import { readChecklist } from '../tools/checklist/checklist.js'

test('every statement of the specification is proven by a test or listed as open', () => {
  const { statements, problems } = readChecklist()
  expect(problems).toEqual([])
  expect(statements.map(({ no }) => no)).toEqual(
    Array.from({ length: 279 }, (_, index) => `D-${String(index + 1).padStart(3, '0')}`)
  )
})

test('its own fixtures prove nothing', () => {
  const proofs = readChecklist().statements.flatMap(statement => statement.proofs)
  expect(proofs.length).toBeGreaterThan(300)
  expect(proofs.filter(({ file }) => file === 'test/checklist.test.ts')).toEqual([])
})

describe('the check can fail', () => {
  const list = '- D-001 one\n- D-002 (open) two\n'
  const proof = (...numbers: string[]) => ({ file: 'some.test.ts', title: 'some', numbers })

  test.each([
    ['a statement without a test', [], ['D-001 has no test: one']],
    [
      'an open statement with a test',
      [proof('D-001', 'D-002')],
      ['D-002 is listed as open, and some.test.ts proves it']
    ],
    ['a number that is no statement', [proof('D-001', 'D-003')], ['some.test.ts names D-003, which is no statement']],
    ['nothing to complain of', [proof('D-001')], []]
  ])('%s', (_name, proofs, problems) => {
    expect(readChecklist(list, proofs).problems).toEqual(problems)
  })
})
