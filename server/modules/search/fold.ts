const replacements: Record<string, string> = {
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

/** `Coração, Ｃｅｏ!` becomes `coracao ceo`. Folding twice changes nothing. */
export function fold(text: string): string {
  return (
    text
      // Lowers the case twice, because NFKD splits some signs, such as ℡, into capitals.
      .toLowerCase()
      .normalize('NFKD')
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[\p{M}\p{Cf}]+/gu, '')
      .replace(/[ßøłđðþæœıς]/g, letter => replacements[letter] ?? letter)
      // `don't` is one word, `d'água` two.
      .replace(/(?<=\p{L}{2})['’‘ʼ`](?=\p{L})/gu, '')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      // Recomposes Korean syllables.
      .normalize('NFC')
      .trim()
  )
}
