import { z } from 'zod'
import { replaySeconds } from './constants.ts'
import { changeEvents } from './realtime.ts'

const Value = z.union([z.string().max(100), z.boolean()])
/** The condition that a change must meet: a column equals a value (`eq`), differs from it (`neq`), or has one of several values (`in`). */
export const SubscriptionFilter = z.discriminatedUnion('op', [
  z.strictObject({ column: z.string().max(40), op: z.enum(['eq', 'neq']), value: Value }),
  z.strictObject({ column: z.string().max(40), op: z.literal('in'), value: z.array(Value).max(100) }),
])
export type SubscriptionFilter = z.infer<typeof SubscriptionFilter>

/** A frame from the browser. The server closes a connection that sends a frame above 4 kB. */
export const ClientFrame = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('subscribe'),
    /** An id that the page chooses. The frames about this subscription repeat it. */
    ref: z.string().max(40),
    schema: z.literal('public').default('public'),
    /** The public name of the table. */
    table: z.string().max(40),
    event: z.enum(['*', ...changeEvents]).default('*'),
    filter: SubscriptionFilter.optional(),
    /**
     * The number of past seconds whose changes the server replays. A page reads its data before it subscribes and would
     * otherwise miss the changes between these two steps.
     */
    behind: z.int().min(0).max(replaySeconds).default(0),
    /** The earliest moment of the changes to replay, in milliseconds of the clock that `welcome` contains. Default: no limit. */
    since: z.number().optional(),
  }),
  z.strictObject({ type: z.literal('unsubscribe'), ref: z.string().max(40) }),
  z.strictObject({ type: z.literal('heartbeat') }),
])
export type ClientFrame = z.infer<typeof ClientFrame>
