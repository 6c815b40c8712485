import { z } from 'zod'

const uuid = () => z.uuid().transform((id) => id.toLowerCase())

/** A UUID in lower case. The browser generates the id of a new row, so the primary key makes a repeated request harmless. */
export const Id = uuid()

declare const kind: unique symbol
/** The id of one kind of row. The compiler rejects an id of another kind, but accepts a plain string, for example from a test or an API caller. */
type IdOf<Kind extends string> = string & { readonly [kind]?: Kind }
const idOf = <Kind extends string>() => z.uuid().transform((id): IdOf<Kind> => id.toLowerCase())

/** The id of a therapist's record of a client. The client's account has a different id, an `AccountId`. */
export const ClientId = idOf<'client'>()
export type ClientId = IdOf<'client'>

/** The id of an account. A therapist's account has a `TherapistId`, which is also an `AccountId`. */
export const AccountId = idOf<'account' | 'therapist'>()
export type AccountId = IdOf<'account' | 'therapist'>

export const TherapistId = idOf<'therapist'>()
export type TherapistId = IdOf<'therapist'>

/** The id of a session (an hour of therapy, not a login). */
export const SessionId = idOf<'session'>()
export type SessionId = IdOf<'session'>

/**
 * The id of a person in lists: the id of the account, or of the client record if the person has no account. The colour
 * of the person's avatar is derived from this id.
 */
export const PersonId = uuid()

/** A UUID that the browser generates for one command. A command that is sent twice takes effect once. */
export const Command = uuid()

export const ById = z.strictObject({ id: Id })
/** The id of a resource and a command, so that repeating the request is harmless. */
export const IdWithCommand = z.strictObject({ id: Id, command: Command })
export const EmptyInput = z.strictObject({})
export const Done = z.strictObject({ done: z.literal(true) })
