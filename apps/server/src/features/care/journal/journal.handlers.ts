import { readZone } from '../../people/profile/profile.ts'
import { contract } from '@attune/contract'
import { dayBounds, wallClockOf } from '@attune/contract/common/time/time'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { createRefusal } from '../../../platform/policy/refusal.ts'
import { startJournalExport } from './export/address.ts'
import { trashEntry, eraseEntries, restoreEntry } from './journal.trash.ts'
import {
  listEntriesOnThisDay,
  readEntryPage,
  listMoods,
  listSharableTherapists,
  listEntryTags,
} from './entry/queries.ts'
import { requireEntry, saveEntry } from './entry/save.ts'
import { readJournalSettings, saveJournalSettings } from './journal.settings.ts'
import { publishOwnEntry, revokeEntry, shareOwnEntry } from './share/share.ts'
import {
  addPrivateComment,
  countUnreadShared,
  deletePrivateComment,
  readCommentsOfUnsharedEntries,
  markSharedUnread,
  readSharedEntryPage,
  readSharedEntry,
  replyToEntry,
} from './share/shared-entries.ts'

const on = implement(contract.journal).$context<Context>()
const longestSpan = 62 * 24 * 60 * 60_000
const done = { done: true as const }

export const journalHandlers = {
  list: operation(on.list, async (tx, input) => {
    const zone = input.from || input.until ? await readZone(tx) : 'UTC'
    const from = input.from && dayBounds(input.from, zone).from
    const until = input.until && dayBounds(input.until, zone).to
    return readEntryPage(tx, { ...input, from, until })
  }),

  days: on.days.handler(({ input, context: { app, actor } }) => {
    const span = Date.parse(input.until) - Date.parse(input.from)
    if (span < 0 || span > longestSpan) throw createRefusal('BAD_REQUEST', 400)
    return app.db.asActor(actor, async (tx) => {
      const zone = await readZone(tx)
      const moments = await listMoods(tx, dayBounds(input.from, zone).from, dayBounds(input.until, zone).to)
      return { items: daysOf(moments, zone) }
    })
  }),

  onThisDay: operation(on.onThisDay, async (tx, input) => ({
    items: await listEntriesOnThisDay(tx, input.day, await readZone(tx)),
  })),

  tags: operation(on.tags, async (tx) => ({ items: await listEntryTags(tx) })),

  get: operation(on.get, (tx, input) => requireEntry(tx, input.id)),

  save: operation(on.save, saveEntry),

  share: operation(on.share, async (tx, input, now) => {
    await shareOwnEntry(tx, input, now)
    return requireEntry(tx, input.id)
  }),

  publish: operation(on.publish, async (tx, input, now) => {
    await publishOwnEntry(tx, input, now)
    return requireEntry(tx, input.id)
  }),

  revoke: operation(on.revoke, async (tx, input) => {
    await revokeEntry(tx, input.id, input.therapistId)
    return requireEntry(tx, input.id)
  }),

  trash: operation(on.trash, async (tx, input, now) => {
    await trashEntry(tx, input.id, now)
    return done
  }),

  restore: operation(on.restore, async (tx, input) => {
    await restoreEntry(tx, input.id)
    return requireEntry(tx, input.id)
  }),

  erase: operation(on.erase, async (tx, input) => ({ erased: await eraseEntries(tx, input.id) })),

  therapists: operation(on.therapists, async (tx) => ({ items: await listSharableTherapists(tx) })),

  settings: operation(on.settings, readJournalSettings),

  saveSettings: operation(on.saveSettings, (tx, input, now) => saveJournalSettings(tx, input.prompts, now)),

  exportAll: on.exportAll.handler(({ input, context: { app, actor } }) =>
    startJournalExport(app, { accountId: actor.id, order: input }),
  ),

  shared: operation(on.shared, readSharedEntryPage),

  read: operation(on.read, (tx, input) => readSharedEntry(tx, input.id)),

  markUnread: operation(on.markUnread, async (tx, input) => {
    await markSharedUnread(tx, input.id)
    return done
  }),

  counts: operation(on.counts, async (tx) => ({ new: await countUnreadShared(tx) })),

  addComment: operation(on.addComment, addPrivateComment),

  comments: operation(on.comments, readCommentsOfUnsharedEntries),

  deleteComment: operation(on.deleteComment, async (tx, input) => {
    await deletePrivateComment(tx, input.id)
    return done
  }),

  reply: operation(on.reply, replyToEntry),
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
