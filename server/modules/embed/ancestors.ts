import { z } from 'zod'

const ANCESTOR = /^https:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/

/** Origins of pages that may frame embeds, separated by spaces; `*.` stands for all subdomains. `none` allows no page. */
export const ancestorsSchema = z
  .string()
  .max(2000)
  .refine(text => text === 'none' || text.split(' ').every(origin => ANCESTOR.test(origin)))

/** Returns the Content-Security-Policy of an embed. Null allows every page. */
export function createEmbedPolicy(ancestors: string | null): string {
  const sources = ancestors === null ? '*' : ancestors === 'none' ? "'none'" : ancestors
  return `frame-ancestors ${sources}; base-uri 'none'; object-src 'none'`
}
