import { z } from 'zod'
import { compareImport } from './client.import.ts'
import { ClientCounts, ClientOpenItem } from './client.open-items.ts'
import { RecordOverview } from './client.overview.ts'
import { TimelineItem } from './client.timeline.ts'
import { clientFields, clientFieldViews, editedClientFields } from './client.fields.ts'
import { maxImportRows } from './client.rules.ts'
import { textLengths } from '../../../common/text/lengths.ts'
import { byId, ClientId, ClientTagId, Command, EmptyInput, Id, PersonId, SessionId } from '../../../common/ids.ts'
import { pageOf, paging } from '../../../common/paging.ts'
import { read, write } from '../../../common/procedure.ts'
import { RichText } from '../../../common/rich-text/rich-text.schemas.ts'
import { Email, nameText, text } from '../../../common/text/text.schemas.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { ClientTag } from '../client-tag/client-tag.ts'
import { Invitation, invitationLimit } from '../connection/connection.ts'

export const clientStatuses = ['pending', 'active', 'inactive'] as const
export const ClientStatus = z.enum(clientStatuses)
export type ClientStatus = z.infer<typeof ClientStatus>

export const clientSorts = ['name', 'next', 'last', 'joined'] as const
export const ClientSort = z.enum(clientSorts)
export type ClientSort = z.infer<typeof ClientSort>

/** The input for creating a client record. `invite`: whether the client gets an invitation by email. */
export const NewClient = z
  .strictObject({ id: ClientId, ...clientFields, invite: z.boolean() })
  .refine((client) => !client.invite || client.email !== null, { error: 'EMAIL_TO_INVITE', path: ['email'] })
export type NewClient = z.input<typeof NewClient>

/**
 * A client record from a row of an imported file. The browser chooses `id`, so that a repeated batch adds each record
 * only once. No email is sent.
 */
export const ImportedClient = z.strictObject({ id: ClientId, ...clientFields })
export type ImportedClient = z.input<typeof ImportedClient>

const SessionRef = z.strictObject({ id: SessionId, startsAt: z.string() })

const clientHead = {
  id: ClientId,
  personId: PersonId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  status: ClientStatus,
  /**
   * Whether another record of the therapist may be the same person: the same name and date of birth. If exactly one of
   * the two records has an account, a missing date of birth counts as the same. Ignores records that are marked as the
   * same person or as different people.
   */
  hasDouble: z.boolean(),
  tags: z.array(ClientTag),
  /** The next session; null if none is scheduled. */
  nextSession: SessionRef.nullable(),
  /** The last session; null if there was none. */
  lastSession: SessionRef.nullable(),
}

export const ClientListItem = z.strictObject({
  ...clientHead,
  /** The invitation that the client has not accepted; null if there is none. */
  invitation: z.strictObject({ sentAt: z.string(), expiresAt: z.string() }).nullable(),
  /** The open items of the client, most urgent first. Empty unless the call requests them. */
  open: z.array(ClientOpenItem),
})
export type ClientListItem = z.infer<typeof ClientListItem>

export const duplicateReasons = ['email', 'name-and-birth', 'name'] as const
/** A record that may belong to the same person. */
export const PossibleDuplicate = z.strictObject({
  id: ClientId,
  firstName: z.string(),
  lastName: z.string(),
  /** Null if it is unknown. */
  email: z.string().nullable(),
  /** Null if it is unknown. */
  dateOfBirth: z.string().nullable(),
  status: ClientStatus,
  /** The fields in which the two records match. */
  why: z.enum(duplicateReasons),
})
export type PossibleDuplicate = z.infer<typeof PossibleDuplicate>

/**
 * A possible duplicate of a record. A record without content can be merged into another record, unless the two records
 * each have an account.
 */
export const DuplicateRecord = z.strictObject({
  ...PossibleDuplicate.shape,
  hasAccount: z.boolean(),
  may: z.strictObject({
    /** Whether this record can be merged into the duplicate. */
    mergeInto: z.boolean(),
    /** Whether the duplicate can be merged into this record. */
    takeIn: z.boolean(),
  }),
})
export type DuplicateRecord = z.infer<typeof DuplicateRecord>

/** A client record as its therapist sees it. */
export const Client = z.strictObject({
  ...clientHead,
  ...clientFieldViews,
  /** The document of the notes; null if they are not formatted. */
  notesContent: RichText.nullable(),
  /** The number of edits. An edit sends the version that it is based on. */
  version: z.number(),
  /** The age in years, today in the therapist's zone; null if the date of birth is unknown. */
  age: z.number().nullable(),
  /** The time at which the record was created. */
  joinedAt: z.string(),
  /** Whether the record belongs to an account. */
  hasAccount: z.boolean(),
  /** Other records of the therapist that are marked as the same person. */
  samePerson: z.array(z.strictObject({ id: ClientId, firstName: z.string(), lastName: z.string() })),
  /** Records that may be the same person. Excludes records that are marked as the same person or as different people. */
  doubles: z.array(DuplicateRecord),
  /** The time at which the account was connected; null if it never was. */
  connectedAt: z.string().nullable(),
  /** The time at which the connection ended; null if it has not. */
  disconnectedAt: z.string().nullable(),
  /** The latest invitation; null if there is none. */
  invitation: Invitation.nullable(),
  may: z.strictObject({
    edit: z.boolean(),
    invite: z.boolean(),
    revoke: z.boolean(),
    /**
     * Whether the therapist can activate the client without the app: the therapist then accepts on the client's behalf.
     */
    activate: z.boolean(),
    pause: z.boolean(),
    resume: z.boolean(),
    disconnect: z.boolean(),
    undoJoin: z.boolean(),
    planSession: z.boolean(),
  }),
})
export type Client = z.infer<typeof Client>

/** The tables of this feature that a browser can subscribe to. */
export const clientTables = {
  clients: { table: 'client', filters: ['id', 'therapist_id', 'status'] },
} as const satisfies RealtimeTables

export const client = {
  list: read
    .input(
      z.strictObject({
        search: text(textLengths.search).default(''),
        status: ClientStatus.optional(),
        /** Selects the clients with this tag. */
        tag: ClientTagId.optional(),
        /** Selects the clients with an open item, or the active clients without a scheduled session. */
        only: z.enum(['open', 'without-next']).optional(),
        /** Whether to include the open items of the clients and the counts of the filters. */
        withOpen: z.boolean().default(false),
        /** The order of the list. If the order is by next or last session, clients without such a session come last. */
        sort: ClientSort.default('name'),
        ...paging,
        // The cursor contains first and last name of the last row, up to 100 characters each, so it may be longer than other cursors.
        after: z.string().max(2000).optional(),
      }),
    )
    .output(
      z.strictObject({
        ...pageOf(ClientListItem).shape,
        /** The counts; null without `withOpen`, and after the first page. */
        counts: ClientCounts.nullable(),
      }),
    ),
  /** The content of the overview of the record, except the record itself. */
  overview: read.input(byId(ClientId)).output(RecordOverview),
  get: read.input(byId(ClientId)).output(Client),
  /** The given clients of the acting therapist who have no account and therefore cannot join a call in Attune. */
  withoutAccount: read
    .input(z.strictObject({ ids: z.array(ClientId).max(12) }))
    .output(z.strictObject({ items: z.array(ClientId) })),
  /** Adds a client. With `invite`, also emails an invitation. A repeated call with the same id and content changes nothing. */
  add: write.input(NewClient).output(Client).errors(invitationLimit),
  /**
   * Saves an edit that is based on `version`. If the record has changed since that version, refuses with CHANGED and the current record, unless
   * the record already has the new content.
   */
  edit: write
    .input(z.strictObject({ id: ClientId, version: z.int().positive(), ...editedClientFields }))
    .output(Client)
    .errors({ CHANGED: { status: 409, data: z.object({ client: Client }) } }),
  /** Returns at most 20 records of the therapist that may belong to this person: the same email address, or the same name and date of birth. */
  duplicates: read
    .input(
      z.strictObject({
        firstName: nameText(textLengths.name),
        lastName: nameText(textLengths.name),
        email: Email.nullable(),
        dateOfBirth: Day.nullable(),
        except: ClientId.optional(),
      }),
    )
    .output(z.strictObject({ items: z.array(PossibleDuplicate) })),
  /**
   * Activates a record without an account ('without the app'), pauses an active client, or resumes a paused client. Refuses with ILLEGAL_TRANSITION
   * and the current status if the change is not possible.
   */
  setStatus: write
    .input(z.strictObject({ id: ClientId, status: z.enum(['active', 'inactive']), command: Command }))
    .output(Client)
    .errors({ ILLEGAL_TRANSITION: { status: 409, data: z.object({ status: ClientStatus }) } }),
  /** The history of a client, the latest event first. */
  timeline: read.input(z.strictObject({ id: ClientId, ...paging })).output(pageOf(TimelineItem)),
  compareImport,
  /**
   * Adds up to 200 rows of a file without sending email. Skips rows of records that already exist and lists their ids in `known`. A row
   * belongs to an existing record if the id is the same, or if name and email address are the same. For a row without an email address,
   * name, date of birth and phone number must be the same.
   */
  importMany: write
    .input(z.strictObject({ batch: Id, rows: z.array(ImportedClient).min(1).max(maxImportRows) }))
    .output(
      z.strictObject({
        added: z.array(ClientId),
        known: z.array(ClientId),
        refused: z.array(z.strictObject({ index: z.number(), code: z.literal('CONFLICT') })),
      }),
    ),
  /**
   * All clients of the therapist as CSV (RFC 4180), in a form that can be imported again. A text that a spreadsheet
   * would treat as a formula gets a leading apostrophe, even after a semicolon within a cell. The import removes the
   * apostrophes.
   */
  exportAll: read.input(EmptyInput).output(z.strictObject({ csv: z.string() })),
  /**
   * Merges a record without content into another record of the same person and deletes it. The other record gets the account, the waiting-list
   * entries, the tags, the contacts, the payers, the agreed prices, and the fields that it lacks. Refuses with NOT_EMPTY if the record has content,
   * and with BOTH_CONNECTED if both have an account.
   */
  merge: write
    .input(z.strictObject({ id: ClientId, into: ClientId, command: Command }))
    .output(Client)
    .errors({ NOT_EMPTY: { status: 409 }, BOTH_CONNECTED: { status: 409 } }),
  /** Marks two records as the same person, for example because they cannot be merged. `as: null` removes the mark of this record. */
  markSamePerson: write.input(z.strictObject({ id: ClientId, as: ClientId.nullable() })).output(Client),
  /** Marks two similar records as different people. The client pages then no longer show them as possible duplicates of each other. */
  markDifferent: write.input(z.strictObject({ id: ClientId, from: ClientId })).output(Client),
}
