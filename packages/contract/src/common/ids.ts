import { z } from 'zod'

const uuid = () => z.uuid().transform((id) => id.toLowerCase())

/** A uuid in lower case. Creates carry one made by the client: the primary key makes a repeat harmless. */
export const Id = uuid()

/** A uuid made by the client for one act: sent twice, it takes effect once. */
export const Command = uuid()

export const ById = z.strictObject({ id: Id })
/** One act upon one thing, harmless when repeated. */
export const Act = z.strictObject({ id: Id, command: Command })
export const Nothing = z.strictObject({})
export const Done = z.strictObject({ done: z.literal(true) })
