import { zoneOf } from '../profile/profile.ts'
import { contract } from '@attune/contract'
import { dayBounds, wallOf } from '@attune/contract/common/time'
import { implement } from '@orpc/server'
import type { Context } from '../../platform/policy/context.ts'
import { refuse } from '../../platform/policy/refusal.ts'
import { beginExport } from './export.address.ts'
import { binEntry, eraseEntries, restoreEntry } from './journal.bin.ts'
import { momentsWithin, pageOfEntries, sharableTherapists, tagsOf } from './journal.rows.ts'
import { needEntry, saveEntry } from './journal.save.ts'
import { promptsOf, savePrompts } from './journal.setting.ts'
import { revokeEntry, shareEntry } from './journal.share.ts'
import {
  addComment,
  countNew,
  dropComment,
  keptComments,
  markUnread,
  pageOfShared,
  readShared,
  replyTo,
} from './journal.shared.ts'

const on = implement(contract.journal).$context<Context>()
const longestSpan = 62 * 24 * 60 * 60_000
const done = { done: true as const }

export const journalHandlers = {
  list: on.list.handler(({ input, context: { house, actor } }) =>
    house.db.asActor(actor, async (tx) => {
      const zone = input.from || input.until ? await zoneOf(tx) : 'UTC'
      const from = input.from && dayBounds(input.from, zone).from
      const until = input.until && dayBounds(input.until, zone).to
      return pageOfEntries(tx, { ...input, from, until })
    }),
  ),

  days: on.days.handler(({ input, context: { house, actor } }) => {
    const span = Date.parse(input.until) - Date.parse(input.from)
    if (span < 0 || span > longestSpan) throw refuse('BAD_REQUEST', 400)
    return house.db.asActor(actor, async (tx) => {
      const zone = await zoneOf(tx)
      const moments = await momentsWithin(tx, dayBounds(input.from, zone).from, dayBounds(input.until, zone).to)
      return { items: daysOf(moments, zone) }
    })
  }),

  tags: on.tags.handler(({ context: { house, actor } }) =>
    house.db.asActor(actor, async (tx) => ({ items: await tagsOf(tx) })),
  ),

  get: on.get.handler(({ input, context: { house, actor } }) =>
    house.db.asActor(actor, (tx) => needEntry(tx, input.id)),
  ),

  save: on.save.handler(({ input, context: { house, actor } }) =>
    house.db.asActor(actor, (tx) => saveEntry(tx, input, house.clock.now())),
  ),

  share: on.share.handler(({ input, context: { house, actor } }) =>
    house.db.asActor(actor, async (tx) => {
      await shareEntry(tx, input, house.clock.now())
      return needEntry(tx, input.id)
    }),
  ),

  revoke: on.revoke.handler(({ input, context: { house, actor } }) =>
    house.db.asActor(actor, async (tx) => {
      await revokeEntry(tx, input.id, input.therapistId)
      return needEntry(tx, input.id)
    }),
  ),

  bin: on.bin.handler(({ input, context: { house, actor } }) =>
    house.db.asActor(actor, async (tx) => {
      await binEntry(tx, input.id, house.clock.now())
      return done
    }),
  ),

  restore: on.restore.handler(({ input, context: { house, actor } }) =>
    house.db.asActor(actor, async (tx) => {
      await restoreEntry(tx, input.id)
      return needEntry(tx, input.id)
    }),
  ),

  erase: on.erase.handler(({ input, context: { house, actor } }) =>
    house.db.asActor(actor, async (tx) => ({ erased: await eraseEntries(tx, input.id) })),
  ),

  therapists: on.therapists.handler(({ context: { house, actor } }) =>
    house.db.asActor(actor, async (tx) => ({ items: await sharableTherapists(tx) })),
  ),

  settings: on.settings.handler(({ context: { house, actor } }) => house.db.asActor(actor, promptsOf)),

  saveSettings: on.saveSettings.handler(({ input, context: { house, actor } }) =>
    house.db.asActor(actor, (tx) => savePrompts(tx, input.prompts, house.clock.now())),
  ),

  exportAll: on.exportAll.handler(({ input, context: { house, actor } }) =>
    beginExport(house, { accountId: actor.id as string, as: input.as }),
  ),

  shared: on.shared.handler(({ input, context: { house, actor } }) =>
    house.db.asActor(actor, (tx) => pageOfShared(tx, input)),
  ),

  read: on.read.handler(({ input, context: { house, actor } }) =>
    house.db.asActor(actor, (tx) => readShared(tx, input.id)),
  ),

  markUnread: on.markUnread.handler(({ input, context: { house, actor } }) =>
    house.db.asActor(actor, async (tx) => {
      await markUnread(tx, input.id)
      return done
    }),
  ),

  counts: on.counts.handler(({ context: { house, actor } }) =>
    house.db.asActor(actor, async (tx) => ({ new: await countNew(tx) })),
  ),

  addComment: on.addComment.handler(({ input, context: { house, actor } }) =>
    house.db.asActor(actor, (tx) => addComment(tx, input, house.clock.now())),
  ),

  keptComments: on.keptComments.handler(({ input, context: { house, actor } }) =>
    house.db.asActor(actor, (tx) => keptComments(tx, input)),
  ),

  dropComment: on.dropComment.handler(({ input, context: { house, actor } }) =>
    house.db.asActor(actor, async (tx) => {
      await dropComment(tx, input.id)
      return done
    }),
  ),

  reply: on.reply.handler(({ input, context: { house, actor } }) =>
    house.db.asActor(actor, (tx) => replyTo(tx, input, house.clock.now())),
  ),
}

/** Entries grouped by day of a zone, each day with its last mood. */
function daysOf(moments: { at: string; mood: number | null }[], zone: string) {
  const days = new Map<string, { day: string; entries: number; mood: number | null }>()
  for (const { at, mood } of moments) {
    const { day } = wallOf(at, zone)
    const known = days.get(day) ?? { day, entries: 0, mood: null }
    days.set(day, { day, entries: known.entries + 1, mood: mood ?? known.mood })
  }
  return [...days.values()]
}
