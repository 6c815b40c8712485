import { refuseOverPlans } from '../schedule/schedule.ts'
import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../platform/policy/context.ts'
import { notFound } from '../../platform/policy/refusal.ts'
import { readProduct } from '../administration/administration.ts'
import { joinByCode } from '../connection/connection.ts'
import { readNotificationSettings, saveNotificationSettings } from '../notification/notification.ts'
import { ownCard, personById, readMe, readTherapistProfile } from './account.queries.ts'
import { draftKey, onboard, saveProfile, saveTherapistProfile } from './account.ts'

const on = implement(contract.account).$context<Context>()

export const accountHandlers = {
  me: on.me.handler(({ context: { house, actor } }) => house.db.asActor(actor, readMe)),

  onboard: on.onboard.handler(async ({ input, context }) => {
    const { house, actor } = context
    const { inviteCode, ...choice } = input
    const { therapistSignup } = await readProduct(house)
    const role = await house.db.asActor(actor, (tx) => onboard(tx, choice, therapistSignup, house.clock.now()))
    if (inviteCode && role === 'client') await joinByCode(context, inviteCode)
    return house.db.asActor({ role, id: actor.id as string }, readMe)
  }),

  saveNames: on.saveNames.handler(({ input, context: { house, actor } }) =>
    house.db.asActor(actor, async (tx) => {
      await saveProfile(tx, { first_name: input.firstName, last_name: input.lastName }, house.clock.now())
      return readMe(tx)
    }),
  ),

  saveSettings: on.saveSettings.handler(({ input, context: { house, actor } }) =>
    house.db.asActor(actor, async (tx) => {
      const now = house.clock.now()
      if (input.zone && actor.role === 'therapist') await refuseOverPlans(tx, input.zone, now)
      await saveProfile(tx, input, now)
      return readMe(tx)
    }),
  ),

  therapistProfile: on.therapistProfile.handler(({ context: { house, actor } }) =>
    house.db.asActor(actor, readTherapistProfile),
  ),

  avatars: on.avatars.handler(async ({ input, context: { house, actor } }) => {
    const owner = actor.id as string
    const names = await house.avatars.list(owner, input.limit, input.offset)
    return { items: names.map((name) => ({ name, path: `${owner}/${name}`, url: `/avatars/${owner}/${name}` })) }
  }),

  setAvatar: on.setAvatar.handler(async ({ input: { path }, context: { house, actor } }) => {
    const owner = actor.id as string
    if (path !== null && !(path.startsWith(`${owner}/`) && (await house.avatars.exists(path)))) throw notFound()
    const me = await house.db.asActor(actor, async (tx) => {
      await saveProfile(tx, { avatar_url: path && `/avatars/${path}` }, house.clock.now())
      return readMe(tx)
    })
    // Deletes the other pictures, which everyone with their URL could read.
    await house.avatars.keepOnly(owner, path)
    return me
  }),

  profileOf: on.profileOf.handler(async ({ input, context: { house, actor } }) => {
    const person = await house.db.asActor(actor, (tx) => personById(tx, input.id))
    if (!person) throw notFound()
    return person
  }),

  therapistPreview: on.therapistPreview.handler(({ context: { house, actor } }) => house.db.asActor(actor, ownCard)),

  notificationSettings: on.notificationSettings.handler(({ context: { house, actor } }) =>
    house.db.asActor(actor, readNotificationSettings),
  ),

  saveNotificationSettings: on.saveNotificationSettings.handler(({ input, context: { house, actor } }) =>
    house.db.asActor(actor, async (tx) => {
      await saveNotificationSettings(tx, input, house.clock.now())
      return readNotificationSettings(tx)
    }),
  ),

  draftKey: on.draftKey.handler(({ context: { house, actor } }) =>
    house.db.asActor(actor, async (tx) => ({ key: await draftKey(tx) })),
  ),

  saveTherapistProfile: on.saveTherapistProfile.handler(({ input, context: { house, actor } }) =>
    house.db.asActor(actor, async (tx) => {
      await saveTherapistProfile(tx, input, house.clock.now())
      return readTherapistProfile(tx)
    }),
  ),
}
