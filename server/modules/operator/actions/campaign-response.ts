import { z } from 'zod'
import { langs } from '../../../../contract/protocol/language.js'
import { shareScope } from '../../../../contract/reward.js'

/** A campaign as it is stored. */
export const campaignRow = z.object({
  lpid: z.string(),
  name: z.string(),
  status: z.enum(['active', 'closed']),
  start_drama_id: z.string().nullable(),
  start_episode_no: z.number().int().nullable(),
  free_episodes_override: z.number().int().nullable(),
  theme: z.record(z.string(), z.string()),
  created_at: z.date(),
  timezone: z.string().nullable(),
  rewards_enabled: z.boolean(),
  checkin_enabled: z.boolean(),
  reward_budget: z.number().int().nullable(),
  share_scope: shareScope,
  default_lang: z.enum(langs).nullable(),
  currency: z.string().nullable(),
  offer_id: z.string().nullable(),
  embed_ancestors: z.string().nullable(),
  daily_limit: z.number().int().nullable(),
  attribution_window_days: z.number().int(),
  pixel_hint: z.record(z.string(), z.string()),
  partner_id: z.string().nullable()
})

const conversion = z.object({ test_code: z.string().nullable() }).nullable()

/** Never a token: null means that no events are sent to the network. */
export const campaignResponse = z.object({
  campaign: campaignRow.extend({
    conversions: z.object({ meta: conversion, tiktok: conversion }),
    version: z.string()
  })
})

export const linkResponse = z.object({
  url: z.string().nullable(),
  query: z.string(),
  lps: z.string(),
  minutes: z.number().int(),
  expires_at: z.iso.datetime()
})
