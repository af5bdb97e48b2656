import { expect, test } from 'vitest'
import { readBrand } from '../../../src/core/ui/brand.js'

const PAGE = 'http://partner.example/landing/?a=1'
const logo = (address: string | undefined) => readBrand(undefined, address, PAGE).logo

test('a name is cut where nobody could show it, and nothing where it is blank', () => {
  expect(readBrand('  Novela Já ', undefined, PAGE).name).toBe('Novela Já')
  expect(readBrand('x'.repeat(100), undefined, PAGE).name).toHaveLength(60)
  for (const blank of [undefined, '', '   ']) expect(readBrand(blank, undefined, PAGE).name).toBeUndefined()
})

test('a logo is https, or of the page’s own origin', () => {
  expect(logo('https://cdn.example/logo.svg')).toBe('https://cdn.example/logo.svg')
  expect(logo('/logo.png')).toBe('http://partner.example/logo.png')
  expect(logo('logo.png')).toBe('http://partner.example/landing/logo.png')
  expect(logo('//partner.example/x.png')).toBe('http://partner.example/x.png')
})

test.each([
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'data:image/svg+xml,<svg onload="alert(1)"/>',
  'blob:http://partner.example/1',
  'http://other.example/logo.png',
  '//other.example/logo.png',
  'http://partner.example:81/logo.png',
  'file:///etc/passwd',
  'https://',
  '',
  '  '
])('%s is no logo', address => expect(logo(address)).toBeUndefined())
