import { z } from 'zod'
import { ById, Id } from '../common/ids.ts'
import { pageOf, paging } from '../common/paging.ts'
import { procedure } from '../common/procedure.ts'
import { Email, Language, Name, text } from '../common/text.ts'
import { Day } from '../common/time.ts'
import { Invitation } from './connection.ts'

export const clientStatuses = ['pending', 'active', 'inactive'] as const
export const ClientStatus = z.enum(clientStatuses)
export type ClientStatus = z.infer<typeof ClientStatus>

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
}

export const NewClient = z
  .strictObject({ id: Id, ...facts, language: Language, invite: z.boolean() })
  .refine((client) => !client.invite || client.email !== null, { error: 'EMAIL_TO_INVITE', path: ['email'] })
export type NewClient = z.input<typeof NewClient>

const SessionMark = z.strictObject({ id: Id, startsAt: z.string() })

export const ClientEntry = z.strictObject({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  status: ClientStatus,
  nextSession: SessionMark.nullable(),
  lastSession: SessionMark.nullable(),
})
export type ClientEntry = z.infer<typeof ClientEntry>

export const Client = z.strictObject({
  ...ClientEntry.shape,
  phone: z.string(),
  dateOfBirth: z.string().nullable(),
  age: z.number().nullable(),
  address: z.string(),
  emergencyName: z.string(),
  emergencyPhone: z.string(),
  emergencyRelationship: z.string(),
  notes: z.string(),
  language: Language,
  joinedAt: z.string(),
  hasAccount: z.boolean(),
  invitation: Invitation.nullable(),
  may: z.strictObject({ edit: z.boolean(), invite: z.boolean(), planSession: z.boolean() }),
})
export type Client = z.infer<typeof Client>

export const client = {
  list: procedure
    .input(z.strictObject({ search: text(100).default(''), status: ClientStatus.optional(), ...paging }))
    .output(pageOf(ClientEntry)),
  get: procedure.input(ById).output(Client),
  /** Adds a client; with `invite` the invitation leaves by mail. The same id and content again: nothing new. */
  add: procedure.input(NewClient).output(Client),
  edit: procedure.input(z.strictObject({ id: Id, ...facts, language: Language })).output(Client),
}
