import { chromiumLaunch } from '../chromium.mjs'

/** The browser is unpacked once, before several files ask for it at the same time. */
export default async function setup() {
  await chromiumLaunch()
}
