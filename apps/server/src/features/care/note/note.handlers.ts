import { contract } from '@attune/contract'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { implement } from '@orpc/server'
import type { Tx } from '../../../platform/database/actor.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { notFound } from '../../../platform/policy/refusal.ts'
import { sessionsById } from '../../schedule/session/session.ts'
import { noteVersions, noteOf } from './note.queries.ts'
import { readClientNote, saveClientNote } from './note.client.ts'
import { notesOfClient, previousNote, sessionsToWrite, wholeNotesOfClient } from './note.lists.ts'
import { createNoteTemplate, deleteNoteTemplate, editNoteTemplate, ownNoteTemplates } from './note.templates.ts'
import { saveSessionText, shareSessionText } from './note.texts.ts'
import { addAddendum, readNote, saveNote, signNote } from './note.ts'

const on = implement(contract.note).$context<Context>()

export const noteHandlers = {
  open: on.open.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => readNote(tx, input.sessionId)),
  ),

  save: on.save.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => saveNote(tx, input, app.clock.now())),
  ),

  sign: on.sign.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      await signNote(tx, input, app.clock.now())
      return readNote(tx, input.sessionId)
    }),
  ),

  addendum: on.addendum.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      await addAddendum(tx, input, app.clock.now())
      return readNote(tx, input.sessionId)
    }),
  ),

  history: on.history.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      const [note, items] = await Promise.all([noteOf(tx, input.sessionId), noteVersions(tx, input.sessionId)])
      if (!note) throw notFound()
      return { items }
    }),
  ),

  queue: on.queue.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      const now = app.clock.now()
      const page = await sessionsToWrite(tx, input, now)
      return { ...page, items: await withSessions(tx, page.items, now) }
    }),
  ),

  ofClient: on.ofClient.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => notesOfClient(tx, input)),
  ),

  printOfClient: on.printOfClient.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => wholeNotesOfClient(tx, input)),
  ),

  previous: on.previous.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => ({ note: await previousNote(tx, input.sessionId) })),
  ),

  openClient: on.openClient.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => readClientNote(tx, input.clientId)),
  ),

  saveClient: on.saveClient.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => saveClientNote(tx, input, app.clock.now())),
  ),

  templates: on.templates.handler(({ context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => ({ items: await ownNoteTemplates(tx) })),
  ),

  createTemplate: on.createTemplate.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => createNoteTemplate(tx, input)),
  ),

  editTemplate: on.editTemplate.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => editNoteTemplate(tx, input)),
  ),

  deleteTemplate: on.deleteTemplate.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      await deleteNoteTemplate(tx, input.id)
      return { done: true as const }
    }),
  ),

  saveText: on.saveText.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => saveSessionText(tx, input, app.clock.now())),
  ),

  shareText: on.shareText.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => shareSessionText(tx, input, app.clock.now())),
  ),
}

type Waiting = { id: string; begun: boolean }

/** Returns the sessions with these ids, in this order. */
async function withSessions(tx: Tx, waiting: Waiting[], now: Date): Promise<{ session: Session; begun: boolean }[]> {
  const known = await sessionsById(
    tx,
    waiting.map(({ id }) => id),
    now,
  )
  return waiting.flatMap(({ id, begun }) => {
    const session = known.get(id)
    return session ? [{ session, begun }] : []
  })
}
