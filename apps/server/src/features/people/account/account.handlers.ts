import { assertZoneCanChange } from '../../schedule/schedule/schedule.ts'
import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { notFound } from '../../../platform/policy/refusal.ts'
import { readProductSettings } from '../../practice/administration/administration.ts'
import { joinByCode } from '../connection/connection.ts'
import { agreeOnJoining } from '../../practice/legal-text/legal-text.ts'
import {
  pauseNotifications,
  readNotificationSettings,
  saveNotificationSettings,
} from '../../messages/notification/notification.ts'
import { joiningRole } from '@attune/contract/features/practice/legal-text/legal-text.rules'
import { profileValues } from './account.fields.ts'
import { ownTherapistCard, personById, readOwnProfile, readTherapistProfile } from './account.queries.ts'
import { ensureDraftKey, onboard, saveProfile, saveTherapistProfile } from './account.ts'

const on = implement(contract.account).$context<Context>()

export const accountHandlers = {
  me: on.me.handler(({ context: { app, actor } }) => app.db.asActor(actor, readOwnProfile)),

  onboard: on.onboard.handler(async ({ input, context }) => {
    const { app, actor, requestId } = context
    const { inviteCode, agreedVersionId, ...choice } = input
    const joinsAs = joiningRole(actor.role, choice.role)
    const { therapistSignup } = await readProductSettings(app)
    const role = await app.db.asActor(actor, async (tx) => {
      if (joinsAs)
        await agreeOnJoining(tx, { as: joinsAs, versionId: agreedVersionId, requestId, now: app.clock.now() })
      return onboard(tx, choice, therapistSignup, app.clock.now())
    })
    if (inviteCode && role === 'client') await joinByCode(context, { code: inviteCode, versionId: agreedVersionId })
    return app.db.asActor({ role, id: actor.id }, readOwnProfile)
  }),

  saveNames: on.saveNames.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      await saveProfile(tx, profileValues(input), app.clock.now())
      return readOwnProfile(tx)
    }),
  ),

  saveSettings: on.saveSettings.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      const now = app.clock.now()
      if (input.zone && actor.role === 'therapist') await assertZoneCanChange(tx, input.zone, now)
      await saveProfile(tx, profileValues(input), now)
      return readOwnProfile(tx)
    }),
  ),

  therapistProfile: on.therapistProfile.handler(({ context: { app, actor } }) =>
    app.db.asActor(actor, readTherapistProfile),
  ),

  avatars: on.avatars.handler(async ({ input, context: { app, actor } }) => {
    const owner = actor.id
    const names = await app.avatars.list(owner, input.limit, input.offset)
    return { items: names.map((name) => ({ name, path: `${owner}/${name}`, url: `/avatars/${owner}/${name}` })) }
  }),

  setAvatar: on.setAvatar.handler(async ({ input: { path }, context: { app, actor } }) => {
    const owner = actor.id
    if (path !== null && !(path.startsWith(`${owner}/`) && (await app.avatars.exists(path)))) throw notFound()
    const me = await app.db.asActor(actor, async (tx) => {
      await saveProfile(tx, { avatar_url: path && `/avatars/${path}` }, app.clock.now())
      return readOwnProfile(tx)
    })
    // Deletes all other pictures of the person, because anyone with the URL of a picture can read it.
    await app.avatars.removeAllExcept(owner, path)
    return me
  }),

  profileOf: on.profileOf.handler(async ({ input, context: { app, actor } }) => {
    const person = await app.db.asActor(actor, (tx) => personById(tx, input.id))
    if (!person) throw notFound()
    return person
  }),

  therapistPreview: on.therapistPreview.handler(({ context: { app, actor } }) =>
    app.db.asActor(actor, ownTherapistCard),
  ),

  notificationSettings: on.notificationSettings.handler(({ context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => readNotificationSettings(tx, app.clock.now())),
  ),

  saveNotificationSettings: on.saveNotificationSettings.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      const now = app.clock.now()
      await saveNotificationSettings(tx, input, now)
      return readNotificationSettings(tx, now)
    }),
  ),

  pauseNotifications: on.pauseNotifications.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      const now = app.clock.now()
      await pauseNotifications(tx, input.isPaused, now)
      return readNotificationSettings(tx, now)
    }),
  ),

  draftKey: on.draftKey.handler(({ context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => ({ key: await ensureDraftKey(tx) })),
  ),

  saveTherapistProfile: on.saveTherapistProfile.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      await saveTherapistProfile(tx, input, app.clock.now())
      return readTherapistProfile(tx)
    }),
  ),
}
