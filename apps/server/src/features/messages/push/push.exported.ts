import { z } from 'zod'
import { definePart } from '../../../platform/personal-export/exported-part.ts'
import { labelledFacts, exportedMoment } from '../../../platform/personal-export/facts.ts'
import { translate } from '../../../platform/text/translations.ts'

const Device = z.strictObject({
  kind: z.literal('device'),
  platform: z.string(),
  deviceInfo: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  removedAt: z.string().nullable(),
})

/** The phones on which a person uses the app, without their addresses for push notifications. */
export const deviceExport = definePart({
  name: 'account',
  roles: ['therapist', 'client', 'admin'],
  position: 1,
  schema: Device,
  async *pages({ db }, person) {
    const { actor, language } = person
    const devices = await db.asActor(actor, ({ kysely }) =>
      kysely
        .selectFrom('user_device')
        .select(['platform', 'device_info as deviceInfo', 'created_at as createdAt', 'last_seen_at as lastSeenAt'])
        .select('removed_at as removedAt')
        .where('account_id', '=', actor.id)
        .orderBy('last_seen_at', 'desc')
        .orderBy('id')
        .execute(),
    )
    yield devices.map((device) => ({
      data: { kind: 'device' as const, ...device },
      title: translate(language, 'push.device'),
      at: device.createdAt,
      text: device.deviceInfo,
      facts: labelledFacts(language, { lastSeenAt: exportedMoment(person, device.lastSeenAt) }),
    }))
  },
})
