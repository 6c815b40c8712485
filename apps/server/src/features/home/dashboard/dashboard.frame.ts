import type { Frame } from '@attune/contract/features/home/dashboard/dashboard'
import type { Tx } from '../../../platform/database/actor.ts'
import { readOwnProfile } from '../../people/account/account.ts'
import { readPaymentsAccess } from '../../billing/business/business.ts'
import { readUnreadCounts } from '../../messages/message/message.ts'
import { readLatestNotifications } from '../../messages/notification/notification.ts'
import { countNotesToWrite } from '../../care/note/note.ts'
import { countTasks } from '../../care/task/task.ts'

/** The number of notifications in the frame. The bell shows the number of all unread ones and loads more when it is opened. */
const notificationsInFrame = 5

/** Returns the content of the frame of every page for the actor: profile, unread notifications, and the counts, which are null for an admin. */
export async function readFrame(tx: Tx, now: Date): Promise<Frame> {
  const [me, notifications, counts] = await Promise.all([
    readOwnProfile(tx),
    readLatestNotifications(tx, { unreadOnly: true, limit: notificationsInFrame }),
    tx.actor.role === 'admin' ? null : readCounts(tx, now),
  ])
  return { me, notifications, counts }
}

async function readCounts(tx: Tx, now: Date): Promise<NonNullable<Frame['counts']>> {
  const [messages, tasks, notes, payments] = await Promise.all([
    readUnreadCounts(tx),
    countTasks(tx, now),
    tx.actor.role === 'therapist' ? countNotesToWrite(tx, now) : null,
    readPaymentsAccess(tx),
  ])
  return { messages, tasks, notes, payments }
}
