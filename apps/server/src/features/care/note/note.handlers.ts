import type { ClientId, SessionId } from '@attune/contract/common/ids'
import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Tx } from '../../../platform/database/actor.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { notFound } from '../../../platform/policy/refusal.ts'
import { readSessionsById } from '../../schedule/session/session.ts'
import { listNoteVersions, findNote } from './note.queries.ts'
import { readClientNote, saveClientNote } from './note.client.ts'
import {
  countNotesToWrite,
  findPreviousNote,
  listClientNotes,
  listSessionsToWrite,
  listWholeClientNotes,
} from './note.lists.ts'
import { listNoteStates } from './note.of-client.ts'
import { createNoteTemplate, deleteNoteTemplate, editNoteTemplate, listNoteTemplates } from './note.templates.ts'
import { saveNeededFrom } from './note.setting.ts'
import { saveSessionText, shareSessionText } from './note.texts.ts'
import { addAddendum, readNote, readNoteParts, saveNote, signAllParts, signNote } from './note.ts'

const on = implement(contract.note).$context<Context>()

export const noteHandlers = {
  open: operation(on.open, readNote),

  parts: operation(on.parts, readNoteParts),

  save: operation(on.save, saveNote),

  sign: operation(on.sign, async (tx, input, now) => {
    await signNote(tx, input, now)
    return readNote(tx, input)
  }),

  signAll: operation(on.signAll, async (tx, input, now) => {
    await signAllParts(tx, input, now)
    return readNoteParts(tx, { sessionId: input.sessionId })
  }),

  addendum: operation(on.addendum, async (tx, input, now) => {
    await addAddendum(tx, input, now)
    return readNote(tx, input)
  }),

  history: operation(on.history, async (tx, input) => {
    const note = await findNote(tx, input)
    if (!note) throw notFound()
    return { items: note.id === null ? [] : await listNoteVersions(tx, note.id) }
  }),

  queue: operation(on.queue, async (tx, input, now) => {
    const page = await listSessionsToWrite(tx, input, now)
    return { ...page, items: await withSessions(tx, page.items, now) }
  }),

  counts: operation(on.counts, (tx, _, now) => countNotesToWrite(tx, now)),

  states: operation(on.states, async (tx, input) => ({ items: await listNoteStates(tx, input.sessionIds) })),

  setNeededFrom: operation(on.setNeededFrom, (tx, { neededFrom }) => saveNeededFrom(tx, neededFrom)),

  ofClient: operation(on.ofClient, listClientNotes),

  printOfClient: operation(on.printOfClient, listWholeClientNotes),

  previous: operation(on.previous, async (tx, input) => ({ note: await findPreviousNote(tx, input) })),

  openClient: operation(on.openClient, (tx, input) => readClientNote(tx, input.clientId)),

  saveClient: operation(on.saveClient, saveClientNote),

  templates: operation(on.templates, async (tx) => ({ items: await listNoteTemplates(tx) })),

  createTemplate: operation(on.createTemplate, createNoteTemplate),

  editTemplate: operation(on.editTemplate, editNoteTemplate),

  deleteTemplate: operation(on.deleteTemplate, async (tx, input) => {
    await deleteNoteTemplate(tx, input.id)
    return { done: true as const }
  }),

  saveText: operation(on.saveText, saveSessionText),

  shareText: operation(on.shareText, shareSessionText),
}

type Waiting = { id: SessionId; begun: boolean; clientIds: ClientId[] }

/** Returns the sessions with these ids, in this order. */
async function withSessions(tx: Tx, waiting: Waiting[], now: Date) {
  const known = await readSessionsById(
    tx,
    waiting.map(({ id }) => id),
    now,
  )
  return waiting.flatMap(({ id, begun, clientIds }) => {
    const session = known.get(id)
    return session ? [{ session, begun, clientIds }] : []
  })
}
