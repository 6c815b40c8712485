import { assertZoneCanChange } from '../../schedule/schedule/schedule.ts'
import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
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
import { readOwnTherapistCard, findPerson, readOwnProfile, readTherapistProfile } from './account.queries.ts'
import { saveProfile } from '../profile/profile.ts'
import { ensureDraftKey, onboard, saveTherapistProfile } from './account.ts'

const on = implement(contract.account).$context<Context>()

export const accountHandlers = {
  me: operation(on.me, readOwnProfile),

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

  saveNames: operation(on.saveNames, async (tx, input, now) => {
    await saveProfile(tx, profileValues(input), now)
    return readOwnProfile(tx)
  }),

  saveSettings: operation(on.saveSettings, async (tx, input, now) => {
    if (input.zone && tx.actor.role === 'therapist') await assertZoneCanChange(tx, input.zone, now)
    await saveProfile(tx, profileValues(input), now)
    return readOwnProfile(tx)
  }),

  therapistProfile: operation(on.therapistProfile, readTherapistProfile),

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
    const person = await app.db.asActor(actor, (tx) => findPerson(tx, input.id))
    if (!person) throw notFound()
    return person
  }),

  therapistPreview: operation(on.therapistPreview, readOwnTherapistCard),

  notificationSettings: operation(on.notificationSettings, (tx, _input, now) => readNotificationSettings(tx, now)),

  saveNotificationSettings: operation(on.saveNotificationSettings, async (tx, input, now) => {
    await saveNotificationSettings(tx, input, now)
    return readNotificationSettings(tx, now)
  }),

  pauseNotifications: operation(on.pauseNotifications, async (tx, input, now) => {
    await pauseNotifications(tx, input.isPaused, now)
    return readNotificationSettings(tx, now)
  }),

  draftKey: operation(on.draftKey, async (tx) => ({ key: await ensureDraftKey(tx) })),

  saveTherapistProfile: operation(on.saveTherapistProfile, async (tx, input, now) => {
    await saveTherapistProfile(tx, input, now)
    return readTherapistProfile(tx)
  }),
}
