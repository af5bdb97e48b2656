import { expect, test } from 'vitest'
import { inviteLink } from '../../../src/core/reward/invite-link.js'
import { formatWindow, secondsUntil } from '../../../src/core/reward/submission-window.js'

const rules = {
  opens_hour: 8,
  closes_hour: 24,
  timezone: 'America/Sao_Paulo',
  max_per_day: 3,
  share_scope: 'all' as const,
  friends: 20,
  seconds_between: 3600,
  seconds_to_review: 3600,
  claim_days: 7,
  reward_bonus: 60,
  clicks_to_approve: 3
}
const opens_at = Date.parse('2026-11-21T11:00:00Z')
const day = { opens_at, closes_at: opens_at + 16 * 3_600_000 }

test('the window is told in the campaign’s zone, and in the viewer’s where that is another', () => {
  const own = (zone: string) => formatWindow(rules, day, 'en', zone).own
  expect(formatWindow(rules, day, 'en', 'America/Sao_Paulo')).toMatchObject({ hours: '08:00–24:00', own: undefined })
  expect(own('America/New_York')).toBe('06:00–22:00')
  expect(own('America/Manaus')).toBe('07:00–23:00')
  expect(own('Asia/Kolkata')).toBe('16:30–08:30')
  expect(
    formatWindow({ ...rules, timezone: 'Europe/Lisbon' }, { opens_at, closes_at: opens_at + 46_800_000 }, 'en', 'UTC')
      .own
  ).toBe('11:00–24:00')
  expect(formatWindow({ ...rules, timezone: 'Asia/Tokyo' }, day, 'pt', 'UTC').zone).toBe('Horário Padrão do Japão')
  expect(formatWindow(rules, { opens_at: null, closes_at: null }, 'en', 'Asia/Tokyo').own).toBe(undefined)
})

test('a moment is as far as its whole seconds', () => {
  expect([secondsUntil(1500, 500), secondsUntil(1501, 500), secondsUntil(400, 500)]).toEqual([1, 2, 0])
})

test('an invite link is this page with the campaign and the viewer’s code, and nothing of who brought the viewer', () => {
  const invite = { lpid: 'camp-1', code: 'k3Jx' }
  expect(inviteLink('https://a:b@partner.example/p?id=7&share=old&fbclid=x&drama=d_a&ep=2#top', invite)).toBe(
    'https://partner.example/p?id=7&lpid=camp-1&share=k3Jx'
  )
  expect(inviteLink('https://partner.example/', { ...invite, lpid: undefined })).toBe(
    'https://partner.example/?share=k3Jx'
  )
})
