// The product with its own Postgres database behind the fault proxy, so that tests can give coins to viewers.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { readConfig } from '../../../server/config/config.js'
import { openDatabase } from '../../../server/db/open.js'
import { createLog } from '../../../server/lib/log.js'
import { decideClaims } from '../../../server/modules/guarantee/claims.js'
import { balanceOf, expectValidLedger, giveCoins } from '../../server/support/money.js'
import { createTestClock } from '../../server/support/open-test-server.js'
import { type FaultProxy, openFaultyProduct } from './fault-proxy.js'
import { createSampleDatabase } from './shared-products.js'

export interface FundedProduct extends FaultProxy {
  giveCoins(page: Page, coins: number, bonus?: number): Promise<void>
  /** Checks the viewer's ledger first. */
  readBalance(page: Page): Promise<{ coins: number; bonus: number }>
  countUnlocks(page: Page): Promise<number>
  setPrice(episodeId: string, price: number): Promise<void>
  /** Decides claims as the server would do in `hours` hours. */
  settleClaims(hours: number): Promise<void>
  post(page: Page, address: string, data: object): Promise<unknown>
}

const TOKEN = 'firstui_m_token'

export async function openFundedProduct(): Promise<FundedProduct> {
  const env = { DATABASE_URL: await createSampleDatabase() }
  const product = await openFaultyProduct(env)
  const folder = mkdtempSync(path.join(tmpdir(), 'drama-rich-'))
  const config = readConfig({ ...env, DATA_DIR: folder }, { projectDir: path.resolve('.'), readText: () => null })
  const { db, close } = await openDatabase(config, createLog('silent'))
  const tokenOf = async (page: Page) => {
    await page.waitForFunction(key => localStorage.getItem(key), TOKEN)
    return (await page.evaluate(key => localStorage.getItem(key), TOKEN)) ?? ''
  }
  const userOf = async (page: Page): Promise<string> => {
    const headers = { Authorization: await tokenOf(page) }
    const answer = await page.request.get(`${product.origin}/user/info?lang=en`, { headers })
    return (await answer.json()).data.user.id
  }
  return {
    ...product,
    async giveCoins(page, coins, bonus = 0) {
      await giveCoins({ db, config, clock: createTestClock(Date.now()) }, await userOf(page), coins, bonus)
    },
    async readBalance(page) {
      const userId = await userOf(page)
      await expectValidLedger(db, userId)
      return balanceOf(db, userId)
    },
    async countUnlocks(page) {
      const standing = db.selectFrom('unlocks').select('episode_id').where('refunded_at', 'is', null)
      return (await standing.where('user_id', '=', await userOf(page)).execute()).length
    },
    async setPrice(episodeId, price) {
      await db.updateTable('episodes').set({ price }).where('id', '=', episodeId).execute()
    },
    async settleClaims(hours) {
      await decideClaims(db, new Date(Date.now() + hours * 3_600_000))
    },
    async post(page, address, data) {
      const headers = { Authorization: await tokenOf(page) }
      const answer = await page.request.post(product.origin + address, { data, headers })
      return (await answer.json()).data
    },
    async stop() {
      await product.stop()
      await close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
