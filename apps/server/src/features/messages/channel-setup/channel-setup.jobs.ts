import type { AppContext } from '../../../platform/app-context.ts'
import type { Cleanup } from '../../../platform/jobs/cleanup.ts'
import { notifyAdmins } from '../notification/notification.ts'

export const channelSetupCleanups: readonly Cleanup[] = [notifyFailingChannels]

/**
 * Notifies the admins once when a channel begins to fail, even if several servers call this function. A failure of email is not reported by email.
 */
async function notifyFailingChannels({ db, clock, log }: Pick<AppContext, 'clock' | 'db' | 'log'>): Promise<void> {
  await db.asActor({ role: 'worker', id: null }, async (tx) => {
    const { rows } = await tx.run<{ channel: string }>('select channel from def.note_failing_channels($1) as channel', [
      clock.now(),
    ])
    for (const { channel } of rows) {
      log.warn('nothing leaves by this channel', { code: channel })
      await notifyAdmins(tx, 'channel-failing', { name: channel }, channel === 'email' ? { email: null } : {})
    }
  })
}
