import { expect, test } from 'vitest'
import { findWrongFormat, readNumberField } from '../../console/campaigns/campaign-fields.js'

test.each([
  ['theme.accent', 'red', 'colour'],
  ['theme.accent', '#fff', 'colour'],
  ['theme.accent', '#1A2b3c', null],
  ['theme.radius', '41px', 'radius'],
  ['theme.radius', '8', 'radius'],
  ['theme.radius', '40px', null],
  ['theme.font', 'Inter; color: red', 'font'],
  ['embed_ancestors', 'http://a.example', 'embed'],
  ['embed_ancestors', 'https://a.example https://*.b.example', null],
  ['embed_ancestors', 'none', null],
  ['pixel_hint.meta_id', '12', 'meta_id'],
  ['pixel_hint.tiktok_id', 'abc', 'tiktok_id'],
  ['tokens.meta_token', 'short', 'token'],
  ['tokens.meta_test_code', 'TEST 1', 'test_code'],
  ['theme.accent', ' ', null],
  ['name', 'anything', null]
])('%s as “%s”', (field, typed, wrong) => {
  expect(findWrongFormat(field, typed)).toBe(wrong)
})

test.each([
  ['daily_limit', '0', null],
  ['daily_limit', '1.000.000', '1000000'],
  ['daily_limit', '1.000.001', null],
  ['daily_limit', '', ''],
  ['daily_limit', 'oito', null],
  ['free_episodes_override', '0', '0'],
  ['attribution_window_days', '', null],
  ['attribution_window_days', '90', '90']
] as const)('%s as “%s”', (name, typed, read) => {
  expect(readNumberField(name, typed, 'pt-BR')).toBe(read)
})
