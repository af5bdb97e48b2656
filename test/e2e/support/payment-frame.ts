import type { FrameLocator, Page } from 'playwright-core'
import { inApp } from './journey.js'

/** The payment in the sheet. */
export const paymentFrame = (page: Page): FrameLocator =>
  inApp(page, '.payment iframe:not([data-loading])').contentFrame()

export const decideInFrame = (page: Page, decision: 'approve' | 'decline' | 'leave') =>
  paymentFrame(page).locator(`button[value=${decision}]`).click()
