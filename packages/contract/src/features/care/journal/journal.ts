import { z } from 'zod'
import { textLengths } from '../../../common/text/lengths.ts'
import {
  AccountId,
  byId,
  ClientId,
  Command,
  Done,
  EmptyInput,
  FileId,
  JournalCommentId,
  JournalEntryId,
  JournalReplyId,
  PersonId,
  TherapistId,
} from '../../../common/ids.ts'
import { paging, pageOf } from '../../../common/paging.ts'
import { heldRefusal } from '../../../common/refusals.ts'
import { read, write } from '../../../common/procedure.ts'
import { RichText, richTextUpTo } from '../../../common/rich-text/rich-text.schemas.ts'
import { imageIdsOf, isBlankRichText } from '../../../common/rich-text/rich-text.ts'
import { requiredText, text } from '../../../common/text/text.schemas.ts'
import { Instant, Day } from '../../../common/time/time.schemas.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { filesPerResource } from '../file/file.rules.ts'
import { File } from '../file/file.ts'
import { maxJournalTags, maxJournalEntryLength } from './journal.rules.ts'

export const Mood = z.int().min(1).max(5)
export const Tag = requiredText(textLengths.tag).transform((tag) => tag.toLowerCase())
const tags = z
  .array(Tag)
  .max(maxJournalTags)
  .transform((all) => [...new Set(all)])

const Person = z.strictObject({ id: TherapistId, name: z.string(), avatarUrl: z.string().nullable() })

/** A therapist who can read the entry until the share is revoked. */
const Share = z.strictObject({ therapist: Person, since: z.string() })
const Reply = z.strictObject({ id: JournalReplyId, therapist: Person, text: z.string(), at: z.string() })
/**
 * A line of the access log: a therapist opened the journal entry. Each therapist gets at most one line per 15 minutes.
 */
const AccessLine = z.strictObject({ therapist: Person.extend({ id: AccountId }), at: z.string() })

const head = {
  id: JournalEntryId,
  title: z.string(),
  mood: Mood.nullable(),
  tags: z.array(z.string()),
  /** The time of the entry, as the author entered it. */
  writtenAt: z.string(),
  updatedAt: z.string(),
  files: z.number(),
}

/**
 * The published version that therapists with access see. `at` is the time of publication. `isCurrent`: whether the working copy has the same
 * content.
 */
const Publication = z.strictObject({ at: z.string(), isCurrent: z.boolean() })

/** An entry in the author's list. */
export const JournalEntrySummary = z.strictObject({
  ...head,
  /** The beginning of the text, at most 160 characters. */
  excerpt: z.string(),
  /** The therapists who can read the entry. */
  sharedWith: z.array(Person),
  /** The number of replies. */
  replies: z.number(),
  /** The id of the first image that has a thumbnail; null if there is none. */
  picture: FileId.nullable(),
  /** The time at which the entry was moved to the trash; null if it is not there. */
  binnedAt: z.string().nullable(),
})
export type JournalEntrySummary = z.infer<typeof JournalEntrySummary>

/** An entry as its author sees it. */
export const JournalEntryDetail = z.strictObject({
  ...head,
  content: RichText,
  files: z.array(File),
  shares: z.array(Share),
  /** Null if no therapist can read the entry. */
  published: Publication.nullable(),
  replies: z.array(Reply),
  /** The access log of the entry. */
  looks: z.array(AccessLine),
  /** The time at which the entry was moved to the trash; null if it is not there. */
  binnedAt: z.string().nullable(),
  /** The number of saves. A save sends the version on which it is based. */
  version: z.number(),
})
export type JournalEntryDetail = z.infer<typeof JournalEntryDetail>

/** The input for saving an entry (row 5.06). */
const JournalEntryInput = z
  .strictObject({
    id: JournalEntryId,
    /** The version on which the edit is based; 0 for a new entry. */
    version: z.int().min(0),
    title: text(textLengths.title),
    content: richTextUpTo(maxJournalEntryLength).refine((doc) => !isBlankRichText(doc), 'REQUIRED'),
    /** The mood from 1 (worst) to 5 (best); null if the author entered none. */
    mood: Mood.nullable(),
    tags,
    /** The time of the entry, which the author can change. */
    writtenAt: Instant,
    /** The ids of all files in the order shown. Includes the images in the text. */
    files: z
      .array(FileId)
      .max(filesPerResource)
      .refine((ids) => new Set(ids).size === ids.length, 'TWICE'),
  })
  .refine(({ content, files }) => imageIdsOf(content).every((id) => files.includes(id)), {
    error: 'IMAGE_WITHOUT_FILE',
    path: ['files'],
  })
export type JournalEntryInput = z.output<typeof JournalEntryInput>

/** The published version of a shared entry in a therapist's list. `updatedAt` is the time at which it was published. */
export const SharedEntrySummary = z.strictObject({
  ...head,
  /** The beginning of the text, at most 160 characters. */
  excerpt: z.string(),
  client: z.strictObject({
    id: ClientId,
    personId: PersonId,
    firstName: z.string(),
    lastName: z.string(),
    avatarUrl: z.string().nullable(),
  }),
  /** The time at which the entry was shared with this therapist. */
  sharedAt: z.string(),
  /** Whether the therapist has not read the entry, or a newer version was published since the therapist read it. */
  isNew: z.boolean(),
})
export type SharedEntrySummary = z.infer<typeof SharedEntrySummary>

/** A comment that the therapist writes for their own record. The client never sees the comment. */
const Comment = z.strictObject({ id: JournalCommentId, text: z.string(), at: z.string() })

/** The published version of a shared entry, as a therapist reads it. `comments` are the therapist's own. */
export const SharedEntry = z.strictObject({
  ...SharedEntrySummary.shape,
  content: RichText,
  files: z.array(File),
  replies: z.array(Reply),
  comments: z.array(Comment),
})
export type SharedEntry = z.infer<typeof SharedEntry>

const NOT_CONNECTED = { NOT_CONNECTED: { status: 409 } } as const

/** The tables of this feature that a browser can subscribe to. */
export const journalTables = {
  journal_entries: { table: 'journal_entry', filters: ['id'] },
  journal_publications: { table: 'journal_publication', filters: ['entry_id'] },
  journal_shares: { table: 'journal_share', filters: ['entry_id', 'therapist_id'] },
  journal_replies: { table: 'journal_reply', filters: ['id', 'entry_id'] },
  journal_comments: { table: 'journal_comment', filters: ['id', 'entry_id'] },
} as const satisfies RealtimeTables

/** A client's journal (row 1.07). Each entry is private until the client shares it. */
export const journal = {
  /** The client's entries, latest first. `search` matches title, text and tags. */
  list: read
    .input(
      z.strictObject({
        search: text(textLengths.search).default(''),
        tag: Tag.optional(),
        from: Day.optional(),
        until: Day.optional(),
        shared: z.boolean().optional(),
        bin: z.boolean().default(false),
        ...paging,
      }),
    )
    .output(pageOf(JournalEntrySummary)),
  /** The days that have entries, in the author's zone. The requested span is at most 62 days. */
  days: read
    .input(z.strictObject({ from: Day, until: Day }))
    .output(
      z.strictObject({ items: z.array(z.strictObject({ day: Day, entries: z.number(), mood: Mood.nullable() })) }),
    ),
  /**
   * Returns at most five entries that were written on the same day of the month in the past: first those of earlier years with the same month, then
   * those of other months. The day is in the author's zone.
   */
  onThisDay: read.input(z.strictObject({ day: Day })).output(z.strictObject({ items: z.array(JournalEntrySummary) })),
  tags: read
    .input(EmptyInput)
    .output(z.strictObject({ items: z.array(z.strictObject({ tag: z.string(), entries: z.number() })) })),
  get: read.input(byId(JournalEntryId)).output(JournalEntryDetail),
  /**
   * Creates an entry or changes its working copy. Therapists continue to read the published version. A repeated call with the same content changes
   * nothing. Refuses with CHANGED and the current entry if it has changed since `version`, with FILE_REFUSED and the id of a file that failed the
   * file check, and with IN_BIN for an entry in the trash.
   */
  save: write
    .input(JournalEntryInput)
    .output(JournalEntryDetail)
    .errors({
      CHANGED: { status: 409, data: JournalEntryDetail },
      FILE_REFUSED: { status: 409, data: byId(FileId) },
      IN_BIN: { status: 409 },
    }),
  /**
   * Shares an entry with more connected therapists. The first share publishes the working copy; a therapist who is added later reads the published
   * version. Therapists who can read the entry already are not affected. Refuses with NOT_CONNECTED, and with IN_BIN for an entry in the trash.
   */
  share: write
    .input(z.strictObject({ id: JournalEntryId, therapistIds: z.array(TherapistId).min(1).max(20), command: Command }))
    .output(JournalEntryDetail)
    .errors({ ...NOT_CONNECTED, IN_BIN: { status: 409 } }),
  /**
   * Publishes the working copy with its files for the therapists who can read the entry. `version` is the version of the working copy that the author
   * sees. A repeated call with the same version changes nothing. Refuses with CHANGED and the current entry if another device has saved in the
   * meantime, and with NOT_SHARED if no therapist can read the entry.
   */
  publish: write
    .input(z.strictObject({ id: JournalEntryId, version: z.int().min(1) }))
    .output(JournalEntryDetail)
    .errors({ CHANGED: { status: 409, data: JournalEntryDetail }, NOT_SHARED: { status: 409 } }),
  /** Revokes the share with a therapist. Once the call returns, this therapist can no longer read the entry. */
  revoke: write.input(z.strictObject({ id: JournalEntryId, therapistId: TherapistId })).output(JournalEntryDetail),
  /** Moves the entry to the trash and revokes its shares. The entry is deleted after 30 days. */
  trash: write.input(byId(JournalEntryId)).output(Done),
  /** Takes the entry out of the trash. The entry is no longer shared with anyone. */
  restore: write.input(byId(JournalEntryId)).output(JournalEntryDetail),
  /** Permanently deletes an entry in the trash with its files; `id: null` deletes all entries in the trash. */
  erase: write.input(z.strictObject({ id: JournalEntryId.nullable() })).output(z.strictObject({ erased: z.number() })),
  /** The therapists with whom entries can be shared. */
  therapists: read.input(EmptyInput).output(z.strictObject({ items: z.array(Person) })),
  settings: read.input(EmptyInput).output(z.strictObject({ prompts: z.boolean() })),
  saveSettings: write.input(z.strictObject({ prompts: z.boolean() })).output(z.strictObject({ prompts: z.boolean() })),
  /**
   * Returns a URL of the whole journal, valid once and for one minute. Refuses a PDF with BUSY while the caller, or too
   * many other people, export a PDF. Refuses with TOO_MANY after twenty exports within an hour.
   */
  exportAll: read
    .input(z.strictObject({ as: z.enum(['pdf', 'markdown']) }))
    .output(z.strictObject({ url: z.string(), expiresAt: z.string() }))
    .errors({ BUSY: { status: 409 } }),

  /** The published versions that clients share with the therapist, the most recently shared or published first. */
  shared: read
    .input(z.strictObject({ clientId: ClientId.optional(), newOnly: z.boolean().default(false), ...paging }))
    .output(pageOf(SharedEntrySummary)),
  /** Returns an entry to the therapist, marks it as read, and adds a line to the client's access log. */
  read: write.input(byId(JournalEntryId)).output(SharedEntry),
  markUnread: write.input(byId(JournalEntryId)).output(Done),
  /** The number of shared entries that are new for the therapist. */
  counts: read.input(EmptyInput).output(z.strictObject({ new: z.number() })),
  addComment: write
    .input(
      z.strictObject({
        id: JournalCommentId,
        entryId: JournalEntryId,
        text: requiredText(textLengths.journalFeedback),
      }),
    )
    .output(Comment),
  /** The therapist's comments on entries that the client no longer shares, latest first. Contains no data of the entries. */
  comments: read.input(z.strictObject({ clientId: ClientId, ...paging })).output(pageOf(Comment)),
  deleteComment: write.input(byId(JournalCommentId)).output(Done).errors(heldRefusal),
  /** Adds a reply of the therapist to an entry. The client can read the reply. */
  reply: write
    .input(
      z.strictObject({ id: JournalReplyId, entryId: JournalEntryId, text: requiredText(textLengths.journalFeedback) }),
    )
    .output(Reply),
}
