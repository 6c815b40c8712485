import type { ClientId } from '@attune/contract/common/ids'
import { readClientTimeline } from '../client-history/client-history.ts'
import { contract } from '@attune/contract'
import { undoJoinDays } from '@attune/contract/common/constants'
import { ageOn, todayIn } from '@attune/contract/common/time/time'
import type { Client } from '@attune/contract/features/people/client/client'
import { implement } from '@orpc/server'
import type { Tx } from '../../../platform/database/actor.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { notFound, createRefusal } from '../../../platform/policy/refusal.ts'
import { countNewAddress, findInvitation, inviteClient, voidInvitation } from '../connection/connection.ts'
import { listClientContacts } from './client.contacts.ts'
import { findDuplicates, listDuplicates } from './duplicates/duplicates.ts'
import { findClient, findClientsWithoutAccount, isOwnClient, readClientPage } from './client.queries.ts'
import { mergeClient } from './duplicates/merge.ts'
import { readClientOverview } from './overview/overview.ts'
import { markSamePerson, listSamePersonRecords, markDifferentPeople } from './duplicates/same-person.ts'
import { setClientStatus, statusTransitions } from './client.status.ts'
import { exportClients, findComparedClients, importClients } from './import/import-export.ts'
import { createClient, editClient } from './client.ts'

const on = implement(contract.client).$context<Context>()

export const clientHandlers = {
  list: operation(on.list, (tx, input, now) => readClientPage(tx, { ...input, now: now })),

  get: on.get.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => readClientProfile(app, tx, input.id)),
  ),

  withoutAccount: operation(on.withoutAccount, async (tx, { ids }) => ({
    items: await findClientsWithoutAccount(tx, ids),
  })),

  overview: operation(on.overview, (tx, input, now) => readClientOverview(tx, input.id, now)),

  add: on.add.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      const now = app.clock.now()
      const outcome = await createClient(tx, input, now)
      if (outcome === 'added' && input.invite) {
        const sending = { at: now, countNewAddress: countNewAddress(app, actor.id) }
        await inviteClient(tx, { id: input.id, command: input.id }, now, sending)
      }
      return readClientProfile(app, tx, input.id)
    }),
  ),

  edit: on.edit.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      const saved = await editClient(tx, input, app.clock.now())
      const client = await readClientProfile(app, tx, input.id)
      if (!saved) throw createRefusal('CHANGED', 409, { client })
      return client
    }),
  ),

  duplicates: operation(on.duplicates, async (tx, input) => ({ items: await findDuplicates(tx, input) })),

  setStatus: on.setStatus.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      await setClientStatus(tx, input, app.clock.now())
      return readClientProfile(app, tx, input.id)
    }),
  ),

  compareImport: operation(on.compareImport, (tx, input) => findComparedClients(tx, input.rows)),

  importMany: operation(on.importMany, (tx, input, now) => importClients(tx, input.rows, now)),

  exportAll: on.exportAll.handler(async ({ context: { app, actor } }) => ({
    csv: await app.db.asActor(actor, exportClients),
  })),

  merge: on.merge.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      const handedOver = await mergeClient(tx, input, app.clock.now())
      if (handedOver) await voidInvitation(tx, input.into, ['sent', 'opened'])
      return readClientProfile(app, tx, input.into)
    }),
  ),

  markSamePerson: on.markSamePerson.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      await markSamePerson(tx, input, app.clock.now())
      return readClientProfile(app, tx, input.id)
    }),
  ),

  markDifferent: on.markDifferent.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      await markDifferentPeople(tx, input)
      return readClientProfile(app, tx, input.id)
    }),
  ),

  timeline: operation(on.timeline, async (tx, input) => {
    const [known, page] = await Promise.all([isOwnClient(tx, input.id), readClientTimeline(tx, input)])
    if (!known) throw notFound()
    return page
  }),
}

async function readClientProfile(app: Context['app'], tx: Tx, id: ClientId): Promise<Client> {
  const now = app.clock.now()
  const [row, invitation, contacts, samePerson, doubles] = await Promise.all([
    findClient(tx, id, now),
    findInvitation(app, tx, id),
    listClientContacts(tx, id),
    listSamePersonRecords(tx, id),
    listDuplicates(tx, id),
  ])
  if (!row) throw notFound()
  const { zone, ...client } = row
  const today = todayIn(zone, now)
  return {
    ...client,
    age: client.dateOfBirth && client.dateOfBirth <= today ? ageOn(client.dateOfBirth, today) : null,
    contacts,
    samePerson,
    doubles,
    invitation,
    may: {
      edit: true,
      invite: !client.hasAccount && client.status !== 'inactive' && client.email !== null,
      revoke: invitation !== null && ['sent', 'opened'].includes(invitation.state),
      ...statusTransitions(client),
      disconnect: client.hasAccount && client.disconnectedAt === null,
      undoJoin: mayUndoJoin(client, now),
      planSession: client.status !== 'inactive',
    },
  }
}

const mayUndoJoin = (client: Pick<Client, 'hasAccount' | 'connectedAt' | 'disconnectedAt'>, now: Date) =>
  client.hasAccount &&
  client.disconnectedAt === null &&
  client.connectedAt !== null &&
  Date.parse(client.connectedAt) + undoJoinDays * 24 * 60 * 60_000 >= now.getTime()
