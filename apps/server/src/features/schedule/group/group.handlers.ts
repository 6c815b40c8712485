import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { createGroup, editGroup, setGroupArchived } from './group.changes.ts'
import { addGroupMember, listMemberNotes, removeGroupMember } from './group.members.ts'
import { listGroups, readGroup } from './group.queries.ts'

const on = implement(contract.group).$context<Context>()

export const groupHandlers = {
  list: on.list.handler(async ({ context: { app, actor } }) => ({ items: await app.db.asActor(actor, listGroups) })),
  get: operation(on.get, (tx, { id }) => readGroup(tx, id)),
  create: operation(on.create, createGroup),
  edit: operation(on.edit, editGroup),
  setArchived: operation(on.setArchived, setGroupArchived),
  addMember: operation(on.addMember, addGroupMember),
  memberNotes: operation(on.memberNotes, (tx, { id }) => listMemberNotes(tx, id)),
  removeMember: operation(on.removeMember, removeGroupMember),
}
