import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../platform/policy/context.ts'
import { notFound } from '../../platform/policy/refusal.ts'
import { sessionsById } from '../session/session.ts'
import { noteVersions, noteOf, sessionsWithoutSignedNote } from './note.queries.ts'
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

  toWrite: on.toWrite.handler(({ context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      const now = app.clock.now()
      const waiting = await sessionsWithoutSignedNote(tx, now)
      const known = await sessionsById(
        tx,
        waiting.map(({ id }) => id),
        now,
      )
      return {
        items: waiting.flatMap(({ id, begun }) => {
          const session = known.get(id)
          return session ? [{ session, begun }] : []
        }),
      }
    }),
  ),

  saveText: on.saveText.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => saveSessionText(tx, input, app.clock.now())),
  ),

  shareText: on.shareText.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => shareSessionText(tx, input, app.clock.now())),
  ),
}
