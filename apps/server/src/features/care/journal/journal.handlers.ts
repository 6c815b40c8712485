import { zoneOf } from '../../people/profile/profile.ts'
import { contract } from '@attune/contract'
import { dayBounds, wallClockOf } from '@attune/contract/common/time/time'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { createRefusal } from '../../../platform/policy/refusal.ts'
import { startJournalExport } from './export/address.ts'
import { trashEntry, eraseEntries, restoreEntry } from './journal.trash.ts'
import { entriesOnThisDay, entryPage, moodsWithin, sharableTherapists, tagsOf } from './entry/queries.ts'
import { requireEntry, saveEntry } from './entry/save.ts'
import { journalSettings, saveJournalSettings } from './journal.settings.ts'
import { publishOwnEntry, revokeEntry, shareOwnEntry } from './share/share.ts'
import {
  addPrivateComment,
  countUnreadShared,
  deletePrivateComment,
  commentsOfUnsharedEntries,
  markSharedUnread,
  sharedEntryPage,
  readSharedEntry,
  replyToEntry,
} from './share/shared-entries.ts'

const on = implement(contract.journal).$context<Context>()
const longestSpan = 62 * 24 * 60 * 60_000
const done = { done: true as const }

export const journalHandlers = {
  list: on.list.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      const zone = input.from || input.until ? await zoneOf(tx) : 'UTC'
      const from = input.from && dayBounds(input.from, zone).from
      const until = input.until && dayBounds(input.until, zone).to
      return entryPage(tx, { ...input, from, until })
    }),
  ),

  days: on.days.handler(({ input, context: { app, actor } }) => {
    const span = Date.parse(input.until) - Date.parse(input.from)
    if (span < 0 || span > longestSpan) throw createRefusal('BAD_REQUEST', 400)
    return app.db.asActor(actor, async (tx) => {
      const zone = await zoneOf(tx)
      const moments = await moodsWithin(tx, dayBounds(input.from, zone).from, dayBounds(input.until, zone).to)
      return { items: daysOf(moments, zone) }
    })
  }),

  onThisDay: on.onThisDay.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => ({ items: await entriesOnThisDay(tx, input.day, await zoneOf(tx)) })),
  ),

  tags: on.tags.handler(({ context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => ({ items: await tagsOf(tx) })),
  ),

  get: on.get.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => requireEntry(tx, input.id)),
  ),

  save: on.save.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => saveEntry(tx, input, app.clock.now())),
  ),

  share: on.share.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      await shareOwnEntry(tx, input, app.clock.now())
      return requireEntry(tx, input.id)
    }),
  ),

  publish: on.publish.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      await publishOwnEntry(tx, input, app.clock.now())
      return requireEntry(tx, input.id)
    }),
  ),

  revoke: on.revoke.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      await revokeEntry(tx, input.id, input.therapistId)
      return requireEntry(tx, input.id)
    }),
  ),

  trash: on.trash.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      await trashEntry(tx, input.id, app.clock.now())
      return done
    }),
  ),

  restore: on.restore.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      await restoreEntry(tx, input.id)
      return requireEntry(tx, input.id)
    }),
  ),

  erase: on.erase.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => ({ erased: await eraseEntries(tx, input.id) })),
  ),

  therapists: on.therapists.handler(({ context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => ({ items: await sharableTherapists(tx) })),
  ),

  settings: on.settings.handler(({ context: { app, actor } }) => app.db.asActor(actor, journalSettings)),

  saveSettings: on.saveSettings.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => saveJournalSettings(tx, input.prompts, app.clock.now())),
  ),

  exportAll: on.exportAll.handler(({ input, context: { app, actor } }) =>
    startJournalExport(app, { accountId: actor.id, order: input }),
  ),

  shared: on.shared.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => sharedEntryPage(tx, input)),
  ),

  read: on.read.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => readSharedEntry(tx, input.id)),
  ),

  markUnread: on.markUnread.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      await markSharedUnread(tx, input.id)
      return done
    }),
  ),

  counts: on.counts.handler(({ context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => ({ new: await countUnreadShared(tx) })),
  ),

  addComment: on.addComment.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => addPrivateComment(tx, input, app.clock.now())),
  ),

  comments: on.comments.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => commentsOfUnsharedEntries(tx, input)),
  ),

  deleteComment: on.deleteComment.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      await deletePrivateComment(tx, input.id)
      return done
    }),
  ),

  reply: on.reply.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => replyToEntry(tx, input, app.clock.now())),
  ),
}

/** Groups entries by day in a time zone. Returns the number of entries and the last mood of each day. */
function daysOf(moments: { at: string; mood: number | null }[], zone: string) {
  const days = new Map<string, { day: string; entries: number; mood: number | null }>()
  for (const { at, mood } of moments) {
    const { day } = wallClockOf(at, zone)
    const known = days.get(day) ?? { day, entries: 0, mood: null }
    days.set(day, { day, entries: known.entries + 1, mood: mood ?? known.mood })
  }
  return [...days.values()]
}
