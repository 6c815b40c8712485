import { z } from 'zod'

const uuid = () => z.uuid().transform((id) => id.toLowerCase())

/** A UUID in lower case. The client makes the id of what it creates, so the primary key makes a repeated request harmless. */
export const Id = uuid()

/** A UUID that the client makes for one command. A command sent twice takes effect once. */
export const Command = uuid()

export const ById = z.strictObject({ id: Id })
/** A command on one resource, harmless when repeated. */
export const IdWithCommand = z.strictObject({ id: Id, command: Command })
export const EmptyInput = z.strictObject({})
export const Done = z.strictObject({ done: z.literal(true) })
