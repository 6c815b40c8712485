import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { notFound, createRefusal } from '../../../platform/policy/refusal.ts'
import { renderMail } from '../../../platform/mail/template.ts'
import { disconnect, previewDisconnect, undoJoin } from './connection.disconnect.ts'
import { inviteMany } from './connection.invite-many.ts'
import { readPracticeSender } from '../../practice/administration/administration.ts'
import { invitationPreview } from './connection.preview.ts'
import { readOwnNameAndZone, findOwnInvitation, listTherapists } from './connection.queries.ts'
import { countNewAddress, findInvitation, inviteClient, joinByCode, revokeInvitation } from './connection.ts'

const on = implement(contract.connection).$context<Context>()

export const connectionHandlers = {
  invite: on.invite.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      const now = app.clock.now()
      await inviteClient(tx, input, now, { at: now, countNewAddress: countNewAddress(app, actor.id) })
      const invitation = await findInvitation(app, tx, input.id)
      if (!invitation) throw notFound()
      return invitation
    }),
  ),

  inviteMany: on.inviteMany.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) =>
      inviteMany(tx, input, app.clock.now(), {
        limits: app.config.invitations,
        countNewAddress: countNewAddress(app, actor.id),
      }),
    ),
  ),

  invitationPreview: on.invitationPreview.handler(async ({ input, context: { app, actor } }) => {
    const [{ zone }, sender] = await Promise.all([
      app.db.asActor(actor, readOwnNameAndZone),
      readPracticeSender(app.db),
    ])
    return renderMail(invitationPreview(sender, zone, input.language, app.site.origin(), app.clock.now()))
  }),

  disconnectPreview: operation(on.disconnectPreview, (tx, input, now) => previewDisconnect(tx, input.clientId, now)),

  disconnect: operation(on.disconnect, async (tx, input, now) => {
    await disconnect(tx, input, now)
    return { done: true as const }
  }),

  undoJoin: operation(on.undoJoin, async (tx, input, now) => {
    await undoJoin(tx, input, now)
    return { done: true as const }
  }),

  invitationSecrets: on.invitationSecrets.handler(async ({ input, context: { app, actor } }) => {
    const invitation = await app.db.asActor(actor, (tx) => findOwnInvitation(tx, input.id))
    if (!invitation) throw notFound()
    const expiresAt = new Date(invitation.expires_at)
    if (invitation.state === 'accepted' || invitation.state === 'revoked' || expiresAt <= app.clock.now())
      throw createRefusal('INVITATION_OVER', 409)
    const secrets = await app.auth.invitationSecrets(invitation.id, invitation.generation, {
      email: invitation.email,
      expiresAt,
    })
    return { ...secrets, expiresAt: invitation.expires_at }
  }),

  revoke: on.revoke.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      await revokeInvitation(tx, input)
      const invitation = await findInvitation(app, tx, input.id)
      if (!invitation) throw notFound()
      return invitation
    }),
  ),

  inviteCode: on.inviteCode.handler(({ context: { app, actor } }) => app.auth.inviteCode(actor.id)),

  renewInviteCode: on.renewInviteCode.handler(({ input, context: { app, actor } }) =>
    app.auth.rotateInviteCode(actor.id, input.command),
  ),

  join: on.join.handler(async ({ input, context }) => {
    const { app, actor } = context
    const clientId = await joinByCode(context, { code: input.code, versionId: input.agreedVersionId })
    const therapists = await app.db.asActor(actor, (tx) => listTherapists(tx, app.clock.now()))
    const joined = therapists.find((therapist) => therapist.clientId === clientId)
    if (!joined) throw createRefusal('INVALID_INVITE_CODE', 409)
    return joined
  }),

  therapists: operation(on.therapists, async (tx, _input, now) => ({ items: await listTherapists(tx, now) })),
}
