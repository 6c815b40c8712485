import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../../platform/policy/context.ts'
import { createRefusal } from '../../../../platform/policy/refusal.ts'
import { countNewAddress } from '../../connection/connection.ts'
import { findGuardian, listGuardians, readClientGuardian } from './client-guardians.ts'
import { inviteGuardian, sendGuardianInvitationAgain } from './invite.ts'
import { endGuardian, saveGuardian } from './rights.ts'

const on = implement(contract.guardian).$context<Context>()

const outsideOf = ({ app, actor }: Context) => ({ auth: app.auth, countNewAddress: countNewAddress(app, actor.id) })

export const guardianInvitationsHandlers = {
  ofClient: on.ofClient.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => listGuardians(app, tx, input.clientId)),
  ),

  invite: on.invite.handler(({ input, context }) =>
    context.app.db.asActor(context.actor, async (tx) => {
      await inviteGuardian(tx, input, context.app.clock.now(), outsideOf(context))
      return readClientGuardian(context.app, tx, input.id)
    }),
  ),

  resend: on.resend.handler(({ input, context }) =>
    context.app.db.asActor(context.actor, async (tx) => {
      await sendGuardianInvitationAgain(tx, input.id, context.app.clock.now(), outsideOf(context))
      return readClientGuardian(context.app, tx, input.id)
    }),
  ),

  secrets: on.secrets.handler(async ({ input, context: { app, actor } }) => {
    const guardian = await app.db.asActor(actor, (tx) => findGuardian(tx, input.id))
    const expiresAt = new Date(guardian.expires_at)
    const isOver = guardian.accepted_at ?? guardian.ended_at ?? (guardian.contact === 'same' ? null : guardian.contact)
    if (isOver !== null || expiresAt <= app.clock.now()) throw createRefusal('INVITATION_OVER', 409)
    const { email, generation } = guardian
    const link = await app.auth.linkFor('guardian', guardian.id, generation, { email, expiresAt })
    return { link, expiresAt: guardian.expires_at }
  }),

  save: on.save.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      await saveGuardian(tx, input, app.clock.now())
      return readClientGuardian(app, tx, input.id)
    }),
  ),

  end: on.end.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      await endGuardian(tx, input.id, app.clock.now())
      return readClientGuardian(app, tx, input.id)
    }),
  ),
}
