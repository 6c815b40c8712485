import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { createApp, type RunningApp } from '../../apps/server/src/app.ts'
import { readConfig } from '../../apps/server/src/platform/config/config.ts'
import { openLog } from '../../apps/server/src/platform/log.ts'
import { loadSecrets } from '../../apps/server/src/platform/secrets/secrets.ts'
import type { TestBrowser } from '../../apps/server/src/testing/browser.ts'
import { createTestCluster } from '../../apps/server/src/testing/database/cluster.ts'
import { openInbox } from '../../apps/server/src/testing/doubles/inbox.ts'
import { openStoryClock } from '../demo/clock.ts'
import { createDemoPractice } from '../demo/fill.ts'
import { readTexts } from '../demo/texts.ts'

export type PictureRole = 'therapist' | 'client' | 'admin'

type DemoProduct = {
  app: RunningApp
  /** The time on the clock of the pictures' pages. */
  shownAt: Date
  /**
   * Creates the demo practice. Returns the browsers of the admin, the first therapist and that therapist's first
   * client.
   */
  fill(): Promise<Record<PictureRole, TestBrowser>>
  stop(): Promise<void>
}

/**
 * Starts the product with an empty database in a temporary folder. The pictures show the next Tuesday at 09:26. The
 * clock of the server starts five minutes earlier, which is enough time to create the practice. The clock is ahead of
 * the real time. The database stamps some rows with the real time, and these rows must not be in the future.
 */
export async function startDemoProduct(): Promise<DemoProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), 'attune-pictures-'))
  const { secrets } = loadSecrets(join(dataDir, 'secrets'))
  const [cluster, inbox] = await Promise.all([createTestCluster(), openInbox()])
  const mail = { SMTP_URL: inbox.url, MAIL_FROM: 'Attune <post@practice.example>' }
  const config = readConfig({ ATTUNE_DATA: dataDir, PORT: '0', WRITE_LIMITS: 'off', ...mail }, dataDir)
  const shownAt = nextTuesday()
  const ahead = shownAt.getTime() - 5 * 60_000 - Date.now()
  const clock = openStoryClock(ahead)
  const options = { clock, log: openLog('error'), openCallsPerMinute: 100_000, worker: false }
  const app = await createApp(config, secrets, cluster.adminUrl, options)
  return {
    app,
    shownAt,
    async fill() {
      const accounts = await createDemoPractice({
        app,
        clock,
        databaseUrl: cluster.adminUrl,
        language: 'en',
        say: console.log,
      })
      const browserOf = (role: PictureRole) => {
        const account = accounts.find((one) => one.role === role)
        if (!account) throw new Error(`the demo practice has no ${role}`)
        return account.browser
      }
      return { therapist: browserOf('therapist'), client: browserOf('client'), admin: browserOf('admin') }
    },
    async stop() {
      await app.close()
      await Promise.all([cluster.stop(), inbox.close()])
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function nextTuesday(): Date {
  const today = Temporal.Now.zonedDateTimeISO(readTexts('en').practice.zone)
  const days = (2 - today.dayOfWeek + 7) % 7 || 7
  const tuesday = today.add({ days }).withPlainTime('09:26')
  return new Date(tuesday.epochMilliseconds)
}
