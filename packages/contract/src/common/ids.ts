import { z } from 'zod'

const uuid = () => z.uuid().transform((id) => id.toLowerCase())

/** A UUID in lower case. The browser generates the id of a new row, so the primary key makes a repeated request harmless. */
export const Id = uuid()

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
