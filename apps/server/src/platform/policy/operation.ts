import type { AnySchema, ErrorMap, InferSchemaInput, InferSchemaOutput, Meta } from '@orpc/contract'
import type { ProcedureImplementer } from '@orpc/server'
import type { PersonActor, Tx } from '../database/actor.ts'
import type { Context } from './context.ts'

/**
 * Defines the handler of a procedure that is one transaction on behalf of the person who calls it. A procedure with several transactions,
 * with files or with a stream has a handler of its own.
 */
export const operation = <
  Input extends AnySchema,
  Output extends AnySchema,
  Errors extends ErrorMap,
  Kept extends Meta,
>(
  procedure: ProcedureImplementer<Context, Context, Input, Output, Errors, Kept>,
  run: (tx: Tx<PersonActor>, input: InferSchemaOutput<Input>, now: Date) => Promise<InferSchemaInput<Output>>,
) =>
  procedure.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => run(tx, input, app.clock.now())),
  )
