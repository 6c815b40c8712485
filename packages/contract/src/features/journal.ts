import { z } from 'zod'
import { ById, Command, Done, Id, Nothing } from '../common/ids.ts'
import { pageOf, paging } from '../common/paging.ts'
import { procedure } from '../common/procedure.ts'
import { imagesOf, isBlank, RichText, RichTextOf } from '../common/rich-text.ts'
import { requiredText, text } from '../common/text.ts'
import { Day, Instant } from '../common/time.ts'
import { File, filesPerThing } from './file.ts'

export const entryMaximum = 20_000
export const tagMaximum = 10
/** So long an entry lies in the bin. */
export const binDays = 30

export const Mood = z.int().min(1).max(5)
export const Tag = requiredText(30).transform((tag) => tag.toLowerCase())
const tags = z
  .array(Tag)
  .max(tagMaximum)
  .transform((all) => [...new Set(all)])

const Person = z.strictObject({ id: Id, name: z.string(), avatarUrl: z.string().nullable() })

/** Who may read an entry: a live view, until it is revoked. */
const Share = z.strictObject({ therapist: Person, since: z.string() })
const Reply = z.strictObject({ id: Id, therapist: Person, text: z.string(), at: z.string() })
/** Who has looked, one line per reader and 15 minutes. */
const Look = z.strictObject({ therapist: Person, at: z.string() })

const head = {
  id: Id,
  title: z.string(),
  mood: Mood.nullable(),
  tags: z.array(z.string()),
  /** When it was written, as its author says. */
  writtenAt: z.string(),
  updatedAt: z.string(),
  files: z.number(),
}

/** An entry in its author's list. */
export const EntryHead = z.strictObject({
  ...head,
  /** The first words, at most 160 characters. */
  excerpt: z.string(),
  sharedWith: z.array(Person),
  replies: z.number(),
  binnedAt: z.string().nullable(),
})
export type EntryHead = z.infer<typeof EntryHead>

export const Entry = z.strictObject({
  ...head,
  content: RichText,
  files: z.array(File),
  shares: z.array(Share),
  replies: z.array(Reply),
  looks: z.array(Look),
  binnedAt: z.string().nullable(),
  version: z.number(),
})
export type Entry = z.infer<typeof Entry>

/** Row 5.06. What is saved again names the version that it was written on; 0 is a new entry. */
const Written = z
  .strictObject({
    id: Id,
    version: z.int().min(0),
    title: text(200),
    content: RichTextOf(entryMaximum).refine((doc) => !isBlank(doc), 'REQUIRED'),
    mood: Mood.nullable(),
    tags,
    writtenAt: Instant,
    /** In their order; images in the text are among them. */
    files: z
      .array(Id)
      .max(filesPerThing)
      .refine((ids) => new Set(ids).size === ids.length, 'TWICE'),
  })
  .refine(({ content, files }) => imagesOf(content).every((id) => files.includes(id)), {
    error: 'IMAGE_WITHOUT_FILE',
    path: ['files'],
  })
export type Written = z.output<typeof Written>

/** A shared entry in a therapist's list. */
export const SharedHead = z.strictObject({
  ...head,
  excerpt: z.string(),
  client: z.strictObject({ id: Id, firstName: z.string(), lastName: z.string(), avatarUrl: z.string().nullable() }),
  sharedAt: z.string(),
  /** Not read yet, or changed since. */
  isNew: z.boolean(),
})
export type SharedHead = z.infer<typeof SharedHead>

/** For the therapist's own record; the client never sees it. */
const Comment = z.strictObject({ id: Id, text: z.string(), at: z.string() })

export const SharedEntry = z.strictObject({
  ...SharedHead.shape,
  content: RichText,
  files: z.array(File),
  replies: z.array(Reply),
  comments: z.array(Comment),
})
export type SharedEntry = z.infer<typeof SharedEntry>

const NOT_CONNECTED = { NOT_CONNECTED: { status: 409 } } as const

/** What a client writes for itself (row 1.07). Private until it is shared, entry by entry. */
export const journal = {
  /** One's own, latest first. `search` looks into title, text and tags. */
  list: procedure
    .input(
      z.strictObject({
        search: text(100).default(''),
        tag: Tag.optional(),
        from: Day.optional(),
        until: Day.optional(),
        shared: z.boolean().optional(),
        bin: z.boolean().default(false),
        ...paging,
      }),
    )
    .output(pageOf(EntryHead)),
  /** The days of a span with entries, in the author's zone; at most 62 days. */
  days: procedure
    .input(z.strictObject({ from: Day, until: Day }))
    .output(
      z.strictObject({ items: z.array(z.strictObject({ day: Day, entries: z.number(), mood: Mood.nullable() })) }),
    ),
  tags: procedure
    .input(Nothing)
    .output(z.strictObject({ items: z.array(z.strictObject({ tag: z.string(), entries: z.number() })) })),
  get: procedure.input(ById).output(Entry),
  /** Saved twice with the same content it is saved once. */
  save: procedure
    .input(Written)
    .output(Entry)
    .errors({
      CHANGED: { status: 409, data: Entry },
      FILE_REFUSED: { status: 409, data: ById },
      IN_BIN: { status: 409 },
    }),
  /** With those connected therapists too; shared with them already changes nothing. */
  share: procedure
    .input(z.strictObject({ id: Id, therapistIds: z.array(Id).min(1).max(20), command: Command }))
    .output(Entry)
    .errors({ ...NOT_CONNECTED, IN_BIN: { status: 409 } }),
  /** Once this has answered, no request begun later gets a byte of it. */
  revoke: procedure.input(z.strictObject({ id: Id, therapistId: Id })).output(Entry),
  /** Into the bin: nobody else reads it any more, and it is gone after 30 days. */
  bin: procedure.input(ById).output(Done),
  /** Out of the bin, private. */
  restore: procedure.input(ById).output(Entry),
  /** Gone for ever, with its files: one that lies in the bin, or all of them. */
  erase: procedure.input(z.strictObject({ id: Id.nullable() })).output(z.strictObject({ erased: z.number() })),
  /** Whom it can be shared with. */
  therapists: procedure.input(Nothing).output(z.strictObject({ items: z.array(Person) })),
  settings: procedure.input(Nothing).output(z.strictObject({ prompts: z.boolean() })),
  saveSettings: procedure
    .input(z.strictObject({ prompts: z.boolean() }))
    .output(z.strictObject({ prompts: z.boolean() })),
  /** The whole journal: where it can be fetched within the next minute, once. BUSY: a book is being made; TOO_MANY: twenty within an hour. */
  exportAll: procedure
    .input(z.strictObject({ as: z.enum(['pdf', 'markdown']) }))
    .output(z.strictObject({ url: z.string(), expiresAt: z.string() }))
    .errors({ BUSY: { status: 409 } }),

  /** A therapist's: what clients share, latest shared or changed first. */
  shared: procedure
    .input(z.strictObject({ clientId: Id.optional(), newOnly: z.boolean().default(false), ...paging }))
    .output(pageOf(SharedHead)),
  /** Opens one, marks it as read, and leaves a line that the client sees. */
  read: procedure.input(ById).output(SharedEntry),
  markUnread: procedure.input(ById).output(Done),
  /** How many are new for the therapist. */
  counts: procedure.input(Nothing).output(z.strictObject({ new: z.number() })),
  addComment: procedure.input(z.strictObject({ id: Id, entryId: Id, text: requiredText(5000) })).output(Comment),
  /** What was remarked on entries of a client that are no longer shared, latest first. Of the entries it says nothing. */
  keptComments: procedure.input(z.strictObject({ clientId: Id, ...paging })).output(pageOf(Comment)),
  dropComment: procedure.input(ById).output(Done),
  /** The client sees it under the entry. */
  reply: procedure.input(z.strictObject({ id: Id, entryId: Id, text: requiredText(5000) })).output(Reply),
}
