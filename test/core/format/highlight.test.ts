import fc from 'fast-check'
import { expect, test } from 'vitest'
import { highlight } from '../../../src/core/format/highlight.js'

const marked = (text: string, keyword: string) =>
  highlight(text, keyword)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join('')

test.each([
  ['A Ação de Inverno', 'acao', 'A [Ação] de Inverno'],
  ['Ação e reação', 'ação', '[Ação] e reação'],
  ['Corazón roto', 'CORA', '[Cora]zón roto'],
  ['El niño y la niña', 'nin', 'El [niñ]o y la [niñ]a'],
  ['冬日新娘', '新娘', '冬日[新娘]'],
  ['Ｆｕｌｌ width', 'full', '[Ｆｕｌｌ] width'],
  ['ﬁne wine', 'fin', '[ﬁn]e wine'],
  ['A noiva de inverno', 'noiva inverno', 'A [noiva] de [inverno]'],
  ['e\u0301clair', 'ec', '[e\u0301c]lair'],
  ['50% off (now)', '(now', '50% off ([now])'],
  ['nothing here', 'xyz', 'nothing here'],
  ['nothing typed', '   ', 'nothing typed'],
  ['', 'a', '']
])('%s, searched with %s: %s', (text, keyword, expected) => {
  expect(marked(text, keyword)).toBe(expected)
})

test('whatever is searched, the pieces together are the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, keyword) => {
      expect(
        highlight(text, keyword)
          .map(piece => piece.text)
          .join('')
      ).toBe(text)
    })
  )
})
