import { z } from 'zod'
import { ById, Command, Id, Nothing } from '../common/ids.ts'
import { pageOf, paging } from '../common/paging.ts'
import { procedure } from '../common/procedure.ts'
import { Email, Language, Name, requiredText, text } from '../common/text.ts'
import { Day } from '../common/time.ts'
import { Invitation } from './connection.ts'

export const clientStatuses = ['pending', 'active', 'inactive'] as const
export const ClientStatus = z.enum(clientStatuses)
export type ClientStatus = z.infer<typeof ClientStatus>

export const clientSorts = ['name', 'next', 'last', 'joined'] as const
export const ClientSort = z.enum(clientSorts)
export type ClientSort = z.infer<typeof ClientSort>

/** Somebody around a client beside the emergency contact of row 3.07: a guardian, a payer, another one to call. */
export const Contact = z.strictObject({
  id: Id,
  name: requiredText(200),
  phone: text(40),
  email: Email.nullable(),
  relationship: text(100),
  isEmergency: z.boolean(),
  isGuardian: z.boolean(),
  isPayer: z.boolean(),
})
export type Contact = z.infer<typeof Contact>

/** What a therapist writes down of a client; only the names are required (rows 3.07, 5.03). */
const facts = {
  firstName: Name,
  lastName: Name,
  email: Email.nullable(),
  phone: text(40),
  dateOfBirth: Day.nullable(),
  address: text(500),
  emergencyName: text(200),
  emergencyPhone: text(40),
  emergencyRelationship: text(100),
  notes: text(20_000),
  /** The therapist's own code for calendars that others may see. Left out, it stays as it is. */
  code: text(20).optional(),
  /** In their order. Left out, they stay as they are. */
  contacts: z.array(Contact).max(10).optional(),
}

export const NewClient = z
  .strictObject({ id: Id, ...facts, language: Language, invite: z.boolean() })
  .refine((client) => !client.invite || client.email !== null, { error: 'EMAIL_TO_INVITE', path: ['email'] })
export type NewClient = z.input<typeof NewClient>

/** A row of a file. It is mailed nothing; `id` is made by the browser, so that a batch sent twice is sent once. */
export const ImportedClient = z.strictObject({ id: Id, ...facts, language: Language })
export type ImportedClient = z.input<typeof ImportedClient>

const SessionMark = z.strictObject({ id: Id, startsAt: z.string() })

export const ClientEntry = z.strictObject({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  status: ClientStatus,
  /** Whether another record bears the same name and may be the same person. */
  hasDouble: z.boolean(),
  nextSession: SessionMark.nullable(),
  lastSession: SessionMark.nullable(),
})
export type ClientEntry = z.infer<typeof ClientEntry>

export const doubleReasons = ['email', 'name-and-birth', 'name'] as const
export const Double = z.strictObject({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  dateOfBirth: z.string().nullable(),
  status: ClientStatus,
  why: z.enum(doubleReasons),
})
export type Double = z.infer<typeof Double>

/** Another record beside one that stands. Only a record without content goes into another, and no account beside another. */
export const RecordDouble = z.strictObject({
  ...Double.shape,
  hasAccount: z.boolean(),
  may: z.strictObject({
    /** This record into the double. */
    mergeInto: z.boolean(),
    /** The double into this record. */
    takeIn: z.boolean(),
  }),
})
export type RecordDouble = z.infer<typeof RecordDouble>

export const Client = z.strictObject({
  ...ClientEntry.shape,
  /** Counts the changes of what is written down; who edits says from which on. */
  version: z.number(),
  phone: z.string(),
  dateOfBirth: z.string().nullable(),
  age: z.number().nullable(),
  address: z.string(),
  emergencyName: z.string(),
  emergencyPhone: z.string(),
  emergencyRelationship: z.string(),
  notes: z.string(),
  code: z.string(),
  language: Language,
  joinedAt: z.string(),
  hasAccount: z.boolean(),
  contacts: z.array(Contact),
  /** Other records of the therapist that bear the mark 'same person' with this one. */
  samePerson: z.array(z.strictObject({ id: Id, firstName: z.string(), lastName: z.string() })),
  /** Records that may be the same person, neither marked as that nor told apart. */
  doubles: z.array(RecordDouble),
  connectedAt: z.string().nullable(),
  disconnectedAt: z.string().nullable(),
  invitation: Invitation.nullable(),
  may: z.strictObject({
    edit: z.boolean(),
    invite: z.boolean(),
    revoke: z.boolean(),
    /** Without the app: the therapist accepts on the client's behalf. */
    activate: z.boolean(),
    pause: z.boolean(),
    resume: z.boolean(),
    disconnect: z.boolean(),
    undoJoin: z.boolean(),
    planSession: z.boolean(),
  }),
})
export type Client = z.infer<typeof Client>

export const storyKinds = [
  'added',
  'edited',
  'invited',
  'invitation-opened',
  'invitation-revoked',
  'joined',
  'disconnected',
  'reconnected',
  'join-undone',
  'merged',
  'status',
  'session',
] as const

/** Something that happened with a client. `detail` names a state or a way: `active`, `import`, `code`, `move`; never text. */
export const StoryItem = z.strictObject({
  id: z.string(),
  at: z.string(),
  kind: z.enum(storyKinds),
  by: z.enum(['therapist', 'client', 'system']),
  detail: z.string(),
  /** Of a session: which, when it is after the step, and when it was before a move. */
  session: z.strictObject({ id: Id, startsAt: z.string(), startsAtBefore: z.string().nullable() }).nullable(),
})
export type StoryItem = z.infer<typeof StoryItem>

export const client = {
  list: procedure
    .input(
      z.strictObject({
        search: text(100).default(''),
        status: ClientStatus.optional(),
        /** Those without a next or a last session stand behind those with one. */
        sort: ClientSort.default('name'),
        ...paging,
        // The place of the last row with its names, each of up to 100 characters.
        after: z.string().max(2000).optional(),
      }),
    )
    .output(pageOf(ClientEntry)),
  get: procedure.input(ById).output(Client),
  /** Adds a client; with `invite` the invitation leaves by mail. The same id and content again: nothing new. */
  add: procedure.input(NewClient).output(Client),
  /** Saves what was edited from `version` on. Changed meanwhile, it is refused with the record as it stands; the same content again is saved already. */
  edit: procedure
    .input(z.strictObject({ id: Id, version: z.int().positive(), ...facts, language: Language }))
    .output(Client)
    .errors({ CHANGED: { status: 409, data: z.object({ client: Client }) } }),
  /** Own records that may be the same person: the same address, or the same name and day of birth. */
  doubles: procedure
    .input(
      z.strictObject({
        firstName: text(100),
        lastName: text(100),
        email: Email.nullable(),
        dateOfBirth: Day.nullable(),
        except: Id.optional(),
      }),
    )
    .output(z.strictObject({ items: z.array(Double) })),
  /** Sets a record without an account active ('without the app'), pauses a client, or goes on with one. */
  setStatus: procedure
    .input(z.strictObject({ id: Id, status: z.enum(['active', 'inactive']), command: Command }))
    .output(Client)
    .errors({ ILLEGAL_TRANSITION: { status: 409, data: z.object({ status: ClientStatus }) } }),
  /** What happened, the latest first. */
  timeline: procedure.input(z.strictObject({ id: Id, ...paging })).output(pageOf(StoryItem)),
  /**
   * Adds the rows of a file, at most 200 at a time, and mails nobody. `known` names the records that stood already: by id, by
   * name and address, or, without an address, by name, day of birth and phone number.
   */
  importMany: procedure.input(z.strictObject({ batch: Id, rows: z.array(ImportedClient).min(1).max(200) })).output(
    z.strictObject({
      added: z.array(Id),
      known: z.array(Id),
      refused: z.array(z.strictObject({ index: z.number(), code: z.literal('CONFLICT') })),
    }),
  ),
  /** All own clients as CSV (RFC 4180) that can be read in again. What a spreadsheet would take for a formula begins with '. */
  exportAll: procedure.input(Nothing).output(z.strictObject({ csv: z.string() })),
  /** Puts an empty record into another of the same person: its account and what the other lacks go over. */
  merge: procedure
    .input(z.strictObject({ id: Id, into: Id, command: Command }))
    .output(Client)
    .errors({ NOT_EMPTY: { status: 409 }, BOTH_CONNECTED: { status: 409 } }),
  /** Says that two records that cannot be merged are of the same person, or with `as: null` that this one is nobody else's. */
  markSamePerson: procedure.input(z.strictObject({ id: Id, as: Id.nullable() })).output(Client),
  /** Says that two records that look alike are of different people: neither is shown as a double of the other again. */
  tellApart: procedure.input(z.strictObject({ id: Id, from: Id })).output(Client),
}
