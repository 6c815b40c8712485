import { Notification, type NotificationType } from '@attune/contract/features/messages/notification/notification'
import { SavedNotificationSettings } from '@attune/contract/features/messages/notification/notification.settings'
import { z } from 'zod'
import { definePart, type ExportingPerson } from '../../../../platform/personal-export/exported-part.ts'
import { labelledFacts, exportedMoment } from '../../../../platform/personal-export/facts.ts'
import { translate } from '../../../../platform/text/translations.ts'
import { renderRows } from '../notification.list.ts'
import { readNotificationPage, readNotificationReader, readNotificationSubjects } from '../notification.queries.ts'
import { readNotificationSettings } from '../notification.settings.ts'

const pageLength = 200

/** The notifications to a guardian about the guardian's own rights. They contain the client's first name and have no related row. */
const ofOwnRights: readonly NotificationType[] = ['guardian-ending', 'guardian-paused', 'guardian-resumed']

/** Whether a notification is about a client for whom the person no longer acts as a guardian. */
function isOfFormerClient({ actsFor }: Pick<ExportingPerson, 'actsFor'>, shown: Notification): boolean {
  const { kind, actingFor, relatedType, personName } = shown
  if (actingFor) return !actsFor.some(({ clientId }) => clientId === actingFor)
  const isOfRights = relatedType === null && ofOwnRights.includes(kind)
  return isOfRights && !actsFor.some(({ firstName }) => firstName === personName)
}

/** The notifications of a person, the latest first, without those about clients for whom the person no longer acts as a guardian. */
export const notificationExport = definePart({
  name: 'notifications',
  roles: ['therapist', 'client', 'admin'],
  schema: Notification,
  async *pages({ db }, person) {
    const { actor } = person
    let after: string | undefined
    for (;;) {
      const page = await db.asActor(actor, async (tx) => {
        const { rows, next } = await readNotificationPage(tx, after, pageLength)
        const reader = await readNotificationReader(tx)
        return { items: renderRows(rows, reader, await readNotificationSubjects(tx, rows)), next }
      })
      const items = page.items.filter((item) => !isOfFormerClient(person, item))
      yield items.map((item) => ({ data: item, title: item.title, at: item.createdAt, text: item.message }))
      if (page.next === null) return
      after = page.next
    }
  },
})

const Settings = z.strictObject({ kind: z.literal('notifications'), ...SavedNotificationSettings.shape })

/** The notification settings of a person. */
export const notificationSettingsExport = definePart({
  name: 'settings',
  roles: ['therapist', 'client', 'admin'],
  schema: Settings,
  async *pages({ db }, person) {
    const { actor, language, now } = person
    const settings = await db.asActor(actor, (tx) => readNotificationSettings(tx, now))
    const { quiet, pausedUntil, discreet } = settings
    yield [
      {
        data: { kind: 'notifications' as const, ...settings },
        title: translate(language, 'personalExport.part.notifications'),
        at: null,
        facts: labelledFacts(language, {
          quietHours: quiet && `${quiet.from}–${quiet.to}`,
          pausedUntil: exportedMoment(person, pausedUntil),
          emails: countOf(settings.mail),
          pushes: countOf(settings.push),
          ...(settings.text && { texts: countOf(settings.text) }),
          discreet,
        }),
      },
    ]
  },
})

/** Returns the number of switches that are on, and the number of all of them, such as '2 / 5'. */
function countOf(switches: Record<string, boolean | undefined>): string {
  const all = Object.values(switches)
  return `${all.filter(Boolean).length} / ${all.length}`
}
