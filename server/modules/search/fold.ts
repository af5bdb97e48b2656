const letters: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ς: 'σ'
}

/**
 * A text as search compares it: words of letters and digits with one space between, in lower case, without accents and
 * in one width; `Coração, Ｃｅｏ!` becomes `coracao ceo`. Folding what is folded changes nothing.
 */
export function fold(text: string): string {
  return (
    text
      // Lower case once more: some signs, such as ℡, only then fall apart into capitals.
      .toLowerCase()
      .normalize('NFKD')
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[\p{M}\p{Cf}]+/gu, '')
      .replace(/[ßøłđðþæœıς]/g, letter => letters[letter] ?? letter)
      // don't is one word, d'água are two.
      .replace(/(?<=\p{L}{2})['’‘ʼ`](?=\p{L})/gu, '')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      // Korean syllables come together again.
      .normalize('NFC')
      .trim()
  )
}
